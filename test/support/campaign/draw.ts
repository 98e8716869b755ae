import fc from "fast-check";

const MOST_DRAWS = 1000;

/** Choices that follow from a seed alone, one after another. */
export class Draw {
  private readonly numbers: number[];

  constructor(seed: number) {
    this.numbers = fc.sample(fc.noBias(fc.nat({ max: 2 ** 30 })), { seed, numRuns: MOST_DRAWS });
  }

  /** A whole number from `min` to `max`. */
  integer(min: number, max: number): number {
    const number = this.numbers.pop();
    if (number === undefined) throw new Error(`more than ${MOST_DRAWS} draws from one seed`);
    return min + (number % (max - min + 1));
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent;
  }

  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T {
    const chosen = list[this.integer(0, list.length - 1)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  }

  /** Several of a list, in its order; as many as there are, if it is shorter. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    while (left.length > count) left.splice(this.integer(0, left.length - 1), 1);
    return left;
  }
}
