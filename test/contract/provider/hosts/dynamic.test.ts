import type { Values } from "../../../../provider/core/fields";
import { pack } from "../../../../provider/core/packed";
import { HELD_DIGITS, LOOKED_AT } from "../../../../provider/core/runNotes";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { inService, Service } from "../../../support/service";

const said: string[] = [];

/** No row holds a check. */
const NOTHING = pack({});
jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn: (message: string) => void said.push(message), status() {} }),
}));

describe("a check on the dynamic host that moves to another project", () => {
  let service: Service;

  beforeEach(async () => {
    said.length = 0;
    service = await Service.start();
  });
  afterEach(() => service.stop());

  const beta = () => service.emulator.projects.beta.readWriteKey;
  const newRun = (settings: Record<string, string> = {}) =>
    DynamicRun.start(service, { projects: JSON.stringify({ beta: { apiKey: beta() } }), ...settings });
  const made = async (args: Values) => (await newRun()).made(args);

  /** The engine asks for the checks of a resource that it replaces twice: the second time as for a new one. */
  const previewed = async (run: DynamicRun, { id, inputs, state }: DynamicRow, args: Values) => {
    const first = await run.check(args, { preview: true }, inputs);
    expect(await run.provider.diff(id, state, first.inputs)).toMatchObject({ replaces: ["project"] });
    return [...first.failures, ...(await run.check(args, { preview: true })).failures];
  };

  it("is told in the preview as it will be", async () => {
    const backup = await made({ slug: "backup" });
    expect(await previewed(await newRun(), backup, { slug: "backup", project: "beta" })).toEqual([]);
  });

  it("is told once what it takes over there", async () => {
    const backup = await made({ slug: "backup" });
    await service.request("POST", "/checks/", { slug: "backup", grace: 60 }, beta());
    expect(await previewed(await newRun(), backup, { slug: "backup", project: "beta" })).toEqual([]);
    expect(said).toEqual([expect.stringContaining("takes over the existing check")]);
  });

  it("is refused in the preview where that project has no such channel", async () => {
    await service.admin.addChannel("alpha", "Alpha only", "email");
    const args = { slug: "backup", channels: ["Alpha only"] };
    const { inputs } = await made(args);
    const preview = (await newRun()).check({ ...args, project: "beta" }, { preview: true }, inputs);
    expect((await preview).failures).toEqual([
      expect.stringContaining('check "backup": channels[0]: no channel has this name'),
    ]);
  });

  it("is refused in the preview, as before, where another new resource gets its slug there", async () => {
    const backup = await made({ slug: "backup" });
    const run = await newRun();
    expect(await previewed(run, backup, { slug: "backup", project: "beta" })).toEqual([]);
    const other = await run.check({ slug: "backup", project: "beta" }, { name: "other", preview: true });
    expect(other.failures).toHaveLength(1);
  });

  it("changes places with one of the same slug there, also beside a new check", async () => {
    const [a, b] = [await made({ slug: "backup" }), await made({ slug: "backup", project: "beta" })];
    const run = await newRun();
    const held = Object.fromEntries([a, b].map(({ id }) => [uniqueKeyOf(id).slice(0, HELD_DIGITS), "held"]));
    const [toBeta, toAlpha] = [{ slug: "backup", project: "beta" }, { slug: "backup" }];
    await run.declared(a, toBeta, { name: "a", rowElsewhere: a.id, held: NOTHING });
    await run.declared(b, toAlpha, { name: "b", rowElsewhere: b.id, held: NOTHING });
    await run.check({ slug: "new" }, { held: pack(held) });
    expect((await run.made(toBeta, { name: "a", rowElsewhere: a.id, held: NOTHING })).id).toBe(b.id);
    expect((await run.made(toAlpha, { name: "b", rowElsewhere: b.id, held: NOTHING })).id).toBe(a.id);
  });

  it("does not stay behind in an up that refreshes each resource as the program declares it", async () => {
    const [first, backup] = [await made({ slug: "first" }), await made({ slug: "backup" })];
    const run = await newRun();
    /** The engine compares what it read with the inputs of the run before. */
    const refresh = async ({ id, inputs, state }: DynamicRow) => {
      await run.provider.read(id, state);
      await run.provider.diff(id, state, inputs);
    };
    await refresh(first);
    await run.declared(first, { slug: "first" }, { row: first.id });
    await refresh(backup);
    const moved = { slug: "backup", project: "beta" };
    const { inputs } = await run.check(moved, {}, backup.inputs);
    expect(await run.provider.diff(backup.id, backup.state, inputs)).toMatchObject({ replaces: ["project"] });
    await run.made(moved);
    await run.provider.delete(backup.id, backup.state);
    expect((await service.checks()).map(({ slug }) => slug)).toEqual(["first"]);
    expect((await service.checks(beta())).map(({ slug }) => slug)).toEqual(["backup"]);
  });
});

