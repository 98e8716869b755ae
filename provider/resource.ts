/**
 * What every resource implements, and the check and diff that all of them share because both follow from
 * the fields. A resource knows its endpoints and no engine; the hosts know the engine and no resource.
 */
import { isDeepStrictEqual } from "node:util";
import { applies, defaultOf, type Fields, metaOf, type Values } from "./fields";
import type { Session } from "./session";
import { isUnknown } from "./unknown";
import { fieldValue, sameValue } from "./wire";

/** A refused property: where and why, on one line, never quoting the value (it could be a secret). */
export interface Problem {
  property: string;
  reason: string;
}

/** The resource exists, but a later step failed; the next `up` finishes it by an update. */
export class Unfinished extends Error {
  constructor(
    readonly id: string,
    readonly state: Values,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Something to do that no field shows. */
export interface Due {
  /** Told to the user in the preview too. */
  reason: string;
  /** The property to blame when the resource has to be made anew. */
  replaces?: string;
}

/** A kind of resource: its fields, and its life cycle against the service. */
export interface ResourceDefinition {
  /** For example `Check`. */
  readonly kind: string;
  readonly fields: Fields;
  /** Names of secret outputs that are not inputs. */
  readonly secretOutputs: readonly string[];
  /** Rewrites deprecated spellings. Called on inputs that may hold unknown values. */
  translate?(inputs: Values): Values;
  /** Rules between fields that their facts do not express. Called with the inputs that are known and right by themselves. */
  rules?(inputs: Values): Problem[];
  /**
   * Told of each resource of the state that the run comes across, before it is written. Makes no request.
   * Gives the fields that the run itself has undone since, so that they are written again. `stays` is false when the
   * run is about to replace the resource.
   */
  claim?(session: Session, id: string, state: Values, stays: boolean): string[];
  /** Why an up has to write the resource although no field differs, for example because time has passed. Makes no request. */
  due?(session: Session, state: Values, inputs: Values): Due | undefined;
  /** Throws `Unfinished` when the resource exists but could not be completed. */
  create(session: Session, inputs: Values): Promise<{ id: string; state: Values }>;
  /** The state as the service has it now; undefined only with proof that the resource is gone. */
  read(session: Session, id: string, state: Values): Promise<Values | undefined>;
  update(session: Session, id: string, state: Values, inputs: Values): Promise<Values>;
  delete(session: Session, id: string, state: Values): Promise<void>;
}

/** The inputs completed with their defaults, and everything that is wrong with them, at once. */
export function validate(
  definition: ResourceDefinition,
  news: Values,
): { inputs: Values; problems: Problem[] } {
  const { fields } = definition;
  const named = Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined));
  const problems = [
    ...Object.keys(named).flatMap((key) => unknownProperty(fields, key)),
    ...Object.keys(fields).flatMap((key) => valueProblems(fields, key, named)),
    ...Object.keys(fields).flatMap((key) => companionProblems(fields, key, named)),
  ];
  const wrong = new Set(problems.map(({ property }) => property.split(/[.[]/)[0]));
  const sound = Object.entries(named).filter(([key, value]) => !wrong.has(key) && !isUnknown(value));
  problems.push(...(definition.rules?.(Object.fromEntries(sound)) ?? []));
  const inputs = completed(fields, definition.translate?.(named) ?? named);
  return { inputs, problems };
}

/** A property that the resource does not have: a typing error that the service would silently ignore. */
function unknownProperty(fields: Fields, key: string): Problem[] {
  if (Object.hasOwn(fields, key)) return [];
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  const near = Object.keys(fields).find((field) => plain(field) === plain(key));
  const advice = near === undefined ? `it has ${Object.keys(fields).join(", ")}` : `did you mean ${near}?`;
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
    reason: value === undefined ? "is required" : message,
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
        reason: `only has a meaning together with ${onlyWith}; set ${onlyWith} or remove ${key}`,
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

/** Things that are allowed but probably not meant; told as warnings by the SDK. */
export function warnings(definition: ResourceDefinition, named: Values): string[] {
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
function completed(fields: Fields, named: Values): Values {
  const inputs: Values = {};
  for (const [key, type] of Object.entries(fields)) {
    const meta = metaOf(fields, key);
    if (!applies(meta, named)) continue;
    const value = named[key] ?? (meta.managed === "always" ? defaultOf(type) : undefined);
    if (value !== undefined) inputs[key] = value;
  }
  return inputs;
}

/** How the engine should go from the state to the inputs. */
export interface Difference {
  changed: string[];
  replaces: string[];
}

/** Which fields differ. A value that is not known yet differs, but forces no replacement. */
export function difference(definition: ResourceDefinition, state: Values, inputs: Values): Difference {
  const { fields } = definition;
  const changed = Object.keys(fields).filter((key) => {
    const meta = metaOf(fields, key);
    if (meta.managed === "never" && meta.replaces === undefined) return false;
    const [old, now] = [fieldValue(fields, key, state), fieldValue(fields, key, inputs)];
    return !sameValue(meta, old, now) && !isDeepStrictEqual(old, now);
  });
  const replaces = changed.filter((key) => metaOf(fields, key).replaces && !isUnknown(inputs[key]));
  return { changed, replaces };
}
