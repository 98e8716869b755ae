/** The imports between rooms, drawn: a Mermaid chart and a table. */
import { cycleIn } from "./graph.mjs";
import { layerOf } from "./layers.mjs";

/** The chart and the table, in Markdown, of what each room imports. */
export function drawing(rooms) {
  const order = [...rooms.keys()].sort((a, b) => (layerOf(b) ?? 0) - (layerOf(a) ?? 0) || (a < b ? -1 : 1));
  return `${chart(rooms, order)}\n\n${table(rooms, order)}`;
}

/** An arrow is drawn where no way over other rooms leads to the same place; the table has all of them. */
function chart(rooms, order) {
  if (cycleIn(new Map([...rooms].map(([room, uses]) => [room, [...uses.keys()]])))) {
    throw new Error("The rooms use each other in a circle: `npm run lint` shows where.");
  }
  const reached = (from) => {
    const all = new Set();
    const walk = (room) => {
      for (const next of rooms.get(room).keys()) if (!all.has(next)) walk(all.add(next) && next);
    };
    walk(from);
    return all;
  };
  const arrows = order.flatMap((room) => {
    const uses = [...rooms.get(room).keys()];
    const direct = uses.filter((use) => !uses.some((other) => other !== use && reached(other).has(use)));
    return direct.sort().map((use) => `  ${idOf(room)} --> ${idOf(use)}`);
  });
  const houses = [...new Set(order.map((room) => room.split("/")[0]))];
  const boxes = houses.flatMap((house) => {
    const inside = order.filter((room) => room.split("/")[0] === house);
    const nodes = inside.map((room) => `${idOf(room)}["${room}"]`);
    if (nodes.length === 1) return [`  ${nodes[0]}`];
    return [`  subgraph ${house}`, ...nodes.map((node) => `    ${node}`), "  end"];
  });
  return ["```mermaid", "flowchart TB", ...boxes, ...arrows, "```"].join("\n");
}

function table(rooms, order) {
  const rows = order.map((room) => {
    const uses = [...rooms.get(room).keys()].sort().map((use) => `\`${use}\``);
    return `| \`${room}\` | ${uses.join(", ") || "nothing"} |`;
  });
  return ["| Room | Uses |", "| --- | --- |", ...rows].join("\n");
}

function idOf(room) {
  return `${room.replace(/\W/g, "_")}_room`;
}
