import fc from "fast-check";
import { badgeHtml, badgeMarkdown } from "../../../../../provider/monitor/functions/badgeMarkup";
import { anyText } from "../../../../support/anyText";

const URL = "https://monitoring.example.com/badge/k/s-2/prod.svg";

describe("badges for a README", () => {
  it("are plain where nothing needs care", () => {
    expect(badgeMarkdown("prod", URL)).toBe(`![prod](${URL})`);
    expect(badgeHtml("prod", URL)).toBe(`<img src="${URL}" alt="prod">`);
  });

  it("show labels as they are written", () => {
    expect(badgeMarkdown("a]b[c_d*", URL)).toBe(`![a\\]b\\[c\\_d\\*](${URL})`);
    expect(badgeHtml('"<&>', URL)).toBe(`<img src="${URL}" alt="&quot;&lt;&amp;&gt;">`);
  });

  it("lead to the same address, whatever in it would end it", () => {
    const address = "https://example.com/?a=1&b=\"(x)\n<`\\>'";
    const written = "https://example.com/?a=1&amp;b=%22%28x%29%0A%3C%60%5C%3E%27";
    expect(badgeMarkdown("prod", address)).toBe(`![prod](${written})`);
    expect(badgeHtml("prod", address)).toBe(`<img src="${written}" alt="prod">`);
  });

  it("stay on one line, so that a tag with line breaks adds nothing to a document", () => {
    const label = "a\n\n[x](https://evil.example)\u001b[2J";
    expect(badgeHtml(label, URL)).toBe(`<img src="${URL}" alt="a [x](https://evil.example) [2J">`);
    expect(badgeMarkdown(label, URL)).not.toMatch(/\p{Cc}/u);
  });

  it("stay one picture, whatever the label and the address are", () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (label, path) => {
        const html = badgeHtml(label, `https://example.com/${path}`);
        expect(html.match(/["<>]/g)?.join("")).toBe('<"""">');
        const markdown = badgeMarkdown(label, `https://example.com/${path}`);
        const [, address] =
          /^!\[(?:\\[!-/:-@[-`{-~]|[^!-/:-@[-`{-~])*\]\(([^()\s<>]*)\)$/s.exec(markdown) ?? [];
        expect(address?.startsWith("https://example.com/")).toBe(true);
      }),
    );
  });
});
