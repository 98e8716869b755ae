/**
 * What the program has declared to the dynamic host of one kind of resource in this run. The engine's calls name no
 * resource, and in a refresh they carry the inputs of the run before, perhaps between calls for the present ones.
 */
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../core/fields";
import type { ResourceDefinition, Row } from "../core/resource";
import type { RunNote } from "../core/runNotes";

export class Heard {
  private isAny = false;
  private isUnlisted = false;
  /** Inputs for rows whose ids the program does not know, because its own alias names them. */
  private readonly aliased: Values[] = [];
  /** Ids of the rows that stay. */
  private readonly rows = new Set<string>();
  /** Ids of the rows that move to another project. */
  private readonly moving = new Set<string>();
  private readonly foreseen = new Set<string>();
  /** Rows that stay as far as the definition says, by what identifies them. */
  private readonly staying = new Map<string, Row>();
  /** Names of the resources of the program, by what identifies them. */
  private readonly names = new Map<string, string>();

  constructor(private readonly definition: ResourceDefinition) {}

  /** Notes what the program declares of a resource. */
  add(note: RunNote, inputs: Values): void {
    this.isAny = true;
    if (note.unlisted) this.isUnlisted = true;
    if (note.row !== undefined) this.rows.add(note.row);
    if (note.rowElsewhere !== undefined) this.moving.add(note.rowElsewhere);
    for (const identity of this.identitiesOf(inputs)) this.names.set(identity, note.name);
  }

  /** Notes what the program declares of a resource for which the engine has inputs of the run before. */
  addRow(note: RunNote, inputs: Values): void {
    if (note.row === undefined && note.rowElsewhere === undefined) this.aliased.push(inputs);
  }

  /**
   * Notes a resource that stays as it was in the run before: where a transform gives it `ignoreChanges: ["*"]`, the engine
   * drops the program's note, too. A refresh does not check, so it is the program's.
   */
  addFrozen(inputs: Values): void {
    this.isAny = true;
    this.aliased.push(inputs);
    for (const identity of this.identitiesOf(inputs)) this.names.set(identity, "");
  }

  /** Whether the program declares the resource of the row with this id. */
  isDeclared(id: string): boolean {
    return this.rows.has(id) || this.moving.has(id);
  }

  /** Whether the program declared these inputs for the row with this id. */
  has(id: string, inputs: Values): boolean {
    const { isOneRow, identities } = this.definition;
    // If the program does not know its rows, a row is recognized by its identity; nobody else may take what it has.
    if (isOneRow && !this.isUnlisted)
      return this.rows.has(id) || this.aliased.some((said) => isDeepStrictEqual(said, inputs));
    if (!identities) return this.isAny;
    return this.identitiesOf(inputs).some((identity) => this.names.has(identity));
  }

  /** Notes a row that stays as far as the definition knows. The engine may still replace it, for example because of `replaceOnChanges`. */
  stays(row: Row): void {
    if (!this.definition.unclaim) return;
    for (const identity of this.identitiesOf(row.inputs)) this.staying.set(identity, row);
  }

  /** Returns such a row of this resource once. */
  takeStaying({ name }: RunNote, inputs: Values): Row | undefined {
    const own = this.identitiesOf(inputs).find(
      (identity) => this.staying.has(identity) && this.names.get(identity) === name,
    );
    if (own === undefined) return undefined;
    const row = this.staying.get(own);
    this.staying.delete(own);
    return row;
  }

  /** Notes that the foresight of a resource with a row was reported. */
  foresaw(note: RunNote, inputs: Values): void {
    this.foreseen.add(this.named(note, inputs));
  }

  /** Whether it was reported: for a resource that it replaces, the engine checks again as if it had no row. */
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
