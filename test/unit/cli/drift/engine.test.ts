import { pendingIn } from "../../../../cli/drift/changes";
import { parsePreview } from "../../../../cli/drift/preview";
import { appliedRows, parseResources } from "../../../../cli/stacks/state";
import type { ResourceDefinition } from "../../../../provider/core/resource";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { validate } from "../../../../provider/core/validation";
import { check } from "../../../../provider/monitor/check/check";

const PROVIDER = 'exports.handler = () => require("pulumi-checks/provider").check';
const TYPE = "pulumi-nodejs:dynamic/checks:Check";
const urn = (name: string) => `urn:pulumi:dev::jobs::${TYPE}::${name}`;
const secret = (content: object) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ...content,
});

const parseRows = (text: string, what: string) => appliedRows(parseResources(text, what));

describe("an exported state", () => {
  const state = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
  const row = (more: object = {}) => ({
    urn: urn("a"),
    type: TYPE,
    id: "uuid",
    outputs: { slug: "a" },
    ...more,
  });

  it("gives the resources of this package, with their names, stack and age", () => {
    const rows = parseRows(
      state(
        { urn: "urn:pulumi:dev::jobs::pulumi:pulumi:Stack::jobs-dev", type: "pulumi:pulumi:Stack" },
        row({ created: "2026-05-01T00:00:00Z" }),
        row({ urn: "urn:pulumi:dev::jobs::my:Group$checks:index:Check::a::b", type: "checks:index:Check" }),
      ),
      "x",
    );
    expect(rows).toMatchObject([
      { resource: "a", stack: "jobs/dev", kind: "Check", id: "uuid", created: "2026-05-01T00:00:00Z" },
      { resource: "a::b", stack: "jobs/dev", kind: "Check" },
    ]);
  });

  it("leaves out what only waits to be deleted", () => {
    expect(parseRows(state(row({ delete: true })), "x")).toEqual([]);
  });

  it("tells what a program that drops it does to each resource: what is retained is only forgotten", () => {
    const rows = parseRows(state(row(), row({ urn: urn("b"), retainOnDelete: true })), "x");
    const view = { name: "jobs/dev", session: undefined as never, applied: rows, declared: [] };
    expect(pendingIn(view).map(({ declaredBy, change }) => [declaredBy.resource, change])).toEqual([
      ["a", "delete"],
      ["b", "forget"],
    ]);
  });

  it("leaves out what the program only looks at", () => {
    expect(
      parseRows(state(row({ external: true }), row({ urn: urn("b"), external: false })), "x"),
    ).toMatchObject([{ resource: "b" }]);
  });

  it("tells which rows have a provider of their own, and its arguments, where the state has it", () => {
    const provider = (name: string, parent = "") =>
      `urn:pulumi:dev::jobs::${parent}pulumi:providers:checks::${name}`;
    const of = (name: string, reference: string) => row({ urn: urn(name), provider: `${reference}::id` });
    const rows = parseRows(
      state(
        {
          urn: provider("e::u", "my:Group$"),
          type: "pulumi:providers:checks",
          id: "id",
          inputs: { url: "https://eu.example.com", apiKey: secret({ plaintext: '"key"' }) },
        },
        of("a", provider("e::u", "my:Group$")),
        of("b", provider("lost")),
        of("c", provider("default_0_1_0")),
        of("d", provider("eu").replace(":checks::", ":pulumi-nodejs::")),
        row({ urn: urn("e") }),
      ),
      "x",
    );
    expect(rows.map(({ provider: of }) => of && [of.name, of.stack, of.args?.values])).toEqual([
      ["e::u", "jobs/dev", { url: "https://eu.example.com", apiKey: "key" }],
      ["lost", "jobs/dev", undefined],
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("opens decrypted secrets at every level, remembers that they are secret, and drops the provider's code", () => {
    const outputs = {
      __provider: PROVIDER,
      desc: secret({ plaintext: '"hidden"' }),
      tags: ["a", secret({ plaintext: '"b"' })],
      __canonical: secret({ plaintext: '{"tz":"Europe/Kyiv"}' }),
      pingUrl: secret({ ciphertext: "v1:abc" }),
    };
    const [{ applied } = { applied: undefined }] = parseRows(state(row({ outputs })), "x");
    expect(applied?.values).toEqual({
      desc: "hidden",
      tags: ["a", "b"],
      __canonical: { tz: "Europe/Kyiv" },
      pingUrl: undefined,
    });
    expect([...(applied?.secret ?? [])]).toEqual(["desc", "tags", "__canonical", "pingUrl"]);
    expect([...(applied?.sealed ?? [])]).toEqual(["pingUrl"]);
  });

  it("finds the line of the user's program, not those of packages or of what lies elsewhere", () => {
    const stackTrace = [
      { sourcePosition: "project:///node_modules/pulumi-checks/dist/sdk/check.js#31,9" },
      { sourcePosition: "project:///../library/checks.ts#3,1" },
      {},
      { sourcePosition: "project:///src/C%23/100%25%20night%20jobs.ts#12,17" },
      { sourcePosition: "project:///index.ts#1,1" },
    ];
    expect(parseRows(state(row({ stackTrace })), "x")).toMatchObject([
      { source: { file: "src/C#/100% night jobs.ts", line: 12 } },
    ]);
  });

  it("is refused when it is none, without a stack trace", () => {
    expect(() => parseRows("[]", "a.json")).toThrow("a.json: is not an exported state");
    expect(() => parseRows("{", "a.json")).toThrow("pulumi stack export --show-secrets");
    const ofBackend = { version: 3, checkpoint: { stack: "dev", latest: { resources: [row()] } } };
    for (const other of [ofBackend, {}, { version: "0.1.0", name: "jobs" }])
      expect(() => parseRows(JSON.stringify(other), "a.json")).toThrow("is not an exported state");
    for (const empty of ["{}", "null"])
      expect(parseRows(`{"version":3,"deployment":${empty}}`, "a.json")).toEqual([]);
  });
});

describe("a preview", () => {
  const step = (op: string, name: string, inputs: object = {}) => ({
    op,
    urn: urn(name),
    newState: { urn: urn(name), type: TYPE, inputs: { __provider: PROVIDER, ...inputs } },
  });
  const output = (...steps: object[]) => JSON.stringify({ steps });

  const DEFAULTS = validate(check as ResourceDefinition, {}).inputs;

  it("gives what the program declares with its defaults, whatever becomes of it; what a refresh reads first is not that", () => {
    const { rows, stack } = parsePreview(
      output(
        step("refresh", "a", { grace: 1 }),
        step("update", "a", { grace: 2 }),
        step("same", "b"),
        step("create", "c"),
        step("delete", "d"),
      ),
      0,
      "",
    );
    expect(rows.map(({ resource }) => resource)).toEqual(["a", "b", "c"]);
    expect(rows[0]?.declared).toEqual({ ...DEFAULTS, grace: 2 });
    expect(stack).toBe("jobs/dev");
  });

  it("does not give what the program only looks at, which is no declaration", () => {
    const { rows, stack } = parsePreview(output(step("read", "theirs"), step("same", "own")), 0, "");
    expect([rows.map(({ resource }) => resource), stack]).toEqual([["own"], "jobs/dev"]);
  });

  it("knows what the engine does not tell: secrets, and what is known only after up", () => {
    const { rows } = parsePreview(
      output(step("update", "a", { desc: "[secret]", tags: ["x", "[secret]"], name: UNKNOWN })),
      0,
      "",
    );
    const [row] = rows;
    expect(row?.declared).toEqual({ ...DEFAULTS, desc: UNKNOWN, tags: UNKNOWN, name: UNKNOWN });
    expect([...(row?.secret ?? [])]).toEqual(["desc", "tags"]);
  });

  it("that fails is told in the program's words, on one line and without its stack", () => {
    const message =
      "error: Running program '/x' failed with an unhandled exception:\nError: boom\n    at f (/x/index.js:1:7)\n    at g";
    const diagnostics = [
      { message: "warning: w", severity: "warning" },
      { message, severity: "error" },
    ];
    expect(() => parsePreview(JSON.stringify({ steps: [], diagnostics }), 1, "")).toThrow(
      "pulumi preview: Running program '/x' failed with an unhandled exception: Error: boom",
    );
    expect(() => parsePreview("", 255, "warning: x\nerror: no stack selected\n")).toThrow(
      "pulumi preview: no stack selected",
    );
  });
});