describe("a check on the dynamic host whose row a refresh of the same up has dropped", () => {
  let service: Service;

  inService((opened) => {
    service = opened;
  });

  /** Checks `a` and `b`, of which somebody deleted the second and changed the first; and the run whose refresh drops the row of `b`. */
  const refreshed = async (changes: Values = {}) => {
    const before = await DynamicRun.start(service);
    const [a, b] = [await before.made({ slug: "a" }), await before.made({ slug: "b" })];
    await service.request("DELETE", `/checks/${b.id}`);
    await service.request("POST", `/checks/${a.id}`, changes);
    const run = await DynamicRun.start(service);
    // Until its write is done, the first has its former slug.
    await service.admin.faults({
      match: { method: "POST", path: a.id },
      times: 1,
      action: { kind: "stall", ms: 500, when: "before" },
    });
    await service.admin.clearRequests();
    /** Resolves when the service was asked for the checks. */
    const begin = async (slug: string, note: Values = {}) => {
      const made = run.made({ slug }, { name: "b", row: b.id, ...note });
      await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
      return { made };
    };
    const declared = async (slug: string) => {
      const row = { ...a, state: { ...a.state, ...changes } };
      const inputs = await run.declared(row, { slug }, { name: "a", row: a.id });
      return () => run.provider.update(a.id, row.state, inputs);
    };
    return { a, run, begin, declared };
  };

  /** As the program tells it of a check that gets the slug of another one. */
  const held = ({ id }: DynamicRow) => pack({ [uniqueKeyOf(id).slice(0, HELD_DIGITS)]: "a" });
  const slugs = async () => (await service.checks()).map(({ slug }) => slug).sort();

  it("takes nothing over that another resource gives up, of which the engine asks later", async () => {
    const { a, run, begin, declared } = await refreshed();
    // The engine has the check validated first, and compares it with its row in another call.
    await run.check({ slug: "b" }, { name: "a", row: a.id }, a.inputs);
    const { made } = await begin("a", { held: held(a) });
    // The first one proves that its own check is gone. It would look again at one that it took for written already.
    const again = service.admin.waitFor(2, { route: "GET /api/v3/checks/<uuid>", timeoutMs: 300 });
    await expect(again).rejects.toThrow();
    const write = await declared("b");
    expect((await write()).outs).toMatchObject({ uuid: a.id, slug: "b" });
    expect((await made).id).not.toBe(a.id);
    expect(await slugs()).toEqual(["a", "b"]);
  });

  it("takes nothing over that somebody renamed, and its own resource names back", async () => {
    const { a, begin, declared } = await refreshed({ slug: "b" });
    const { made } = await begin("b");
    const written = service.admin.waitFor(1, { route: "POST /api/v3/checks/<uuid>", timeoutMs: 100 });
    await expect(written).rejects.toThrow();
    await (await declared("a"))();
    expect((await made).id).not.toBe(a.id);
    expect(await slugs()).toEqual(["a", "b"]);
  });

  it("waits for the write of another resource that gives up its slug", async () => {
    const { a, begin, declared } = await refreshed();
    const write = await declared("b");
    const [{ made }] = await Promise.all([begin("a", { held: held(a) }), write()]);
    expect((await made).id).not.toBe(a.id);
    expect(await slugs()).toEqual(["a", "b"]);
  });
});

describe("a check on the dynamic host that a program only looks at", () => {
  let service: Service;

  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  it("fails the run when it is not there: the engine would go on with outputs that are nothing", async () => {
    const run = await DynamicRun.start(service);
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const looks = () => run.provider.read(uuid, { [LOOKED_AT]: true });
    expect(await looks()).toMatchObject({ id: uuid, props: { slug: "backup", [LOOKED_AT]: true } });
    const { props } = (await looks()) as { props: Values };
    await service.request("DELETE", `/checks/${uuid}`);
    const later = await DynamicRun.start(service);
    await expect(later.provider.read(uuid, { [LOOKED_AT]: true })).rejects.toMatchObject({
      message:
        "Check.get: id: the service has nothing with this id. It was deleted, or it belongs to another project than the API key; name that project with `project`. Of a Check that this program makes, use the outputs in place of `get`",
      stack: "",
    });
    // A refresh, which has its outputs, drops the row.
    expect(await later.provider.read(uuid, props)).toMatchObject({ id: "" });
  });
});

