/** What people change at the service itself, beside the program, by chance. */
import type { Graph } from "../graphProgram";
import type { Service } from "../service";
import type { Draw } from "./draw";
import type { Fresh } from "./graphChanges";
import type { Party } from "./party";

/** A change of one check by hand, told by the slug that it has before. */
export interface HandChange {
  slug: string;
  project?: string;
  /** Fields that it gets, or nothing where it is deleted. */
  fields?: Record<string, unknown>;
}

/** Changes of one check or two of a program. */
export function handChanges(graph: Graph, draw: Draw, fresh: Fresh): HandChange[] {
  return draw.some(Object.values(graph.checks), draw.integer(1, 2)).map(({ slug, project }) => {
    const of = { slug, ...(project === "beta" && { project }) };
    const kind = draw.integer(1, 4);
    if (kind === 1) return of;
    if (kind === 2) return { ...of, fields: { slug: fresh.next() } };
    return { ...of, fields: { grace: 60 * draw.integer(61, 90), name: "by hand", tags: "by hand" } };
  });
}

/** Does it. Who deletes a check by hand, or gives it another slug, tells it apart from a resource that gets another name. */
export async function changeByHand(service: Service, party: Party, change: HandChange): Promise<void> {
  const { alpha, beta } = service.emulator.projects;
  const { slug, project, fields } = change;
  const key = (project === "beta" ? beta : alpha).readWriteKey;
  const [found] = (await service.checks(key)).filter((check) => check.slug === slug);
  if (!found) return;
  const ofCheck = ({ id }: { id?: string }) => id === found.uuid;
  const { settled } = party;
  if (fields) {
    await service.request("POST", `/checks/${found.uuid}`, fields, key);
    const changed = { slug, ...fields };
    const rows = settled.rows.map((row) =>
      ofCheck(row) ? { ...row, outputs: { ...row.outputs, slug: changed.slug } } : row,
    );
    party.settled = { ...settled, rows };
  } else {
    await service.request("DELETE", `/checks/${found.uuid}`, undefined, key);
    party.settled = { ...settled, rows: settled.rows.filter((row) => !ofCheck(row)) };
  }
}
