/** The guides of commands, beside the options that the commands have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { program } from "../../../cli/main";

const DOCS = join(__dirname, "..", "..", "..", "docs");

/** A command by its words: `drift ci`. */
function commandOf(words: string): Command {
  const names = words.split(" ");
  return names.reduce((command, name) => {
    const found = command.commands.find((one) => one.name() === name);
    if (!found) throw new Error(`${command.name()} has no command ${name}`);
    return found;
  }, program(names));
}

/** What every command has: told by `--help` alone. */
const EVERYWHERE = ["--quiet", "--color", "--no-color"];

describe("a guide", () => {
  it.each([
    ["drift.md", "drift"],
    ["drift.md", "drift ignore"],
    ["ci.md", "drift ci"],
    ["maintenance.md", "maintenance"],
    ["maintenance.md", "maintenance end"],
    ["maintenance.md", "maintenance status"],
    ["report.md", "report"],
    ["report.md", "badges"],
  ])("%s names all options of `%s`", (page, words) => {
    // What `ci` has of `drift` itself stands in that one's guide.
    const pages = page === "ci.md" ? [page, "drift.md"] : [page];
    const text = pages.map((one) => readFileSync(join(DOCS, one), "utf8")).join("\n");
    const options = commandOf(words).options.flatMap(({ long }) =>
      long && !EVERYWHERE.includes(long) ? [long] : [],
    );
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(text))).toEqual([]);
  });
});
