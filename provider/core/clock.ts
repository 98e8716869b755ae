/**
 * Milliseconds since now. Setting the machine's clock does not change them; while the machine sleeps they may not go on,
 * which its clock shows.
 */
export function stopwatch(): () => { steady: number; byClock: number } {
  const [steady, clock] = [performance.now(), Date.now()];
  return () => ({ steady: performance.now() - steady, byClock: Date.now() - clock });
}

/** The time of this machine in UNIX seconds, the unit that states and answers use. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
