/**
 * How much of a resource its row of the state contains. Languages without our SDK read outputs from the row, so it must
 * contain all of them; where our SDK fills in what follows from the rest, the row leaves that out, as on the dynamic
 * host.
 */
import type { Values } from "../../core/fields";
import { isLean, withImplied, withoutImplied } from "../../core/implied";
import type { ResourceDefinition } from "../../core/resource";

export class RowForms {
  /** URNs of resources whose program fills in what their rows leave out. */
  private readonly filledIn = new Set<string>();
  /** URNs of rows that are only to be completed: a program in another language has taken over. */
  private readonly incomplete = new Set<string>();

  /** Which program declares a resource. */
  hear(urn: string, isFilledIn: boolean): void {
    if (isFilledIn) this.filledIn.add(urn);
  }

  /** What the row of a resource holds that was just written. */
  formWritten(urn: string, definition: ResourceDefinition, state: Values): Values {
    return definition.derived && this.filledIn.has(urn)
      ? withoutImplied(definition, state)
      : withImplied(definition, state);
  }

  /** What it holds after it was read, whoever declares it: in the form that it had. */
  formRead(definition: ResourceDefinition, now: Values, before: Values): Values {
    return isLean(definition, before)
      ? withoutImplied(definition, now, before)
      : withImplied(definition, now);
  }

  /** Whether all there is to do with a row is to complete it for the program that declares it now. */
  isOnlyIncomplete(urn: string, definition: ResourceDefinition, row: Values, hasChanges: boolean): boolean {
    const isIncomplete = !hasChanges && !this.filledIn.has(urn) && isWanting(definition, row);
    if (isIncomplete) this.incomplete.add(urn);
    else this.incomplete.delete(urn);
    return isIncomplete;
  }

  /** Whether that was said of a row. */
  isToComplete(urn: string): boolean {
    return this.incomplete.has(urn);
  }
}

/** Whether the row lacks outputs that another language reads. Rows that only this package reads may lack them. */
function isWanting(definition: ResourceDefinition, row: Values): boolean {
  if (definition.isPart) return false;
  const missing = () => Object.keys(withImplied(definition, row)).some((key) => row[key] === undefined);
  return isLean(definition, row) || (MARK in row && missing());
}

/** The mark of the dynamic host, which stays in the outputs of a row that it made. */
const MARK = "__provider";

/** A row without that. */
export function withoutMark(row: Values): Values {
  const { [MARK]: _, ...rest } = row;
  return rest;
}
