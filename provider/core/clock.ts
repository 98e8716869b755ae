/** The time of this machine in UNIX seconds, the unit that states and answers use. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
