/**
 * Makes the waits between retries last no time in each test of a file: they are a random share of an exponential
 * back-off. The values still differ from each other, since others draw identifiers from the same source.
 */
export function withoutBackOff(): void {
  let drawn = 0;
  beforeEach(() => {
    jest.spyOn(Math, "random").mockImplementation(() => {
      drawn += 1;
      return (drawn % 1000) * 1e-6;
    });
  });
  afterEach(() => jest.restoreAllMocks());
}
