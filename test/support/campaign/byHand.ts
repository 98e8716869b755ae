/** What people change at the service itself, beside the program, by chance. */
import type { Graph } from "../graphProgram";
import type { Document, Service } from "../service";
import { rowsOf } from "../stateFile";
import type { Draw } from "./draw";
import type { Fresh } from "./fresh";
import type { Party } from "./party";

/** A change of one check by hand, told by the slug that it has before. */
export interface HandChange {
  slug: string;
  project?: string;
  /** Fields that it gets, or nothing where it is deleted. */
  fields?: Record<string, unknown>;
  /** A check with the slug is made: another one in the place of that which is deleted, or of one that is yet to come. */
  isMade?: boolean;
  /** The engine is told to forget it, with what depends on it, and the service is left as it is. */
  isForgotten?: boolean;
}

/** Changes of one check or two of a program, or of what the next one comes to declare. */
export function handChanges(before: Graph, next: Graph, draw: Draw, fresh: Fresh): HandChange[] {
  const had = new Set(Object.values(before.checks).map(({ slug }) => slug));
  const news = Object.values(next.checks).filter(({ slug }) => !had.has(slug));
  return draw.some([...Object.values(before.checks), ...news], draw.integer(1, 2)).map((check) => {
    const { slug, project } = check;
    const of = { slug, ...(project === "beta" && { project }) };
    if (!had.has(slug)) return { ...of, isMade: true };
    const kind = draw.integer(1, 7);
    if (kind === 1) return of;
    if (kind === 2) return { ...of, fields: { slug: fresh.next() } };
    if (kind === 3) return { ...of, isMade: true };
    if (kind === 7) return { ...of, isForgotten: true };
    if (kind === 4) return { ...of, fields: { channels: draw.one(["", "*"]) } };
    return { ...of, fields: { grace: 60 * draw.integer(61, 90), name: "by hand", tags: "by hand" } };
  });
}

/** Does it. Who deletes a check by hand, or gives it another slug, tells it apart from a resource that gets another name. */
export async function changeByHand(service: Service, party: Party, change: HandChange): Promise<void> {
  const { alpha, beta } = service.emulator.projects;
  const { slug, project, isMade = false } = change;
  const key = (project === "beta" ? beta : alpha).readWriteKey;
  const [found, ...others] = (await service.checks(key)).filter((check) => check.slug === slug);
  if (found && change.isForgotten) await forget(party, found);
  else if (found) await changeFound(service, party, found, change, key);
  // Between two that others made nobody could choose.
  if (!isMade || others.length > 0) return;
  const made = await service.request("POST", "/checks/", { slug, name: "made by hand" }, key);
  party.left.add(String(made.uuid));
}

/** Whoever has the slug next takes the check over, and its channels are what they are. */
async function forget(party: Party, { uuid, tags }: Document): Promise<void> {
  const { rows, assignments, checks } = party.settled;
  const forgotten = rows.find(({ id }) => id === uuid);
  // A stack that has come to put no stamps on is refused what has its own.
  if (!forgotten || (!party.stamps && String(tags).includes("pulumi:"))) return;
  const options = ["--yes", "--force", "--target-dependents"];
  await party.stack.pulumi(["state", "delete", forgotten.urn, ...options]);
  party.left.add(String(uuid));
  const known = new Set(rowsOf(party.stack).map(({ urn }) => urn));
  const isKnown = ({ urn }: { urn: string }) => known.has(urn);
  party.settled = { rows: rows.filter(isKnown), assignments: assignments.filter(isKnown), checks };
}

async function changeFound(
  service: Service,
  party: Party,
  found: Document,
  { slug, fields }: HandChange,
  key: string,
): Promise<void> {
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
