/** Results as Markdown tables. */
const HEAD = [
  "N",
  "Checkpoints",
  "Operation",
  "Requests",
  "Wall s",
  "Trivial s",
  "Ratio",
  "Alike s",
  "Ratio",
  "Bare client s",
  "CPU s",
  "Peak MB",
  "Program MB",
  "State KB",
];

/** All operations. */
export function table(rows) {
  const lines = rows.map((row) => [
    row.count,
    row.mode,
    row.name,
    row.requests,
    row.wall.toFixed(1),
    row.trivial.toFixed(1),
    (row.wall / row.trivial).toFixed(2),
    row.alike.toFixed(1),
    (row.wall / row.alike).toFixed(2),
    row.raw.toFixed(2),
    row.cpu.toFixed(1),
    Math.round(row.peak / 1e6),
    row.program === 0 ? "" : Math.round(row.program / 1e6),
    Math.round(row.state / 1e3),
  ]);
  return markdown(HEAD, lines);
}

/** A table with a head. */
export function markdown(head, lines) {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
