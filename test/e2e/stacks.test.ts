import { Stack } from "../support/engine";
import { GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { expectKept, pinged } from "../support/kept";
import { type Document, Service } from "../support/service";
import { checkRowsOf } from "../support/stateFile";

const STAMPED = { CHECKS_STAMP: "true" };
const backup: Graph = { checks: { backup: { slug: "backup", tags: ["prod"] } } };
const nothing: Graph = { checks: {} };

let service: Service;
const stacks: Stack[] = [];

/** A stack of the project `jobs`, as somebody with a machine of his own has it. */
async function stackOf(name: string, environment: Record<string, string> = {}): Promise<Stack> {
  const stack = new Stack({ ...service.environment, ...ONE_WRITE, ...environment }, GRAPH);
  stacks.push(stack);
  await stack.init(name);
  return stack;
}

const tagsOf = (document: Document) => String(document.tags).split(" ").sort();

beforeEach(async () => {
  service = await Service.start();
});

afterEach(async () => {
  for (const stack of stacks.splice(0)) stack.remove();
  await service.stop();
});

describe("checks that are stamped with their stack", () => {
  it("carry it as a tag that neither the state nor a diff shows", async () => {
    const stack = await stackOf("dev", STAMPED);
    stack.declare(backup);
    const created = await stack.up();
    expect(tagsOf(await service.check("backup"))).toEqual(["prod", "pulumi:jobs/dev"]);
    stack.declare({ checks: { backup: { slug: "backup", tags: ["prod", "db"] } } });
    const previewed = await stack.preview();
    const updated = await stack.up();
    expect(tagsOf(await service.check("backup"))).toEqual(["db", "prod", "pulumi:jobs/dev"]);
    const refreshed = await stack.preview("--refresh", "--expect-no-changes");
    expect(refreshed).toMatchObject({ code: 0 });
    for (const { text } of [created, previewed, updated, refreshed])
      expect(text).not.toContain("pulumi:jobs");
    const [row] = checkRowsOf(stack);
    expect(row?.inputs?.tags).toEqual(["prod", "db"]);
    expect(row?.outputs?.tags).toEqual(["prod", "db"]);
  });

  it("are not taken over by another stack, neither by slug nor by UUID; the refusal names the owner and the way", async () => {
    const [dev, prod] = [await stackOf("dev", STAMPED), await stackOf("prod", STAMPED)];
    dev.declare(backup);
    await dev.up();
    const before = await pinged(service, "backup");
    const attempts: Graph["checks"][] = [
      { mine: { slug: "backup", name: "Mine" } },
      { mine: { slug: "mine", adopt: before.uuid } },
      { mine: { slug: "backup", onExisting: "adopt" } },
    ];
    for (const checks of attempts) {
      prod.declare({ checks });
      const run = await prod.tryUp();
      expect(run.code).not.toBe(0);
      expect(run.text).toContain("jobs/dev");
      expect(run.text).toMatch(/hand/i);
      expect(await service.checks()).toEqual([before]);
      expect(checkRowsOf(prod)).toEqual([]);
    }
    prod.declare(nothing);
    await prod.up();
    await prod.destroy();
    expect(await service.checks()).toEqual([before]);
    expect(await dev.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("are stamped by the first up after the setting; who had taken them over before can no longer change, drop or destroy them", async () => {
    const holders = [await stackOf("dev"), await stackOf("prod"), await stackOf("test")] as const;
    const [dev, prod, third] = holders;
    for (const stack of holders) {
      stack.declare(backup);
      await stack.up();
    }
    const unstamped = await pinged(service, "backup");
    for (const stack of holders) expect(checkRowsOf(stack).map(({ id }) => id)).toEqual([unstamped.uuid]);
    const stamped = (stack: Stack, ...args: string[]) => stack.pulumi(args, STAMPED);

    const first = await stamped(dev, "up", "--yes", "--skip-preview");
    expect(first).toMatchObject({
      code: 0,
      text: expect.stringContaining('check "backup": an up puts the stamp of jobs/dev on it (checks:stamp)'),
    });
    await expectKept(service, [unstamped]);
    const before = await service.check("backup");
    expect(tagsOf(before)).toEqual(["prod", "pulumi:jobs/dev"]);
    const { name, grace, channels } = unstamped;
    expect(before).toMatchObject({ name, grace, channels });
    expect(await stamped(dev, "preview", "--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });

    prod.declare({ checks: { backup: { slug: "backup", tags: ["prod"], grace: 60 } } });
    const changed = await stamped(prod, "up", "--yes", "--skip-preview");
    expect(changed.code).not.toBe(0);
    prod.declare(nothing);
    const dropped = await stamped(prod, "up", "--yes", "--skip-preview");
    const destroyed = await stamped(third, "destroy", "--yes", "--skip-preview");
    for (const { text } of [changed, dropped, destroyed]) expect(text).toContain("jobs/dev");
    expect(await service.checks()).toEqual([before]);
  });

  it("have one owner when two stacks make the same one at once", async () => {
    const [dev, prod] = [await stackOf("dev", STAMPED), await stackOf("prod", STAMPED)];
    await service.admin.limits({ races: { thinkMs: 1500 } });
    for (const stack of [dev, prod]) stack.declare(backup);
    const together = await Promise.all([dev.tryUp(), prod.tryUp()]);
    await service.admin.limits({ races: { thinkMs: 0 } });
    const again = [await dev.tryUp(), await prod.tryUp()];
    // Whoever comes second is told, in the same run or by the next one; nobody believes to own what another one has.
    expect(again.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(1);
    const losers = again.filter(({ code }) => code !== 0);
    for (const { text } of losers) expect(text).toContain("backup");
    expect([...together, ...again].map(({ text }) => text).join("\n")).toMatch(/jobs\/(dev|prod)/);
    const ids = [dev, prod].flatMap((stack) => checkRowsOf(stack).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a check that exists already, made by somebody else", () => {
  const byHand = { slug: "backup", name: "By hand", grace: 60 };
  const declared: Graph = { checks: { backup: { slug: "backup", name: "Backup", grace: 60 } } };

  it("is named in the preview, with the fields that would change", async () => {
    const stack = await stackOf("dev");
    await service.request("POST", "/checks/", { ...byHand, timeout: 600 });
    stack.declare({ checks: { ...declared.checks, fresh: { slug: "fresh", channels: "*" } } });
    const run = await stack.preview();
    expect(run.code).toBe(0);
    const warnings = run.text.split("\n").filter((line) => line.includes("warning"));
    const about = warnings.filter((line) => line.includes("backup")).join("\n");
    for (const field of ["name", "timeout"]) expect(about).toMatch(new RegExp(`\\b${field}\\b`));
    expect(about).not.toMatch(/\bgrace\b/);
    expect(warnings.join("\n")).not.toContain("fresh");
    expect(await service.check("backup")).toMatchObject({ name: "By hand", timeout: 600 });
  });

  it("is refused by a stack whose checks:onExisting is fail, unless the check says adopt", async () => {
    const stack = await stackOf("dev", { CHECKS_ON_EXISTING: "fail" });
    const before = await service.request("POST", "/checks/", byHand);
    stack.declare(declared);
    const run = await stack.tryUp();
    expect(run.code).not.toBe(0);
    expect(run.text).toContain("backup");
    expect(await service.checks()).toEqual([before]);
    stack.declare({ checks: { backup: { slug: "backup", name: "Backup", onExisting: "adopt" } } });
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid: before.uuid, name: "Backup" });
  });

  it.each([
    ["checks:onExisting", { CHECKS_ON_EXISTING: "adoptUnchanged" }, {}],
    ["the check's own onExisting", {}, { onExisting: "adoptUnchanged" }],
  ])("is taken over only as it is with adoptUnchanged (%s)", async (_, setting, option) => {
    const stack = await stackOf("dev", { ...setting });
    const before = await service.request("POST", "/checks/", byHand);
    const withName = (name: string): Graph => ({
      checks: { backup: { slug: "backup", grace: 60, name, ...option } },
    });
    stack.declare(withName("Backup"));
    const run = await stack.tryUp();
    expect(run.code).not.toBe(0);
    expect(run.text).toMatch(/backup[^\n]*\bname\b/);
    expect(await service.checks()).toEqual([before]);
    stack.declare(withName("By hand"));
    await stack.up();
    expect(checkRowsOf(stack).map(({ id }) => id)).toEqual([before.uuid]);
    expect(await service.checks()).toEqual([before]);
  });
});
