/** Orders texts by their code units, which is the same on every machine, so outputs do not change by themselves. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
