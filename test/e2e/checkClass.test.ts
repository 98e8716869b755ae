import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";
import { nameOf, rowsOf } from "../support/stateFile";

const PROGRAM = `
const { ChannelAssignment, Check } = require("pulumi-checks");
const backup = Check.get("backup", process.env.UUID);
new ChannelAssignment("pager", { check: backup, channels: ["Pager"] });
exports.backup = { grace: backup.grace, slug: backup.slug, timeout: backup.timeout, pingUrl: backup.pingUrl };
`;

const LOOKED_AT = `
const { Check } = require("pulumi-checks");
exports.pingUrl = Check.get("backup", process.env.UUID).pingUrl;
`;

onEachHost("a check that a program only looks at", (on) => {
  const scene = eachWithScene({ "index.js": PROGRAM }, { ...ONE_WRITE, ...on });

  it("is told as it is, may be given channels, follows what people change, and outlives the stack", async () => {
    const { stack, service } = scene;
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup", grace: 600 });
    const run = (...args: string[]) => stack.pulumi(args, { UUID: uuid });
    const outputs = async () =>
      JSON.parse((await run("stack", "output", "--json", "--show-secrets")).text) as object;
    expect(await run("up", "--yes")).toMatchObject({ code: 0 });
    const made = await service.check("backup");
    const said = [await stack.exported(), ...stack.output].join("");
    expect(said).not.toContain(String(made.ping_url));
    const backup = { grace: 600, slug: "backup", timeout: 86_400, pingUrl: made.ping_url };
    expect(await outputs()).toEqual({ backup });
    expect(String(made.channels).split(",")).toHaveLength(1);
    expect(await run("preview", "--expect-no-changes")).toMatchObject({ code: 0 });
    expect(rowsOf(stack).find((row) => nameOf(row) === "backup")?.id).toBe(uuid);

    await service.request("POST", `/checks/${uuid}`, { grace: 60 });
    expect(await run("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    expect(await outputs()).toEqual({ backup: { ...backup, grace: 60 } });
    expect(await run("refresh", "--yes", "--skip-preview", "--expect-no-changes")).toMatchObject({ code: 0 });

    expect(await run("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    expect(await service.check("backup")).toMatchObject({ uuid, grace: 60, channels: "" });
  });
});

onEachHost("a check that a program looks at, and nobody changes", (on) => {
  const scene = eachWithScene({ "index.js": LOOKED_AT }, { ...ONE_WRITE, ...on });

  it("has no field that a refresh shows as changed, nor the next preview", async () => {
    const { stack, service } = scene;
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup", grace: 600, tags: "prod" });
    const run = (...args: string[]) => stack.pulumi(args, { UUID: uuid });
    expect(await run("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    const inputs = () => rowsOf(stack).find((row) => nameOf(row) === "backup")?.inputs;
    const before = inputs();
    const refresh = ["refresh", "--yes", "--skip-preview"];
    for (const command of [["preview", "--refresh"], refresh, ["preview"]]) {
      const { code, text } = await run(...command, "--diff");
      expect(code).toBe(0);
      expect(text).not.toMatch(/grace|prod/);
    }
    expect(inputs()).toEqual(before);
  });
});

onEachHost("a check that a program looks at, and somebody deletes", (on) => {
  const scene = eachWithScene({ "index.js": LOOKED_AT }, { ...ONE_WRITE, ...on });

  it("fails the run in a sentence, and leaves its row at a refresh", async () => {
    const { stack, service } = scene;
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const run = (...args: string[]) => stack.pulumi([...args, "--yes", "--skip-preview"], { UUID: uuid });
    expect(await run("up")).toMatchObject({ code: 0 });
    await service.request("DELETE", `/checks/${uuid}`);
    const failed = await run("up");
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain(
      "Check.get: id: the service has nothing with this id. It was deleted, or it belongs to another",
    );
    expect(failed.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(await run("refresh")).toMatchObject({ code: 0 });
    expect(rowsOf(stack).map(nameOf)).not.toContain("backup");
    expect(await run("destroy")).toMatchObject({ code: 0 });
  });
});

onEachHost("a check that a program looks up to look at it", (on) => {
  const program = (uuid: string) => `
const { Check, getCheckOutput } = require("pulumi-checks");
Check.get("backup", getCheckOutput({ slug: "backup" }).${uuid});
`;
  const scene = eachWithScene({}, { ...ONE_WRITE, ...on });

  it.each(["uuid", "uuid.apply(String)"])("is told to need a read-write key: by %s", async (uuid) => {
    const { stack, service } = scene;
    await service.request("POST", "/checks/", { slug: "backup" });
    stack.write("index.js", program(uuid));
    const { readOnlyKey } = service.emulator.projects.alpha;
    const refused = await stack.pulumi(["preview"], { CHECKS_API_KEY: readOnlyKey });
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      'error: Check.get "backup": id: must be the UUID of a check. If you know its slug, use `getCheckOutput({ slug }).uuid`, which needs a read-write key',
    );
    expect(refused.text).not.toMatch(/Expected an ID|^\s+at .*:\d+:\d+/m);
    expect(await stack.preview()).toMatchObject({ code: 0 });
  });
});

const LOOKED_AT_ONCE = `
const { Check } = require("pulumi-checks");
if (process.env.DECLARED) new Check("report", { slug: "our-report", onExisting: "fail" });
else Check.get("report", process.env.UUID);
`;

onEachHost("a name under which the program only looked at a check", (on) => {
  const scene = eachWithScene({ "index.js": LOOKED_AT_ONCE }, { ...ONE_WRITE, ...on });

  it("makes a check of its own when it declares one, and leaves the other alone to the end", async () => {
    const { stack, service } = scene;
    const theirs = await service.request("POST", "/checks/", { slug: "their-report", grace: 600 });
    const run = (args: string[], environment: Record<string, string>) => stack.pulumi(args, environment);
    const yes = ["--yes", "--skip-preview"];
    expect(await run(["up", ...yes], { UUID: theirs.uuid })).toMatchObject({ code: 0 });
    expect(await run(["refresh", ...yes], { UUID: theirs.uuid })).toMatchObject({ code: 0 });
    expect(await run(["up", ...yes], { DECLARED: "yes" })).toMatchObject({ code: 0 });
    expect(await service.check("their-report")).toEqual(theirs);
    expect((await service.check("our-report")).uuid).not.toBe(theirs.uuid);
    expect(await run(["destroy", ...yes], {})).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual([theirs]);
  });
});

const METHODS = `
const { Check } = require("pulumi-checks");
const backup = new Check("backup", { slug: "backup", ...(process.env.PAUSED && { paused: true }) });
if (process.env.ACT) backup[process.env.ACT]();
`;

onEachHost("a check with methods", (on) => {
  const scene = eachWithScene({ "index.js": METHODS }, { ...ONE_WRITE, ...on });

  it("is paused and resumed by the up that calls them, not by a preview, and not where the check declares it", async () => {
    const { stack, service } = scene;
    const up = (environment: Record<string, string>) =>
      stack.pulumi(["up", "--yes", "--skip-preview"], environment);
    expect(await stack.pulumi(["preview"], { ACT: "pause" })).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual([]);
    expect(await up({ ACT: "pause" })).toMatchObject({ code: 0 });
    expect((await service.check("backup")).status).toBe("paused");
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await stack.pulumi(["preview"], { ACT: "resume" })).toMatchObject({ code: 0 });
    expect((await service.check("backup")).status).toBe("paused");
    expect(await up({ ACT: "resume" })).toMatchObject({ code: 0 });
    expect((await service.check("backup")).status).toBe("new");
    const refused = await up({ ACT: "resume", PAUSED: "yes" });
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('check "backup": paused: is declared, and each would undo the other');
    expect(refused.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });
});
