/**
 * What the program knows of a run but the engine does not pass to a provider. It is sent with each resource as the
 * hidden input `__run`; the host removes it again, so it is in no state and makes no difference.
 */
import { z } from "zod";
import type { Values } from "./fields";
import { packedTable, type Table } from "./packed";

/** Name of the hidden input. */
export const RUN_NOTE = "__run";

/** Name of one more, with settings of the stack's configuration that the engine does not hand to a plugin: a secret. */
export const PROGRAM_SETTINGS = "__settings";

/** Name of a property by which a program says that it only reads what exists; then no resource owns its row. */
export const LOOKED_AT = "__lookedAt";

const runNote = z.object({
  /** Name of the resource in the program. */
  name: z.string(),
  /** Its URN, where the host knows it: resources of several components may have one name. */
  urn: z.string().optional(),
  /** `<project>/<stack>` that the run is of. */
  stack: z.string(),
  /** Whether the run only asks what it would do. */
  preview: z.boolean(),
  /** Id of the resource's own row of the state, under its present name or a former one. */
  row: z.string().optional(),
  /** Id of that row where it is in a project of another name, which may be the same one on the service. */
  rowElsewhere: z.string().optional(),
  /** Address of the service on which that row says that its check lives, where it stays in its project. */
  home: z.string().optional(),
  /** The stack that this row says to own what it has: perhaps the present one, under a former name. */
  owner: z.string().optional(),
  /** That stack's stamp was on it. */
  stamped: z.boolean().optional(),
  /** The program works out what follows from the rest of a row, so that the state need not hold it. */
  fillsIn: z.boolean().optional(),
  /** The engine did not list the rows of the state: neither the resource's own nor those of others are known. */
  unlisted: z.boolean().optional(),
  /**
   * Names of the resources whose rows hold checks, by the beginnings of the unique keys; for a resource with a row only of
   * those with its slug.
   */
  held: packedTable.optional(),
  /** Whether another resource of the program assigns channels to this check. */
  isAssigned: z.boolean().optional(),
  /** For a channel assignment: whether the program makes the check that it names by a slug, or may do so. */
  isOfProgram: z.boolean().optional(),
  /** For a channel assignment: the URN of its own row, perhaps a former one of the resource. */
  rowUrn: z.string().optional(),
  /** The same: the UUIDs of channels that other rows of its check hold, by the URNs of those rows. */
  otherChannels: z.record(z.string(), z.array(z.string())).optional(),
});

/** What the program knows of a resource's run. */
export type RunNote = z.output<typeof runNote>;

/** The same as the program sends it. */
export type SentNote = z.input<typeof runNote>;

/** How many digits of a unique key distinguish the checks of a project. */
export const HELD_DIGITS = 12;

/** The note among the inputs of a resource; absent in runs of a program with an older version of this package. */
export function noteIn(inputs: Values): RunNote | undefined {
  const parsed = runNote.safeParse(inputs[RUN_NOTE]);
  return parsed.success ? parsed.data : undefined;
}

/** The settings among the inputs of a resource, by their names such as `merchant:url`; none where the program tells none. */
export function settingsIn(inputs: Values): Values {
  const told = z.record(z.string(), z.string()).safeParse(inputs[PROGRAM_SETTINGS]);
  return told.success ? told.data : {};
}

/** The notes of a run, found again by the identity of a resource, because the engine's later calls do not carry them. */
export class RunNotes {
  private readonly byIdentity = new Map<string, RunNote>();
  /** What the program declares of the resources that have rows, by kind and id. */
  private readonly declared = new Map<string, Values>();

  /** Rows that leave their project, by kind and id, although their notes say that they stay. */
  private readonly leaving = new Set<string>();

  /** Names of the resources of the state, by the beginnings of the unique keys of their checks. */
  private readonly rowNames = new Map<string, string>();
  /** The tables of which these come. */
  private readonly heard = new Set<Table>();

  add(kind: string, identities: readonly string[], note: RunNote, inputs: Values): void {
    if (note.held && !this.heard.has(note.held)) {
      this.heard.add(note.held);
      for (const [key, name] of Object.entries(note.held)) this.rowNames.set(key, name);
    }
    if (note.row !== undefined) this.declare(kind, note.row, inputs);
    for (const identity of identities) this.byIdentity.set(`${kind} ${identity}`, note);
  }

  /** The program says this of the resource with this id. */
  declare(kind: string, id: string, inputs: Values): void {
    this.declared.set(`${kind} ${id}`, inputs);
  }

  /** A row leaves its project, although its note says that it stays. */
  leave(kind: string, id: string): void {
    this.leaving.add(`${kind} ${id}`);
  }

  /** Whether it does. */
  leaves(kind: string, id: string): boolean {
    return this.leaving.has(`${kind} ${id}`);
  }

  /** What the program says now of the resource with this id, once it was declared. */
  inputsOf(kind: string, id: string): Values | undefined {
    return this.declared.get(`${kind} ${id}`);
  }

  /**
   * The resource of the state whose check has this unique key; as the note of the resource that asks says it, where it does:
   * one that moves may get what another one leaves behind. That of a resource with a row says it of a few checks only.
   */
  rowOf(uniqueKey: string, { held, row }: Partial<RunNote> = {}): string | undefined {
    const key = uniqueKey.slice(0, HELD_DIGITS);
    return held === undefined || row !== undefined ? this.rowNames.get(key) : held[key];
  }

  of(kind: string, identities: readonly string[]): RunNote | undefined {
    for (const identity of identities) {
      const note = this.byIdentity.get(`${kind} ${identity}`);
      if (note) return note;
    }
    return undefined;
  }
}
