import { inNode } from "./inNode";

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
    const answers = inNode<boolean[]>(
      `const { isAtLeast } = await import("./engine/version.mjs");
       return input.map(([text, oldest]) => isAtLeast(text, oldest));`,
      cases,
    );
    expect(cases.map(([text, oldest], index) => [text, oldest, answers[index]])).toEqual(cases);
  });
});