describe("a new check on the dynamic host without channels", () => {
  it("is told in the preview to alert nobody, unless a default or an assignment gives it some, or it exists", async () => {
    said.length = 0;
    const service = await Service.start();
    await service.request("POST", "/checks/", { slug: "by-hand" });
    const run = await DynamicRun.start(service);
    const note = { preview: true, isAssigned: false };
    await run.check({ slug: "lonely" }, note);
    await run.check({ slug: "assigned" }, { ...note, isAssigned: true });
    await run.check({ slug: "by-hand" }, note);
    await (await DynamicRun.start(service, { defaultChannels: '["Pager"]' })).check({ slug: "usual" }, note);
    expect(said).toEqual([
      'check "lonely": channels: none, so nobody is alerted when it goes down. Name channels (or "*"), or give it a ChannelAssignment',
    ]);
    await service.stop();
  });
});

describe("an assignment on the dynamic host", () => {
  it("names no check in a preview that does not know which one it is", async () => {
    const service = await Service.start();
    const { assignments } = await DynamicRun.start(service);
    const __run = { name: "pager", stack: "jobs/dev", preview: true };
    const { failures } = await assignments.check({}, { check: UNKNOWN, channels: ["Nope"], __run });
    expect(failures).toEqual([
      {
        property: "",
        reason: expect.stringMatching(/^channel assignment: channels\[0\]: no channel has this name/),
      },
    ]);
    await service.stop();
  });

  it.each([
    ["gets another one later in the run", "old"],
    ["is deleted at its end", undefined],
  ])("is of the check that has got the slug, and not of the one that %s", async (_, renamed) => {
    const service = await Service.start();
    const before = await DynamicRun.start(service);
    const old = await before.made({ slug: "backup" });
    const next = await before.made({ slug: "next" });
    const run = await DynamicRun.start(service);
    if (renamed) await run.declared(old, { slug: renamed }, { row: old.id });
    await run.provider.update(
      next.id,
      next.state,
      await run.declared(next, { slug: "backup" }, { row: next.id }),
    );
    const __run = { name: "pager", stack: "jobs/dev", preview: false };
    const { inputs } = await run.assignments.check({}, { check: "backup", channels: ["Pager"], __run });
    expect(await run.assignments.create(inputs)).toMatchObject({ id: next.id });
    await service.stop();
  });

  it.each([
    ["gets another one", "archived"],
    ["is in the program no more", undefined],
  ])("goes over to the check that gets the slug of its own, which %s", async (_, renamed) => {
    const service = await Service.start();
    const before = await DynamicRun.start(service);
    const old = await before.made({ slug: "backup" });
    const next = await before.made({ slug: "next" });
    const said = { check: "backup", channels: ["Pager"] };
    const __run = { name: "pager", stack: "jobs/dev", preview: false };
    const { inputs } = await before.assignments.check({}, { ...said, __run });
    const { id, outs } = await before.assignments.create(inputs);
    const run = await DynamicRun.start(service);
    if (renamed) await run.declared(old, { slug: renamed }, { row: old.id });
    await run.declared(next, { slug: "backup" }, { row: next.id });
    await run.assignments.check(said, { ...said, __run });
    expect(await run.assignments.diff(id, outs, inputs)).toMatchObject({ replaces: ["check"] });
    await service.stop();
  });
});

describe("a check on the dynamic host that the program comes to look at", () => {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  it("is kept when its row goes under another name, and not when the program goes on to declare it", async () => {
    const backup = await (await DynamicRun.start(service)).made({ slug: "backup" });
    const looking = async () => {
      const run = await DynamicRun.start(service);
      await run.provider.read(backup.id, { [LOOKED_AT]: true });
      return run;
    };
    await (await looking()).provider.delete(backup.id, backup.state);
    expect((await service.check("backup")).uuid).toBe(backup.id);
    const run = await looking();
    await run.check({ slug: "backup", project: "beta" }, { rowElsewhere: backup.id }, backup.inputs);
    await run.provider.delete(backup.id, backup.state);
    expect(await service.checks()).toEqual([]);
  });
});
