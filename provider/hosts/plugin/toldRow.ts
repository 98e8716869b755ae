/** What the engine tells the plugin about a run and about rows of the state, and what follows for a resource that replaces one. */
import type { Values } from "../../core/fields";
import type { RunNote } from "../../core/runNotes";
import { shellWord } from "../../core/shellWord";
import { homeIn, isSameService } from "../../monitor/checkHome";
import { kindIn, nameIn } from "../urnParts";

/** A row, as far as a replacement has to know it. */
export interface ToldRow {
  id: string;
  project: unknown;
  owner: unknown;
  stamped?: unknown;
  /** The program has it in another project now: in the end its check is given up, and another resource may have that. */
  leaves?: boolean;
  /** Address of the service on which its check lives. */
  home: string | undefined;
}

/** What to keep of a row. */
export function rowFromState(id: string, state: Values): ToldRow {
  return { id, project: state.project, owner: state.__owner, stamped: state.__stamped, home: homeIn(state) };
}

/** What the engine itself tells of a run: `urn:pulumi:<stack>::<project>::<types>::<name>`. */
export function noteOf({ urn }: { urn: string }, preview: boolean): RunNote | undefined {
  const [place = "", project = ""] = urn.split("::");
  const stack = place.split(":")[2];
  return stack === undefined ? undefined : { name: nameIn(urn), urn, stack: `${project}/${stack}`, preview };
}

/** What the note of a resource says of its row. One that leaves its project may well be made on another service. */
export function rowInNote({ id, project, owner, stamped, home }: ToldRow, inputs: Values): Partial<RunNote> {
  const isMoved = project !== inputs.project;
  return {
    ...(isMoved ? { rowElsewhere: id } : { row: id }),
    ...(!isMoved && home !== undefined && { home }),
    ...(typeof owner === "string" && { owner }),
    ...(stamped === true && { stamped }),
  };
}

/**
 * Why nothing is deleted together with a row; undefined when it may be deleted. With a plain `--replace` or a tainted
 * resource the plugin does not see the row before it creates the replacement: if the settings led to another service,
 * the replacement is there, and this row is all that is left here.
 */
export function leftBehind(urn: string, row: ToldRow, heir: ToldRow | undefined): string | undefined {
  if (heir?.home === undefined || row.home === undefined || heir.id === row.id) return undefined;
  if (heir.project !== row.project || isSameService(heir.home, row.home)) return undefined;
  return `${kindIn(urn)} "${nameIn(urn)}": an earlier run created its replacement on ${heir.home}, so it is kept here. To get it back into the state, run \`pulumi state delete ${shellWord(urn)}\` and \`pulumi up\``;
}
