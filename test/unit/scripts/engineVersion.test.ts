import { script } from "../../support/scripts/script";

const { isAtLeast } = script<{ isAtLeast(text: string, oldest: string): boolean }>("engine/version.mjs");

describe("the engine's version", () => {
  it("is compared by numbers, whatever stands around them", () => {
    const cases: [string, string, boolean][] = [
      ["v3.142.0", "3.142.0", true],
      ["v3.141.9", "3.142.0", false],
      ["v3.99.0", "3.142.0", false],
      ["3.1000.0", "3.142.0", true],
      ["v4.0.0", "3.142.0", true],
      ["v3.260.0-dev.0+abc", "3.142.0", true],
      ["go1.25.11", "1.25.11", true],
      ["go1.25", "1.25.11", false],
      ["go1.26rc1", "1.25.11", true],
      ["", "3.142.0", false],
      ["no version", "3.142.0", false],
    ];
    const answers = cases.map(([text, oldest]) => [text, oldest, isAtLeast(text, oldest)]);
    expect(answers).toEqual(cases);
  });
});
