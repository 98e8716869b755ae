import { z } from "zod";
import { ChecksError } from "../../../../provider/core/errors";
import { fieldMeta, type Values } from "../../../../provider/core/fields";
import { type ResourceDefinition, Unfinished } from "../../../../provider/core/resource";
import { RUN_NOTE } from "../../../../provider/core/runNotes";
import type { Session } from "../../../../provider/core/session";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { dynamicProvider } from "../../../../provider/hosts/dynamic";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const calls: [string, ...unknown[]][] = [];

/** A resource that keeps a note of its calls and gives back what it was given. */
const definition: ResourceDefinition = {
  kind: "Note",
  fields: {
    title: z.string({ error: "must be a string" }).register(fieldMeta, { wire: "title", managed: "always" }),
    tags: z
      .array(z.string())
      .default([])
      .register(fieldMeta, { wire: "tags", managed: "always", separator: " " }),
    project: z.string().optional().register(fieldMeta, { managed: "never", replaces: true }),
  },
  outputs: { url: z.string().register(fieldMeta, { managed: "never" }) },
  claim: (_session, { id, state }) => {
    calls.push(["claim", id, state]);
    return [];
  },
  create: jest.fn(async (_session: Session, inputs: Values) => {
    calls.push(["create", inputs]);
    return { id: "1", state: { ...inputs, url: "u", __canonical: { title: "T" } } };
  }),
  read: jest.fn(async (_session: Session, _id: string, state: Values): Promise<Values | undefined> => state),
  update: jest.fn(async (_session: Session, id: string, before: Values, inputs: Values) => {
    calls.push(["update", id, before, inputs]);
    return { ...inputs, url: "u" };
  }),
  delete: jest.fn(async (_session: Session, id: string) => void calls.push(["delete", id])),
};

const PROVIDER = 'exports.handler = () => require("pulumi-checks/provider").note';

