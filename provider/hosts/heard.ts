/**
 * What the program has told the dynamic host of one kind of resource in this run. The engine's calls name no resource, and
 * in a refresh it compares with the inputs of the run before, perhaps amid what the program says now.
 */
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../core/fields";
import type { ResourceDefinition } from "../core/resource";
import type { RunNote } from "../core/runNotes";

export class Heard {
  private isAny = false;
  private isUnlisted = false;
  /** What is said of rows whose ids the program does not know, because an alias of its own names them. */
  private readonly aliased: Values[] = [];
  /** Ids of the rows that stay. */
  private readonly rows = new Set<string>();
  private readonly identities = new Set<string>();
  private readonly foreseen = new Set<string>();

  constructor(private readonly definition: ResourceDefinition) {}

  /** The program says this of a resource. */
  add(note: RunNote, inputs: Values): void {
    this.isAny = true;
    if (note.unlisted) this.isUnlisted = true;
    if (note.row !== undefined) this.rows.add(note.row);
    for (const identity of this.identitiesOf(inputs)) this.identities.add(identity);
  }

  /** The program says this of a resource of which the engine has the inputs of the run before. */
  addRow(note: RunNote, inputs: Values): void {
    if (note.row === undefined && note.rowElsewhere === undefined) this.aliased.push(inputs);
  }

  /** Whether the program said so of the row with this id. */
  has(id: string, inputs: Values): boolean {
    const { isOneRow, identities } = this.definition;
    // Where the program does not know its rows, one is known by what identifies it: nobody else may take what it has.
    if (isOneRow && !this.isUnlisted)
      return this.rows.has(id) || this.aliased.some((said) => isDeepStrictEqual(said, inputs));
    if (!identities) return this.isAny;
    return this.identitiesOf(inputs).some((identity) => this.identities.has(identity));
  }

  /** What an `up` would come across was told of a resource that has a row. */
  foresaw(note: RunNote, inputs: Values): void {
    this.foreseen.add(this.named(note, inputs));
  }

  /** Whether it was: of a resource that it replaces the engine asks once more, as if that had no row. */
  hasForeseen(note: RunNote, inputs: Values): boolean {
    return this.foreseen.has(this.named(note, inputs));
  }

  private named({ name }: RunNote, inputs: Values): string {
    return JSON.stringify([name, ...this.identitiesOf(inputs)]);
  }

  private identitiesOf(inputs: Values): string[] {
    return this.definition.identities?.(inputs) ?? [];
  }
}
