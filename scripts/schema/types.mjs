/** Pulumi's types, from zod's. */

const ANY = { $ref: "pulumi.json#/Any" };
const TYPES = "checks:index:";
/** Whole seconds, or a text such as `5m`. */
const LENGTH_OF_TIME = { oneOf: [{ type: "integer" }, { type: "string" }] };

/** Reads types; objects inside of others get names, which are collected in `named`. */
export function typesOf(z, secrets) {
  const named = {};
  const json = (type, io) => z.toJSONSchema(type, { io, unrepresentable: "any" });

  /** `one` is JSON schema; `name` is what an object in it is called. */
  function spec(one, name, docs) {
    if (String(one.type) === "number,string") return LENGTH_OF_TIME;
    const several = Array.isArray(one.type) ? one.type.map((type) => ({ ...one, type })) : one.anyOf;
    const options = several?.filter(isInJson).filter(({ type }) => type !== "null");
    if (options) return choice(options, name, docs);
    if (one.enum || typeof one.const === "string") return { type: "string" };
    if (one.type === "array") return { type: "array", items: spec(one.items, singular(name), docs) };
    if (one.type === "object" && one.properties) return reference(one, name, docs);
    if (one.type === "object") {
      return {
        type: "object",
        additionalProperties: spec(one.additionalProperties ?? {}, singular(name), docs),
      };
    }
    return ["string", "number", "integer", "boolean"].includes(one.type) ? { type: one.type } : ANY;
  }

  /** A text or a list is anything, on which the languages agree. */
  function choice(options, name, docs) {
    const specs = options.map((one) => spec(one, name, docs));
    const plain = [...new Set(specs.map(({ type }) => type))];
    if (plain.length === 1) return specs[0];
    return plain.every((type) => ["string", "number", "integer"].includes(type)) ? { oneOf: specs } : ANY;
  }

  function reference(one, name, docs) {
    named[`${TYPES}${name}`] ??= { type: "object", ...objectSpec(one, name, docs) };
    return { $ref: `#/types/${TYPES}${name}` };
  }

  function objectSpec({ properties, required = [] }, name, docs) {
    return {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [
          key,
          {
            ...spec(one, name + capital(key), docs),
            description: docs(key, name),
            ...(secrets.has(key) && { secret: true }),
          },
        ]),
      ),
      // Null is what is absent, to most languages.
      required: required.filter((key) => !mayBeNull(properties[key])),
    };
  }

  return {
    named,
    input: (type, { unit }, name, docs) =>
      unit === "seconds" ? LENGTH_OF_TIME : spec(json(type, "input"), name, docs),
    output: (type, { unit }, name, docs) =>
      unit === "seconds" ? { type: "integer" } : spec(json(type, "input"), name, docs),
    /** Configuration is text to some languages: what has parts is given as such, and understood as JSON too. */
    setting: (type) => settingSpec(json(type, "input"), json(type, "output")),
    object: (type, name, docs) => ({ type: "object", ...objectSpec(json(type, "output"), name, docs) }),
  };

  function settingSpec(input, output) {
    const { type } = { ...input, ...output };
    if (type === "number" || type === "integer") return { type: "integer" };
    if (type === "boolean") return { type: "boolean" };
    return type === "string" || output.enum ? { type: "string" } : ANY;
  }
}

const mayBeNull = ({ type, anyOf = [] }) =>
  [type].flat().includes("null") || anyOf.some((one) => one.type === "null");

/** A Date is an option to programs in TypeScript, and nothing to the engine. */
const isInJson = (option) => Object.keys(option).length > 0;

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const singular = (word) => word.replace(/s$/, "");
