/** Markdown in which users' texts cannot act as markup. */
import { brief } from "./visible";

/** In code points. */
const LONGEST = 80;

/** Text as code, so that it cannot format, mention or link. */
export function code(text: string, most = LONGEST): string {
  const content = brief(text, most);
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = content.startsWith("`") || content.endsWith("`") || content === "" ? " " : "";
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** The same in a table, where a pipe would begin the next cell. Elsewhere the backslash before it would show. */
export function codeCell(text: string, most = LONGEST): string {
  return code(text, most).replaceAll("|", "\\|");
}

/** Escapes everything that Markdown would interpret. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#&]/g, "\\$&");
}

/** The name of a check, as code if it would mention a person or become a link. Also works inside a table. */
export function safeName(text: string): string {
  return /@|:\/\/|www\./i.test(text) ? codeCell(text) : plain(text);
}

/** A table. `sides` has a letter for each column, `l` or `r`. The cells are Markdown. */
export function markdownTable(
  head: readonly string[],
  sides: string,
  rows: readonly (readonly string[])[],
): string {
  const rule = [...sides].map((side) => (side === "r" ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
