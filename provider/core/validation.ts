/** Validates and completes what a program declares of a resource: the same code for every kind, because it follows from the fields. */
import { applies, defaultOf, type Fields, metaOf, type Values, withoutUndefined } from "./fields";
import type { Problem, ResourceDefinition } from "./resource";
import { isUnknown } from "./unknown";

/** The inputs completed with their defaults, and everything that is wrong with them, at once. */
export function validate(
  definition: ResourceDefinition,
  news: Values,
): { inputs: Values; problems: Problem[] } {
  const { fields } = definition;
  const given = withoutUndefined(news);
  const named = inSeconds(fields, given);
  const problems = [
    ...Object.keys(named).flatMap((key) => unknownProperty(fields, key)),
    ...Object.keys(fields).flatMap((key) => valueProblems(fields, key, named)),
    ...Object.keys(fields).flatMap((key) => companionProblems(fields, key, named)),
  ];
  const wrong = new Set(problems.map(({ property }) => property.split(/[.[]/)[0]));
  const sound = Object.entries(named).filter(([key, value]) => !wrong.has(key) && !isUnknown(value));
  problems.push(...(definition.rules?.(Object.fromEntries(sound)) ?? []));
  const inputs = fillInDefaults(fields, definition.translate?.(named) ?? named);
  return { inputs, problems };
}

/** Lengths of time as numbers, so that state and differences know one form only; what is none stays, to be refused. */
function inSeconds(fields: Fields, named: Values): Values {
  const entries = Object.entries(named).map(([key, value]) => {
    if (typeof value !== "string" || isUnknown(value) || !Object.hasOwn(fields, key)) return [key, value];
    const parsed = metaOf(fields, key).unit === "seconds" ? fields[key]?.safeParse(value) : undefined;
    return [key, parsed?.success ? parsed.data : value];
  });
  return Object.fromEntries(entries);
}

/** A property that the resource does not have: a typing error that the service would silently ignore. */
function unknownProperty(fields: Fields, key: string): Problem[] {
  if (Object.hasOwn(fields, key)) return [];
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  const namesOf = (field: string) => [field, ...(metaOf(fields, field).alsoCalled ?? [])].map(plain);
  const near = Object.keys(fields).find((field) => namesOf(field).includes(plain(key)));
  const advice =
    near === undefined ? `the properties are ${Object.keys(fields).join(", ")}` : `did you mean ${near}?`;
  return [{ property: key, reason: `there is no such property; ${advice}` }];
}

function valueProblems(fields: Fields, key: string, named: Values): Problem[] {
  const value = named[key];
  if (isUnknown(value)) return [];
  const parsed = fields[key]?.safeParse(value);
  if (parsed === undefined || parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    property: path.reduce<string>(
      (at, step) => `${at}${typeof step === "number" ? `[${step}]` : `.${String(step)}`}`,
      key,
    ),
    reason: value === undefined ? (metaOf(fields, key).missing ?? "is required") : message,
  }));
}

/** Fields that need, or replace, one another. */
function companionProblems(fields: Fields, key: string, named: Values): Problem[] {
  if (named[key] === undefined) return [];
  const { onlyWith, deprecatedFor } = metaOf(fields, key);
  if (onlyWith !== undefined && named[onlyWith] === undefined) {
    return [
      {
        property: key,
        reason: `only works together with ${onlyWith}; set ${onlyWith} or remove ${key}`,
      },
    ];
  }
  if (deprecatedFor !== undefined && named[deprecatedFor] !== undefined) {
    return [
      {
        property: key,
        reason: `is the deprecated form of ${deprecatedFor}, which is also given; remove ${key}`,
      },
    ];
  }
  return [];
}

/** Things that are allowed but probably not meant; told as warnings by the SDK. Null is nothing that is named. */
export function warnings(definition: ResourceDefinition, given: Values): string[] {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return Object.keys(definition.fields).flatMap((key) => {
    if (named[key] === undefined) return [];
    const { onlyWithout, deprecatedFor } = metaOf(definition.fields, key);
    if (onlyWithout !== undefined && named[onlyWithout] !== undefined) {
      return [`${key} is ignored because ${onlyWithout} is given too; remove one of them`];
    }
    return deprecatedFor === undefined ? [] : [`${key} is deprecated; use ${deprecatedFor}`];
  });
}

/** Defaults filled in where a field is part of the desired state; what means nothing beside the rest left out. */
function fillInDefaults(fields: Fields, named: Values): Values {
  const inputs: Values = {};
  for (const [key, type] of Object.entries(fields)) {
    const meta = metaOf(fields, key);
    if (!applies(meta, named)) continue;
    const value = named[key] ?? (meta.managed === "always" ? defaultOf(type) : undefined);
    if (value !== undefined) inputs[key] = value;
  }
  return inputs;
}
