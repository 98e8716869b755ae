/**
 * What the program has told the dynamic host of one kind of resource in this run. The engine's calls name no resource, and
 * in a refresh it compares with the inputs of the run before, perhaps amid what the program says now.
 */
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../core/fields";
import type { ResourceDefinition, Row } from "../core/resource";
import type { RunNote } from "../core/runNotes";

export class Heard {
  private isAny = false;
  private isUnlisted = false;
  /** What is said of rows whose ids the program does not know, because an alias of its own names them. */
  private readonly aliased: Values[] = [];
  /** Ids of the rows that stay. */
  private readonly rows = new Set<string>();
  /** Ids of those that are to be made elsewhere. */
  private readonly moving = new Set<string>();
  private readonly foreseen = new Set<string>();
  /** Rows that stay as far as the definition says, by what identifies them. */
  private readonly staying = new Map<string, Row>();
  /** Names of the resources of the program, by what identifies them. */
  private readonly names = new Map<string, string>();

  constructor(private readonly definition: ResourceDefinition) {}

  /** The program says this of a resource. */
  add(note: RunNote, inputs: Values): void {
    this.isAny = true;
    if (note.unlisted) this.isUnlisted = true;
    if (note.row !== undefined) this.rows.add(note.row);
    if (note.rowElsewhere !== undefined) this.moving.add(note.rowElsewhere);
    for (const identity of this.identitiesOf(inputs)) this.names.set(identity, note.name);
  }

  /** The program says this of a resource of which the engine has the inputs of the run before. */
  addRow(note: RunNote, inputs: Values): void {
    if (note.row === undefined && note.rowElsewhere === undefined) this.aliased.push(inputs);
  }

  /** Whether the program declares the resource of the row with this id. */
  isDeclared(id: string): boolean {
    return this.rows.has(id) || this.moving.has(id);
  }

  /** Whether the program said so of the row with this id. */
  has(id: string, inputs: Values): boolean {
    const { isOneRow, identities } = this.definition;
    // Where the program does not know its rows, one is known by what identifies it: nobody else may take what it has.
    if (isOneRow && !this.isUnlisted)
      return this.rows.has(id) || this.aliased.some((said) => isDeepStrictEqual(said, inputs));
    if (!identities) return this.isAny;
    return this.identitiesOf(inputs).some((identity) => this.names.has(identity));
  }

  /** The definition said of this row that it stays. `replaceOnChanges` and the like are the engine's own affair. */
  stays(row: Row): void {
    if (!this.definition.unclaim) return;
    for (const identity of this.identitiesOf(row.inputs)) this.staying.set(identity, row);
  }

  /** Gives, once, such a row of this resource. */
  takeStaying({ name }: RunNote, inputs: Values): Row | undefined {
    const own = this.identitiesOf(inputs).find(
      (identity) => this.staying.has(identity) && this.names.get(identity) === name,
    );
    if (own === undefined) return undefined;
    const row = this.staying.get(own);
    this.staying.delete(own);
    return row;
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
