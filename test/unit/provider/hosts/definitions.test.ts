import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import * as provider from "../../../../provider";
import { fieldMeta, produced, type Values } from "../../../../provider/core/fields";
import { silent } from "../../../../provider/core/log";
import { defineResource, type ResourceDefinition, secretsOf } from "../../../../provider/core/resource";
import { Session } from "../../../../provider/core/session";
import { checkInputs } from "../../../../provider/hosts/calls";
import { definitions } from "../../../../provider/hosts/definitions";

const PROVIDER = join(__dirname, "..", "..", "..", "..", "provider");

/** What the modules of the provider export, each with the file that exports it. */
function exported(): [string, unknown][] {
  const files = readdirSync(PROVIDER, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      Object.values(require(join(PROVIDER, file)) as object).map((one): [string, unknown] => [file, one]),
    );
}

function isDefinition(one: unknown): one is ResourceDefinition {
  return typeof one === "object" && one !== null && "fields" in one && "create" in one && "kind" in one;
}

/** The life cycle of something that is only declared. */
const idle = {
  kind: "Note",
  create: async () => ({ id: "1", state: {} as never }),
  read: async (_session: unknown, _id: string, state: Values) => state as never,
  update: async (_session: unknown, _id: string, state: Values) => state as never,
  delete: async () => {},
};
const plain = () => z.string().register(fieldMeta, { managed: "always" });
const secret = () => produced(z.string(), { secret: true });

describe("the table of definitions", () => {
  it("holds every resource that a module of the provider exports", () => {
    const found = exported().filter((entry): entry is [string, ResourceDefinition] => isDefinition(entry[1]));
    expect(found.length).toBeGreaterThanOrEqual(6);
    const missing = found.filter(([, one]) => !Object.values(definitions).includes(one));
    expect(missing.map(([file, { kind }]) => `${kind} of ${file}`)).toEqual([]);
  });

  it("is what the engine finds in the provider, under names that never change", () => {
    expect(Object.keys(provider).sort()).toEqual(Object.keys(definitions).sort());
    expect(Object.keys(definitions)).toEqual(
      expect.arrayContaining([
        "check",
        "channelAssignment",
        "paymentsConfig",
        "refund",
        "refundAttempt",
        "invoiceShare",
      ]),
    );
  });

  it("calls each resource by its kind, as states do", () => {
    for (const [name, { kind }] of Object.entries(definitions)) {
      expect(name).toBe(`${kind.charAt(0).toLowerCase()}${kind.slice(1)}`);
    }
  });
});

describe("the secrets of a resource", () => {
  it.each(Object.entries(definitions))("of %s are those that its fields declare", (_name, definition) => {
    const { fields, outputs, internals = {} } = definition;
    const flagged = [fields, outputs, internals].flatMap((group) =>
      Object.entries(group)
        .filter(([, type]) => fieldMeta.get(type)?.secret)
        .map(([key]) => key),
    );
    expect(secretsOf(definition).sort()).toEqual([...new Set(flagged)].sort());
  });

  it("are known to be these, so that a flag does not get lost", () => {
    const secrets = Object.entries(definitions).map(([name, one]) => [name, secretsOf(one).sort()]);
    expect(Object.fromEntries(secrets)).toEqual({
      check: ["__canonical", "pingUrl"],
      channelAssignment: [],
      paymentsConfig: ["__issuedFor", "accessToken", "previousAccessToken", "secretKey"],
      refund: [],
      refundAttempt: [],
      invoiceShare: [],
    });
  });

  it("are those of inputs, of outputs and of what the state keeps", () => {
    const fields = { title: plain(), password: secret() };
    const note = defineResource({
      ...idle,
      fields,
      outputs: { token: secret() },
      internals: { __seal: secret() },
    });
    expect(secretsOf(note)).toEqual(["password", "token", "__seal"]);
  });
});

describe("the definition of a resource", () => {
  const bare = z.string();

  it("is refused when it is loaded if a field has no facts", () => {
    const refused = "the field bare has no facts registered";
    expect(() => defineResource({ ...idle, fields: { bare }, outputs: {} })).toThrow(refused);
    // @ts-expect-error: nothing says whether it is a secret
    expect(() => defineResource({ ...idle, fields: { title: plain() }, outputs: { bare } })).toThrow(refused);
  });

  it("is refused if what the state keeps has no facts, or the name of something public", () => {
    const groups = { fields: { title: plain() }, outputs: {} };
    // @ts-expect-error: nothing says whether it is a secret
    expect(() => defineResource({ ...idle, ...groups, internals: { __bare: bare } })).toThrow(
      "the field __bare has no facts registered",
    );
    expect(() => defineResource({ ...idle, ...groups, internals: { seal: secret() } })).toThrow(
      "Note: the name of seal does not begin with __",
    );
  });

  it("does not compile with an output, or a value that the state keeps, that does not say whether it is a secret", () => {
    const groups = { fields: { title: plain() }, outputs: {} };
    // @ts-expect-error: `secret` is forgotten among the facts
    const forgotten = produced(z.string(), { stable: true });
    const unsaid = () => z.string().register(fieldMeta, { managed: "never" });
    // @ts-expect-error: its facts do not have to say it
    const one = defineResource({ ...idle, ...groups, outputs: { url: unsaid() } });
    // @ts-expect-error: its facts do not have to say it
    const other = defineResource({ ...idle, ...groups, internals: { __seal: unsaid() } });
    const said = defineResource({
      ...idle,
      ...groups,
      outputs: { url: produced(z.string(), { secret: false }) },
    });
    expect([forgotten, one, other, said].filter((made) => made !== undefined)).toHaveLength(4);
  });

  it("gives its life cycle the types of its fields", async () => {
    const note = defineResource({
      ...idle,
      fields: { title: plain() },
      outputs: { length: produced(z.number(), { secret: false }) },
      async create(_session, inputs) {
        // @ts-expect-error: there is no such field
        const { colour } = inputs;
        return { id: inputs.title, state: { ...inputs, length: inputs.title.length + (colour ? 1 : 0) } };
      },
      async update(_session, _id, state, inputs) {
        // @ts-expect-error: what no field declares is not in the state
        const { colour } = state;
        return colour ? { ...inputs, length: 0 } : state;
      },
    });
    const session = new Session(() => undefined, silent);
    const { id, state } = await note.create(session, { title: "ab" });
    expect([id, state]).toEqual(["ab", { title: "ab", length: 2 }]);
    expect(await note.update(session, id, state, { title: "c" })).toEqual(state);
  });
});

describe("a value that no field can have", () => {
  const strange = [5, true, null, "x", "", [], [null], [["a"]], {}, { a: 1 }, new Date(0)];

  it.each(Object.entries(definitions))(
    "makes no error of %s that is none of its own",
    (_name, definition) => {
      const note = { name: "one", stack: "jobs/dev", preview: true };
      for (const key of Object.keys(definition.fields)) {
        for (const value of strange) {
          const run = new Session((name) => CONFIGURED[name], silent);
          const given = { slug: "backup", check: "backup", transactionNumber: "1", [key]: value };
          expect(() => checkInputs(run, definition, {}, given, note)).not.toThrow();
        }
      }
    },
  );
});

const CONFIGURED: Record<string, string> = {
  "checks:url": "https://monitoring.example.com",
  "checks:apiKey": "k",
  "merchant:url": "https://payments.example.com",
};
