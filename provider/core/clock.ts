/**
 * Milliseconds since now. Setting the machine's clock does not change the `steady` ones; while the machine sleeps they may
 * not go on, which its clock shows: `longest` are the more of both.
 */
export function stopwatch(): () => { steady: number; longest: number } {
  const [began, clock] = [performance.now(), Date.now()];
  return () => {
    const steady = performance.now() - began;
    return { steady, longest: Math.max(steady, Date.now() - clock) };
  };
}

/** The time of this machine in UNIX seconds, the unit that states and answers use. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
