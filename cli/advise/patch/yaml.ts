/** Finds where a Pulumi YAML program declares a check, and the edit for it. */
import { isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import {
  type Edit,
  type FieldChange,
  insertion,
  lengthOf,
  lineEndOf,
  NotPatchable,
  requireDefault,
  requireValue,
} from "./edit";

const TYPES = ["checks:Check", "checks:index:Check"];

/**
 * The edits for a check; undefined if the text declares none with that slug.
 * @throws {NotPatchable} if it does, but in a form that cannot be changed.
 */
export function editsInYaml(text: string, slug: string, changes: readonly FieldChange[]): Edit[] | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const resources = document.get("resources");
  const own = (isMap(resources) ? resources.items : []).flatMap(({ value }) => {
    if (!isMap(value) || !TYPES.includes(String(value.get("type")))) return [];
    const properties = value.get("properties");
    return isMap(properties) && properties.get("slug") === slug ? [properties] : [];
  });
  const [only, ...others] = own;
  if (!only) return undefined;
  if (others.length > 0) throw new NotPatchable("it is declared more than once there");
  return changes.map((change) => editOf(text, only, change));
}

function editOf(text: string, properties: YAMLMap, change: FieldChange): Edit {
  const value = properties.get(change.field, true);
  if (value === undefined) return addition(text, properties, change);
  const range = isScalar(value) ? value.range : undefined;
  const given = isScalar(value) ? value.value : undefined;
  if (!range || (typeof given !== "number" && typeof given !== "string")) {
    throw new NotPatchable(`its ${change.field} is not a literal there`);
  }
  requireValue(change, given);
  return {
    start: range[0],
    end: range[1],
    text: typeof given === "number" ? String(change.to) : lengthOf(change.to),
  };
}

/** Adds a line after that of the slug, with which its remark stays. */
function addition(text: string, properties: YAMLMap, change: FieldChange): Edit {
  requireDefault(change);
  const slug = properties.items.find((item) => isScalar(item.key) && item.key.value === "slug");
  const [key, value] = [slug?.key, slug?.value];
  const begin = isScalar(key) ? key.range?.[0] : undefined;
  const end = isScalar(value) ? value.range?.[1] : undefined;
  if (properties.flow || begin === undefined || end === undefined) {
    throw new NotPatchable("it is declared on one line");
  }
  const indent = /[^\n]*$/.exec(text.slice(0, begin))?.[0] ?? "";
  if (!/^ *$/.test(indent)) throw new NotPatchable("its slug is not on a line of its own");
  const remark = /^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? "";
  return insertion(end + remark.length, `${lineEndOf(text)}${indent}${change.field}: ${lengthOf(change.to)}`);
}
