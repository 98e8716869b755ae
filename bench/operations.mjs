/** The operations that are measured, for the engine and for a bare client. */
import { fieldsOf } from "./programs.mjs";

const YES = ["--yes", "--skip-preview"];

/** In the order of a stack's life. `raw` makes the requests that cannot be saved. */
export const OPERATIONS = [
  {
    name: "create",
    args: ["up", ...YES],
    grace: 3600,
    raw: (count) =>
      upTo(count).map((n) => ({
        method: "POST",
        path: "/checks/",
        body: { ...wire(n, 3600), unique: ["slug"] },
      })),
  },
  { name: "preview, no change", args: ["preview"], grace: 3600, raw: () => [] },
  {
    name: "refresh",
    args: ["refresh", ...YES],
    grace: 3600,
    raw: () => [{ method: "GET", path: "/checks/" }],
  },
  {
    name: "change all",
    args: ["up", ...YES],
    grace: 7200,
    raw: (count, uuids) =>
      upTo(count).map((n) => ({ method: "POST", path: `/checks/${uuids[n]}`, body: wire(n, 7200) })),
  },
  {
    name: "destroy",
    args: ["destroy", ...YES],
    grace: 7200,
    raw: (_, uuids) => uuids.map((uuid) => ({ method: "DELETE", path: `/checks/${uuid}` })),
  },
];

/** The first of them. */
export const [CREATE] = OPERATIONS;

const upTo = (count) => Array.from({ length: count }, (_, n) => n);

function wire(n, grace) {
  const fields = fieldsOf(n, grace);
  return { ...fields, tags: fields.tags.join(" ") };
}

/** Seconds of each operation by a bare client; the checks it makes are gone at the end. */
export async function rawFloor(service, count) {
  const seconds = {};
  let uuids = [];
  for (const { name, raw } of OPERATIONS) {
    const { wall, answers } = await service.raw(raw(count, uuids));
    if (name === "create") uuids = answers.map((answer) => JSON.parse(answer).uuid);
    seconds[name] = wall;
  }
  return seconds;
}
