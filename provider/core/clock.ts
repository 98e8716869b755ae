/** The time of this machine in UNIX seconds, as states and answers have it. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
