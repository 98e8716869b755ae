/**
 * Compares fields. A change made on the service is drift; a change made only in the program is pending, because `pulumi
 * up` will apply it.
 */
import { compare } from "../../provider/core/compare";
import { type Fields, metaOf, type Values, withoutUndefined } from "../../provider/core/fields";
import { difference, type ResourceDefinition } from "../../provider/core/resource";
import { isUnknown } from "../../provider/core/unknown";
import { fieldValue } from "../../provider/core/wire";
import { definitionOf } from "../stacks/row";
import type { AppliedRow } from "../stacks/state";
import { type ChangedField, type DriftReport, SECRET } from "./findings";
import { declarationOf } from "./names";
import type { Observed } from "./observed";
import type { StackView } from "./places";
import { type DeclaredRow, urnInState } from "./preview";

type Shown = ChangedField["live"];

/**
 * The fields changed on the service. Not drift: a field whose live value the program now declares, too, and one that
 * only the program changed (pending).
 */
export function changedFields(definition: ResourceDefinition, seen: Observed): ChangedField[] {
  const { row, declared, now } = seen;
  if (!now) return [];
  const { fields } = definition;
  const state = row.applied.values;
  const drifted = difference(definition, state, now).changed;
  const unsettled = declared ? difference(definition, now, declared.declared).changed : drifted;
  return drifted
    .filter((key) => unsettled.includes(key) && !isSealed(fields, key, row.applied.sealed))
    .map((field) => {
      const secret =
        metaOf(fields, field).secret === true ||
        row.applied.secret.has(field) ||
        declared?.secret.has(field) === true;
      const valueIn = (values: Values) => reportedValue(fields, field, values, secret);
      return changedField({
        field,
        declared: valueIn(declared?.declared ?? state),
        applied: valueIn(state),
        live: valueIn(now),
      });
    });
}

/**
 * Whether a field cannot be judged, because its own value in the state, or that of a field it depends on, is unknown.
 */
function isSealed(fields: Fields, field: string, sealed: ReadonlySet<string>): boolean {
  const { onlyWith, onlyWithout } = metaOf(fields, field);
  return [field, onlyWith, onlyWithout].some((key) => key !== undefined && sealed.has(key));
}

function reportedValue(fields: Fields, field: string, values: Values, secret: boolean): Shown {
  const value = fieldValue(fields, field, values);
  if (value === undefined) return undefined;
  if (secret) return SECRET;
  return isUnknown(value) ? "[unknown]" : (value as Shown);
}

function changedField(
  given: Record<"declared" | "applied" | "live", Shown> & { field: string },
): ChangedField {
  return withoutUndefined(given) as ChangedField;
}

type Pending = DriftReport["pending"];

/** The changes that the next `up` of a stack will make, sorted by name; empty if only the state is compared. */
export function pendingIn({ applied, declared }: StackView): Pending {
  if (!declared) return [];
  const before = new Map(applied.map((row) => [row.urn, row]));
  const after = new Set(declared.map(urnInState));
  const dropped = applied.filter(({ urn, kind }) => !after.has(urn) && definitionOf(kind));
  const pending: Pending = [
    ...declared.flatMap((row): Pending => {
      const change = changeOf(row, before.get(urnInState(row)));
      return change ? [{ declaredBy: declarationOf(row), change }] : [];
    }),
    ...dropped.map((row): Pending[number] => ({
      declaredBy: declarationOf(row),
      change: row.retained ? "forget" : "delete",
    })),
  ];
  return pending.sort((a, b) => compare(a.declaredBy.resource, b.declaredBy.resource));
}

function changeOf(row: DeclaredRow, before: AppliedRow | undefined): "create" | "update" | undefined {
  const definition = definitionOf(row.kind);
  if (!definition) return undefined;
  if (!before) return "create";
  const { changed } = difference(definition, before.applied.values, row.declared);
  // The engine hides secrets in a preview, so they cannot be compared.
  return changed.some((key) => !row.secret.has(key)) ? "update" : undefined;
}
