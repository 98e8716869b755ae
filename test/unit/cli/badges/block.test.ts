import { BEGIN, END, withBlock } from "../../../../cli/badges/badges";

const LINES = ["![a](https://example.com/a.svg)", "![b](https://example.com/b.svg)"];

const document = (...inside: string[]) => ["# Title", "", BEGIN, ...inside, END, "", "Text", ""].join("\n");

describe("the block of badges", () => {
  it("is filled, and all else stays as it was", () => {
    expect(withBlock("README.md", document(), LINES)).toBe(document(...LINES));
  });

  it("is replaced", () => {
    expect(withBlock("README.md", document("![old](https://example.com/old.svg)", "", "more"), LINES)).toBe(
      document(...LINES),
    );
  });

  it("stays as it is when it is up to date", () => {
    expect(withBlock("README.md", document(...LINES), LINES)).toBe(document(...LINES));
  });

  it("keeps the line ends of the document", () => {
    const windows = (text: string) => text.replaceAll("\n", "\r\n");
    expect(withBlock("README.md", windows(document("old")), LINES)).toBe(windows(document(...LINES)));
  });

  it("is not looked for in code, where it is only talked about", () => {
    const example = ["```md", BEGIN, END, "```"].join("\n");
    const text = `${example}\n${document("old")}`;
    expect(withBlock("README.md", text, LINES)).toBe(`${example}\n${document(...LINES)}`);
    expect(() => withBlock("README.md", example, LINES)).toThrow("it has no block for badges");
  });

  it("is not looked for in code that shows code", () => {
    const example = ["````md", "```", BEGIN, END, "```", "````"].join("\n");
    expect(withBlock("README.md", `${example}\n${document()}`, LINES)).toBe(
      `${example}\n${document(...LINES)}`,
    );
  });

  it("is found below a line of code in three backticks, which is no fence, and below a fence in code", () => {
    for (const above of ["```npm install```\n", `\`\`\`md\n\`\`\`js\n${BEGIN}\n\`\`\`\n`]) {
      const text = `${above}${BEGIN}\n${END}\n`;
      expect(withBlock("README.md", text, LINES)).toBe(`${above}${BEGIN}\n${LINES.join("\n")}\n${END}\n`);
    }
  });

  it.each([
    ["# Title", "README.md: it has no block for badges. Add these two lines where the badges should go"],
    [`${document()}${document()}`, "it has more than one block for badges (markers in lines 3, 4, 9, 10)"],
    [`${BEGIN}\ntext`, `the line ${END} is missing after line 1`],
    [`text\n${END}`, `the line ${BEGIN} is missing before line 2`],
    [`${END}\n${BEGIN}`, `the line ${END} is missing after line 2`],
  ])("is refused in %j", (text, words) => {
    expect(() => withBlock("README.md", text, LINES)).toThrow(words);
  });
});
