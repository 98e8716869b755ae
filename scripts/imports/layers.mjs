/**
 * The rooms of the product and who may use whom: from below to above. A room uses rooms of lower layers only, so that
 * two rooms of one layer do not know each other. The linter's rules (`.dependency-cruiser.mjs`) and the drawing in
 * CONTRIBUTING.md are made of this table.
 */
export const LAYERS = [
  ["schedule", "emulator/core"],
  ["provider/core", "emulator/traffic"],
  ["provider/http", "emulator/monitor", "emulator/payments"],
  ["provider/monitor", "provider/payments", "emulator"],
  ["provider/hosts"],
  ["provider", "sdk/program"],
  ["sdk/monitor", "sdk/payments"],
  ["sdk/jobs"],
  ["sdk", "sdk/kubernetes", "sdk/policy"],
  ["cli/render"],
  ["cli"],
  ["cli/stacks"],
  ["cli/coverage"],
  ["cli/*"],
  ["cli/main.ts"],
];

/** What the order of the layers does not say. */
export const APART = [
  ...[
    [/^\w+\/monitor\//, /^\w+\/payments\//],
    [/^\w+\/payments\//, /^\w+\/monitor\//],
  ].map(([from, to]) => ({
    name: "wings-apart",
    why: "monitor and payments do not know each other, in no part of the product.",
    from,
    to,
  })),
  {
    name: "emulator-is-the-witness",
    why: "The emulator shares nothing with what it is there to examine, but for the schedules.",
    from: /^emulator\//,
    to: /^(provider|sdk|cli)\//,
  },
  {
    name: "emulator-is-optional",
    why: "Only the command that starts the emulator knows it, so that nothing else has to load it.",
    from: /^(schedule|provider|sdk|cli\/(?!emulator\/))/,
    to: /^emulator\//,
  },
];

/** The folders of the product. */
export const FOLDERS = [...new Set(LAYERS.flat().map((room) => room.split("/")[0]))];

/** The room of a file: the file itself where the table names it, else its folder; two deep where the table goes so deep. */
export function roomOf(file) {
  const named = LAYERS.flat();
  if (named.includes(file)) return file;
  const [house, ...rest] = file.split("/").slice(0, -1);
  return named.some((room) => room.startsWith(`${house}/`)) ? [house, ...rest].slice(0, 2).join("/") : house;
}

/** The number of a room's layer, from below; undefined for a room that the table does not have. */
export function layerOf(room) {
  const found = (name) => LAYERS.findIndex((rooms) => rooms.includes(name));
  const own = found(room);
  const layer = own >= 0 ? own : found(room.replace(/\/.*/, "/*"));
  return layer >= 0 ? layer : undefined;
}
