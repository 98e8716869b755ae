/** The rows of the state that a run has come across and the resources that it has created: nothing on the service may belong to two rows. */
import { ChecksError } from "../../core/errors";
import { secondRow, withSubject } from "../../core/refusal";
import { kindIn, nameIn } from "../urnParts";
import type { Named } from "./served";
import type { ToldRow } from "./toldRow";

export class RowsOfRun {
  /** The rows of declared resources, by URN: replacing a row in place does not make a new check. */
  private readonly rows = new Map<string, ToldRow>();
  /** Their URNs by kind and id, because thousands of resources look for others with their id. */
  private readonly urns = new Map<string, Set<string>>();
  /** URNs of what the run has made, by kind and id: a check must not get two rows. */
  private readonly made = new Map<string, string>();

  of(urn: string): ToldRow | undefined {
    return this.rows.get(urn);
  }

  add(urn: string, row: ToldRow): void {
    const before = this.rows.get(urn);
    if (before) this.urns.get(keyOf(urn, before.id))?.delete(urn);
    this.rows.set(urn, row);
    const key = keyOf(urn, row.id);
    this.urns.set(key, (this.urns.get(key) ?? new Set()).add(urn));
  }

  /** The run has made this, or found it. @throws {ChecksError} when it is another resource's. */
  addMade({ urn }: Named, id: string): void {
    this.made.set(keyOf(urn, id), urn);
    const holder = this.holderOf(urn, id);
    if (holder !== undefined) throw takenOverError(urn, holder);
  }

  /** Depending on the engine's order, a new resource may find what another one is about to give up. */
  refuseTaken({ urn }: Named, id: string): void {
    const maker = this.made.get(keyOf(urn, id));
    if (maker !== undefined && maker !== urn) throw takenOverError(maker, urn);
  }

  /** A failed `up` may have left two rows for one thing. */
  refuseSecondRow({ urn }: Named, id: string): void {
    const other = this.holderOf(urn, id);
    if (other === undefined) return;
    throw withSubject(called(urn), secondRow(`the ${called(other)}`));
  }

  /** Another resource whose row has this id, and stays where it is. */
  private holderOf(urn: string, id: string): string | undefined {
    const holders = [...(this.urns.get(keyOf(urn, id)) ?? [])];
    return holders.find((other) => other !== urn && !this.rows.get(other)?.leaves);
  }
}

function keyOf(urn: string, id: string): string {
  return `${kindIn(urn)} ${id}`;
}

/** A resource in messages: `Check "backup"`. */
function called(urn: string): string {
  return `${kindIn(urn)} "${nameIn(urn)}"`;
}

/** Two rows of the state would be one thing on the service. */
function takenOverError(maker: string, holder: string): ChecksError {
  return new ChecksError({
    subject: called(maker),
    reason: `it would take over the ${called(holder)} of this program`,
    remedy: `First run an \`up\` that only gives "${nameIn(holder)}" its new slug; then add this resource`,
  });
}
