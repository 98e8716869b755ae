import type { Fault } from "../../emulator";
import { eachWithScene } from "../support/scene";

const FAULTS: Record<string, Fault["action"]> = {
  "429 with Retry-After": { kind: "status", status: 429, retryAfter: 1 },
  "503": { kind: "status", status: 503 },
  "522 of a delivery network": { kind: "status", status: 522 },
  "524 of a delivery network, after the effect": { kind: "status", status: 524, when: "after" },
  "a reset before the effect": { kind: "reset" },
  "a reset after the effect": { kind: "reset", when: "after" },
  "truncated JSON": { kind: "truncate" },
  "half of the JSON": { kind: "half" },
  "a stall of 10 seconds": { kind: "stall", ms: 10_000 },
  "a stall of 10 seconds after the effect": { kind: "stall", ms: 10_000, when: "after" },
};

describe("a fault of the service", () => {
  const scene = eachWithScene();
  const checks = Object.fromEntries(
    Object.keys(FAULTS).map((_, index) => [`job-${index}`, { slug: `job-${index}`, tags: ["jobs"] }]),
  );
  const impatient = { CHECKS_TIMEOUT_SECONDS: "2" };

  /** Each fault meets one request of this kind, whichever comes then. */
  const eachOnce = async (method: string, path: string) => {
    const faults = Object.values(FAULTS).map((action, index) => ({
      match: { method, path },
      nth: index + 1,
      times: 1,
      action,
    }));
    await scene.service.admin.clearFaults();
    await scene.service.admin.faults(...faults);
  };
  /** Each check meets another one of them, at its first request of this kind. */
  const oneForEach = async (method: string, checks: readonly string[]) => {
    const faults = Object.values(FAULTS).map((action, index) => ({
      match: { method, path: `/checks/${checks[index]}$` },
      times: 1,
      action,
    }));
    await scene.service.admin.clearFaults();
    await scene.service.admin.faults(...faults);
  };
  const fired = async () => (await scene.service.admin.listFaults()).faults.map(({ fired }) => fired);
  const allFired = Object.values(FAULTS).map(() => 1);
  const uuids = async () => (await scene.service.checks()).map(({ uuid }) => uuid).sort();

  it("neither loses nor doubles a check, be it created, refreshed, updated or destroyed", async () => {
    const { stack, service } = scene;
    const run = async (...args: string[]) => {
      const outcome = await stack.pulumi(args, impatient);
      expect(outcome).toMatchObject({ code: 0 });
      expect(outcome.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    };
    stack.declare(checks);
    await eachOnce("POST", "/checks/$");
    await run("up", "--yes", "--skip-preview");
    expect(await fired()).toEqual(allFired);
    const created = await uuids();
    expect(created).toHaveLength(Object.keys(checks).length);

    await eachOnce("GET", "/checks/");
    await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    await service.admin.clearFaults();
    expect(await uuids()).toEqual(created);

    stack.declare(
      Object.fromEntries(Object.entries(checks).map(([name, args]) => [name, { ...args, grace: 60 }])),
    );
    await oneForEach("POST", created);
    await run("up", "--yes", "--skip-preview");
    expect(await fired()).toEqual(allFired);
    expect(await uuids()).toEqual(created);
    expect((await service.checks()).map(({ grace }) => grace)).toEqual(created.map(() => 60));

    await oneForEach("DELETE", created);
    await run("destroy", "--yes", "--skip-preview");
    expect(await fired()).toEqual(allFired);
    expect(await service.checks()).toEqual([]);
  });

  it("that answers one of two deletions without a word and without doing it leaves that check's row to the next run", async () => {
    const { stack, service } = scene;
    stack.declare({ first: { slug: "first" }, second: { slug: "second" } });
    await stack.up();
    const { uuid } = await service.check("first");
    const silent = { kind: "status", status: 204 } as const;
    await service.admin.faults({
      match: { method: "DELETE", path: `/checks/${uuid}$` },
      times: 1,
      action: silent,
    });
    const run = await stack.pulumi(["destroy", "--yes", "--skip-preview", "--continue-on-error"]);
    expect(run.code).not.toBe(0);
    expect(run.text).toContain('check "first": deleting the check was answered without content (204)');
    expect((await service.checks()).map(({ slug }) => slug)).toEqual(["first"]);
    expect(Object.keys(stack.state())).toEqual(["first"]);
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("that does not pass is told in one line, and a later up goes on where this one ended", async () => {
    const { stack, service } = scene;
    stack.declare({ first: { slug: "first" }, second: { slug: "second" } });
    await service.admin.faults({
      match: { method: "POST" },
      action: { kind: "status", status: 503, body: "down for maintenance" },
    });
    const run = await stack.pulumi(["up", "--yes", "--skip-preview"], { CHECKS_DEADLINE_SECONDS: "2" });
    expect(run.code).not.toBe(0);
    expect(run.text).toMatch(/check "first": creating the check: .*503.*/);
    expect(run.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    await service.admin.clearFaults();
    await stack.up();
    expect(await service.checks()).toHaveLength(2);
  });
});