describe("a resource served as a dynamic provider", () => {
  const provider = dynamicProvider(definition);
  beforeAll(async () => {
    await provider.configure({ config: { get: () => undefined, require: () => "" } } as never);
  });
  beforeEach(() => {
    calls.length = 0;
  });

  const failing = (error: unknown, call: "create" | "read" | "update" | "delete") =>
    jest.mocked(definition[call]).mockRejectedValueOnce(error);

  describe("check", () => {
    it("gives the inputs without defaults, and without the line that ties the resource to this code", async () => {
      expect(await provider.check({}, { title: "t", __provider: PROVIDER })).toEqual({
        inputs: { title: "t" },
        failures: [],
      });
    });

    it("leaves a default that the program names", async () => {
      const { inputs } = await provider.check({}, { title: "t", tags: [] });
      expect(inputs).toEqual({ title: "t", tags: [] });
    });

    it("names a refused property in the reason only, since the engine prints the value of a property it is given", async () => {
      const { failures } = await provider.check({}, { title: 5, colour: "TOPSECRET", __provider: PROVIDER });
      expect(failures).toEqual([
        {
          property: "",
          reason: "colour: there is no such property; the properties are title, tags, project",
        },
        { property: "", reason: "title: must be a string" },
      ]);
    });
  });

  describe("diff", () => {
    const diff = (olds: Values, news: Values) => provider.diff("1", olds, news);

    it("takes no note when a refresh asks, which is before the program tells of anything", async () => {
      await diff({ title: "t", project: "p" }, { title: "t", project: "p" });
      expect(calls).toEqual([]);
    });

    it("takes note of the resource before anything is written", async () => {
      const note = { name: "n", stack: "jobs/dev", preview: false };
      await provider.check({}, { title: "t", [RUN_NOTE]: note });
      await diff({ title: "t" }, { title: "t" });
      expect(calls).toEqual([["claim", "1", { title: "t", tags: [] }]]);
    });

    it("leaves the line that ties the resource to this code alone", async () => {
      const olds = { title: "t", tags: ["a", "b"], url: "u", __provider: "older line" };
      expect(await diff(olds, { title: "t", tags: ["b", "a"], __provider: PROVIDER })).toMatchObject({
        changes: false,
        replaces: [],
      });
    });

    it("tells a change from a replacement, which deletes first", async () => {
      expect(await diff({ title: "t" }, { title: "u" })).toMatchObject({ changes: true, replaces: [] });
      expect(await diff({ title: "t" }, { title: "t", project: "p" })).toEqual({
        changes: true,
        replaces: ["project"],
        deleteBeforeReplace: true,
      });
      expect(await diff({ title: "t" }, { title: "t", project: UNKNOWN })).toMatchObject({ replaces: [] });
    });
  });

  describe("create and update", () => {
    it("hand over the inputs and give back the state", async () => {
      expect(await provider.create({ title: "t", __provider: PROVIDER })).toEqual({
        id: "1",
        outs: { title: "t", url: "u", __canonical: { title: "T" } },
      });
      const olds = { title: "t", __provider: PROVIDER, __canonical: { title: "T" } };
      expect(await provider.update("1", olds, { title: "u", __provider: PROVIDER })).toEqual({
        outs: { title: "u", url: "u" },
      });
      expect(calls).toEqual([
        ["create", { title: "t", tags: [] }],
        ["update", "1", { ...olds, tags: [] }, { title: "u", tags: [] }],
      ]);
    });

    it.each(["create", "update"] as const)(
      "keep what a half-done %s made, and the way back here",
      async (call) => {
        failing(new Unfinished("7", { title: "t", url: "u" }, "pausing failed"), call);
        const inputs = { title: "t", __provider: PROVIDER };
        const half = call === "create" ? provider.create(inputs) : provider.update("7", {}, inputs);
        await expect(half).rejects.toMatchObject({
          id: "7",
          properties: { title: "t", url: "u", __provider: PROVIDER },
          reasons: ["pausing failed"],
          message: "pausing failed",
        });
      },
    );

    it("tell what is half-done and too large for the transport as a failure, and nothing of it", async () => {
      failing(new Unfinished("7", { title: "t".repeat(45_000), url: "u" }, "pausing failed"), "create");
      const failure = await provider.create({ title: "t" }).catch((error: object) => error);
      expect(failure).toMatchObject({ message: "pausing failed" });
      // What has an id is kept by the engine, with whatever properties it has.
      expect(failure).not.toHaveProperty("id");
    });

    it("pass on other errors as they are", async () => {
      const error = new ChecksError({ subject: "note", reason: "no" });
      failing(error, "create");
      await expect(provider.create({})).rejects.toBe(error);
    });
  });

  describe("read", () => {
    it("gives the state and, of it, the inputs, so that the engine shows exact differences", async () => {
      const state = { title: "t", tags: [], url: "u", __provider: PROVIDER, __canonical: {} };
      expect(await provider.read("1", state)).toEqual({
        id: "1",
        props: state,
        inputs: { title: "t", tags: [] },
      });
    });

    it("says with an empty id that the resource is gone", async () => {
      jest.mocked(definition.read).mockResolvedValueOnce(undefined);
      expect(await provider.read("1", {})).toMatchObject({ id: "" });
    });
  });

  it.each(["read", "delete"] as const)(
    "an error of %s has no stack, which the engine would print",
    async (call) => {
      const error = new Error("broken");
      failing(error, call);
      await expect(provider[call]("1", {})).rejects.toBe(error);
      expect(error.stack).toBe("");
    },
  );

  it("deletes", async () => {
    await provider.delete("1", { title: "t" });
    expect(calls).toEqual([["delete", "1"]]);
  });

  it("shares what the run knows with other kinds, which the engine configures as well", async () => {
    const other = dynamicProvider({ ...definition, kind: "Other" });
    const { mock } = jest.mocked(definition.create);
    await provider.create({ title: "t" });
    await other.configure({ config: { get: () => undefined, require: () => "" } } as never);
    await other.create({ title: "t" });
    await provider.create({ title: "t" });
    expect(new Set(mock.calls.slice(-3).map(([session]) => session)).size).toBe(1);
  });
});
