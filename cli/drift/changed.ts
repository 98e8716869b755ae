/** Field by field: what is neither as declared nor as the last `up` left it. */
import type { Fields, Values } from "../../provider/fields";
import { difference, type ResourceDefinition } from "../../provider/resource";
import { isUnknown } from "../../provider/unknown";
import { fieldValue } from "../../provider/wire";
import type { ChangedField } from "./findings";
import type { Observed } from "./observed";

type Told = ChangedField["live"];

/**
 * The fields that somebody changed. A field that was changed to what the program says now is settled, and one that
 * only the program changed is pending: neither is drift.
 */
export function changedFields(definition: ResourceDefinition, seen: Observed): ChangedField[] {
  const { row, declared, now } = seen;
  if (!now) return [];
  const { fields } = definition;
  const state = row.applied.values;
  const drifted = difference(definition, state, now).changed;
  const unsettled = declared ? difference(definition, now, declared.declared).changed : drifted;
  return drifted
    .filter((key) => unsettled.includes(key) && !row.applied.sealed.has(key))
    .map((field) => {
      const secret = row.applied.secret.has(field) || declared?.secret.has(field) === true;
      const tell = (values: Values) => told(fields, field, values, secret);
      return withoutUnset({
        field,
        declared: tell(declared?.declared ?? state),
        applied: tell(state),
        live: tell(now),
      });
    });
}

function told(fields: Fields, field: string, values: Values, secret: boolean): Told {
  const value = fieldValue(fields, field, values);
  if (value === undefined) return undefined;
  if (secret) return "[secret]";
  return isUnknown(value) ? "[unknown]" : (value as Told);
}

function withoutUnset(given: Record<keyof ChangedField, Told> & { field: string }): ChangedField {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ChangedField;
}
