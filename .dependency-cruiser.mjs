/** Who may import whom, for `npm run lint`: the rules follow from the table in scripts/imports/layers.mjs. */
import { APART, FOLDERS, LAYERS } from "./scripts/imports/layers.mjs";

/** The pattern of a room's files, with a group that is the name of the room where the room is any of several. */
function files(room) {
  if (room.endsWith(".ts")) return `^${room}$`;
  if (room.endsWith("/*")) return `^${room.slice(0, -1)}(?!${named(room)})([^/]+)/`;
  // The files beside a room's own rooms are a room, too.
  return LAYERS.flat().some((other) => other.startsWith(`${room}/`))
    ? `^${room}/(?!${named(`${room}/*`)})[^/]+$`
    : `^${room}/`;
}

/** What the table names inside a folder by its own name. */
function named(room) {
  const folder = room.slice(0, -1);
  const names = LAYERS.flat().filter((other) => other.startsWith(folder) && other !== room);
  return names.map((name) => name.slice(folder.length)).join("|") || "$^";
}

const downwards = LAYERS.flatMap((rooms, layer) =>
  rooms.map((room) => ({
    name: "downwards",
    comment: `A room uses rooms of lower layers only; ${room} stands in layer ${layer} from below.`,
    severity: "error",
    from: { path: files(room) },
    to: {
      path: LAYERS.slice(layer).flat().map(files),
      pathNot: room.endsWith("/*") ? `^${room.slice(0, -1)}$1/` : files(room),
    },
  })),
);

const apart = APART.map(({ name, why, from, to }) => ({
  name,
  comment: why,
  severity: "error",
  from: { path: from.source },
  to: { path: to.source },
}));

export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "Two files that import each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...downwards,
    ...apart,
  ],
  options: {
    includeOnly: `^(${FOLDERS.join("|")})/`,
    // Types count: who needs another's types knows it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
