import { jsonText, visible, withoutCommands } from "../../../../cli/render/visible";

describe("a name that somebody else chose", () => {
  it.each([
    ["turns what follows around", "backup\u202etxt.exe", "backup\\u202etxt.exe"],
    ["isolates what follows", "a\u2066b\u2069", "a\\u2066b\\u2069"],
    ["marks a direction", "a\u200fb\u061cc", "a\\u200fb\\u061cc"],
    ["hides a letter", "ad\u200bmin\ufeff x\u00ad\u{e0041}", "ad\\u200bmin x\\u00ad\\u{e0041}"],
    ["shows nothing", "\u3164", "\\u3164"],
    [
      "looks like another one",
      "backup\ufe0f a\u{e0100}b\u2800\u034f\uffa0",
      "backup\\ufe0f a\\u{e0100}b\\u2800\\u034f\\uffa0",
    ],
    ["moves the cursor", "a\u001b[2Jb", "a [2Jb"],
    ["leaves its line", "a\r\nb\u2028c", "a b c"],
  ])("is seen where it %s", (_, name, shown) => {
    expect(visible(name)).toBe(shown);
  });

  it("stays as it is in any script, with emoji of several parts", () => {
    for (const name of [
      "Счета и платежи",
      "שלום",
      "備份",
      "👩\u200d💻 deploys",
      "🏳️\u200d🌈",
      "❤️ 1️⃣",
      "葛\u{e0100}城",
      "a::b ##x",
    ]) {
      expect(visible(name)).toBe(name);
    }
  });
});

describe("what is printed into the log of a workflow", () => {
  it("commands nothing of its runner", () => {
    expect(withoutCommands("::error::x\n  ::add-mask::y\na ##[group]z")).toBe(
      "\\u003a:error::x\n  \\u003a:add-mask::y\na #\\u0023[group]z",
    );
  });

  it("stays as it is otherwise", () => {
    const text = "a ::b\n: c\n## d\n#[e]";
    expect(withoutCommands(text)).toBe(text);
  });
});

it("is the same value in JSON, where nothing hides either", () => {
  const value = { name: "a\u3164\u{e0100}\ufe0f\u202e 備份 ❤" };
  expect(jsonText(value)).toContain('"a\\u3164\\udb40\\udd00\\ufe0f\\u202e 備份 ❤"');
  expect(JSON.parse(jsonText(value))).toEqual(value);
});
