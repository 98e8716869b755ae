/** `pulumi-checks handover` as a user runs it: what it says, and what it refuses. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { Shell } from "../../../support/cli/reportCommand";
import { letWait } from "../../../support/provider/limited";
import { inService, type Service } from "../../../support/service";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");

let service: Service;
let shell: Shell;

inService((opened) => {
  service = opened;
  shell = new Shell(service.environment);
});
afterEach(() => shell.close());

const check = (fields: object) => service.request("POST", "/checks/", fields);
const run = (...args: string[]) => shell.run("handover", "-q", ...args);

it("hands over all checks of a stack", async () => {
  await check({ slug: "backup", tags: "db pulumi:jobs/prod" });
  await check({ slug: "web", tags: "pulumi:shop/prod" });
  expect(await run("--from", "jobs/prod", "--to", "billing/prod")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      "1 check handed over to billing/prod:\n  backup  belonged to jobs/prod\n",
    ),
  });
  expect((await service.check("backup")).tags).toBe("db pulumi:billing/prod");
  expect((await service.check("web")).tags).toBe("pulumi:shop/prod");
});

it("keeps the tags that a check got while the service let it wait to replace the stamp", async () => {
  const { uuid } = await check({ slug: "backup", tags: "db pulumi:jobs/prod" });
  await letWait(service, { method: "POST", path: `/checks/${uuid}$` });
  await service.admin.clearRequests();
  const running = run("backup", "--to", "billing/prod");
  await service.admin.waitFor(1, { route: "POST /api/v3/checks/<uuid>" });
  await service.request("POST", `/checks/${uuid}`, { tags: "db critical pulumi:jobs/prod" });
  expect(await running).toMatchObject({ code: 0 });
  expect((await service.check("backup")).tags).toBe("db critical pulumi:billing/prod");
});

it("is done where the service did it and lost its answer, however long the next attempt waits", async () => {
  const { uuid } = await check({ slug: "backup", tags: "db pulumi:jobs/prod" });
  const match = { method: "POST", path: `/checks/${uuid}$` };
  await service.admin.faults({ match, times: 1, action: { kind: "reset", when: "after" } });
  await letWait(service, match);
  expect(await run("backup", "--to", "billing/prod")).toMatchObject({ code: 0 });
  expect((await service.check("backup")).tags).toBe("db pulumi:billing/prod");
});

it("does not take a stack that owns nothing for one whose checks were handed over", async () => {
  const refusal = async () => {
    const { code, stdout, stderr } = await run("--from", "jobs/prd", "--to", "billing/prod");
    return [code, stdout, stderr];
  };
  await check({ slug: "backup", tags: "db" });
  const reason = "error: handover: no check of this project belongs to the stack jobs/prd. ";
  expect(await refusal()).toEqual([1, "", `${reason}None has an owner: name slugs instead of --from\n`]);
  await check({ slug: "web", tags: "pulumi:shop/prod" });
  await check({ slug: "sync", tags: "pulumi:jobs/prod" });
  expect(await refusal()).toEqual([
    1,
    "",
    `${reason}Correct --from: there are checks of jobs/prod, shop/prod\n`,
  ]);
});

it("finds a check also by its UUID or unique key, as one without a slug must be named; a wrong UUID is not shown", async () => {
  const hand = await check({ name: "By hand", slug: "", tags: "db" });
  const web = await check({ slug: "web" });
  const wrong = "0b1c2d3e-1111-4222-8333-444455556666";
  expect((await run(wrong, "--to", "billing/prod")).stderr).toBe(
    "error: handover: no check has the UUID that was asked for (0b1c…). There is only web\n",
  );
  const names = [hand.uuid, uniqueKeyOf(web.uuid), "web"];
  expect((await run(...names, "--to", "billing/prod", "--json")).stdout).toContain('"name": "By hand"');
  expect((await service.checks()).map(({ tags }) => tags).sort()).toEqual([
    "db pulumi:billing/prod",
    "pulumi:billing/prod",
  ]);
});

it("says that a project is empty where it has not even one check", async () => {
  expect((await run("backup", "--to", "billing/prod")).stderr).toBe(
    'error: handover: no check has the slug, unique key or UUID "backup". The project has no checks\n',
  );
});

it("does not take an empty slug, of a variable that was not set, for the check that has none", async () => {
  await check({ name: "By hand", slug: "", tags: "db" });
  expect(await run("", "--to", "billing/prod")).toMatchObject({
    code: 1,
    stderr: "error: handover: a slug is empty. Name each check by its slug\n",
  });
  expect(await service.checks()).toMatchObject([{ tags: "db" }]);
});

it("says whose a named check is where it is not the stack's that hands it over", async () => {
  await check({ slug: "free" });
  await check({ slug: "web", tags: "pulumi:shop/prod" });
  const refusal = async (slug: string) =>
    (await run(slug, "--from", "jobs/prod", "--to", "billing/prod")).stderr;
  expect(await refusal("free")).toContain(
    'the check "free" belongs to no stack, so not to jobs/prod either. Correct --from, or leave it out',
  );
  expect(await refusal("web")).toContain(
    'the check "web" belongs to the stack shop/prod, and not to jobs/prod. Correct --from, or leave it out',
  );
});

it("names a check that has neither slug nor name by its unique key", async () => {
  const key = uniqueKeyOf((await check({ tags: "pulumi:shop/prod" })).uuid);
  const label = `check ${key.slice(0, 8)}`;
  const refused = await run(key, "--from", "jobs/prod", "--to", "billing/prod");
  expect(refused.stderr).toContain(`the check "${label}" belongs to the stack shop/prod`);
  const dry = await run(key, "--to", "billing/prod", "--dry-run", "--json");
  expect(JSON.parse(dry.stdout).checks).toEqual([{ slug: "", name: "", uniqueKey: key, from: "shop/prod" }]);
  const { stdout } = await run(key, "--to", "billing/prod");
  expect(stdout).toContain(`1 check handed over to billing/prod:\n  ${label}  belonged to shop/prod\n`);
});

it("takes a check with two stamps for one of either stack, named or not", async () => {
  const belonged = "1 check handed over to billing/prod:\n  web  belonged to jobs/prod\n";
  for (const named of [["web"], []]) {
    const { uuid } = await check({ slug: "web", tags: "pulumi:shop/prod pulumi:jobs/prod" });
    const handed = await run(...named, "--from", "jobs/prod", "--to", "billing/prod");
    expect(handed).toMatchObject({ code: 0, stdout: expect.stringContaining(belonged) });
    expect((await service.check("web")).tags).toBe("pulumi:billing/prod");
    await service.request("DELETE", `/checks/${uuid}`);
  }
});

it("commands no runner of a workflow, whatever a check is called", async () => {
  await check({ name: "::set-output name=result::clean", tags: "pulumi:jobs/prod" });
  await check({ name: "##[group]x", tags: "pulumi:jobs/prod" });
  const { stdout } = await run("--from", "jobs/prod", "--to", "billing/prod");
  expect(stdout).toContain("belonged to jobs/prod");
  expect(stdout).not.toMatch(/^\s*::|##\[/m);
});

it("says how far it came where the service refuses one, and goes on when it is run again", async () => {
  for (const slug of ["h1", "h2", "h3"]) await check({ slug, tags: "pulumi:jobs/prod" });
  const { uuid } = await service.check("h2");
  await service.admin.faults({
    match: { method: "POST", path: `/checks/${uuid}` },
    action: { kind: "status", status: 400, body: '{"error":"no"}' },
  });
  const all = ["h1", "h2", "h3", "--from", "jobs/prod", "--to", "billing/prod"];
  const { code, stdout, stderr } = await run(...all);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^error: h2: .*\(the service said: no\)/);
  expect(stderr).toContain(
    "1 of 3 checks was handed over before it: h1. Run the same command again to hand over those",
  );
  expect(stderr).not.toContain(uuid);
  await service.admin.clearFaults();
  expect((await run(...all)).stdout).toContain("2 checks handed over to billing/prod:\n  h2  ");
  expect((await service.checks()).map(({ tags }) => tags)).toEqual(Array(3).fill("pulumi:billing/prod"));
});

it("hands a check over once that is named twice", async () => {
  await check({ slug: "backup", tags: "pulumi:jobs/prod" });
  const { stdout } = await run("backup", "backup", "--to", "billing/prod");
  expect(stdout).toContain("1 check handed over to billing/prod:\n  backup  belonged to jobs/prod\n");
});

describe("that is cut off", () => {
  const hand = (...more: string[]) => run("--from", "jobs/prod", "--to", "billing/prod", ...more);

  it("does not say that nothing was handed over where the answer to a write was lost", async () => {
    await check({ slug: "backup", tags: "pulumi:jobs/prod" });
    process.env.CHECKS_DEADLINE_SECONDS = "1";
    await service.admin.faults({ match: { method: "POST" }, times: 50, action: { kind: "truncate" } });
    const { code, stderr } = await hand();
    expect(code).toBe(1);
    expect(stderr).toContain("; it is not known whether the check was handed over");
    expect(stderr).toContain("No other check was handed over. Run the same command again");
    expect((await service.check("backup")).tags).toBe("pulumi:billing/prod");
    await service.admin.clearFaults();
    expect((await hand()).stderr).toContain(
      "If an earlier run was cut off, it has handed over all that were of jobs/prod",
    );
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "by %s begins no other write, and says how far it came",
    async (signal) => {
      for (const slug of ["a", "b", "c"]) await check({ slug, tags: "pulumi:jobs/prod" });
      await service.admin.clearRequests();
      const slowly = { kind: "stall", ms: 500 } as const;
      await service.admin.faults({ match: { method: "POST" }, times: 1, action: slowly });
      const args = ["handover", "-q", "--from", "jobs/prod", "--to", "billing/prod"];
      const child = spawn(process.execPath, [CLI, ...args], { env: process.env });
      let said = "";
      child.stderr.on("data", (part) => {
        said += String(part);
      });
      const ended = once(child, "close");
      await service.admin.waitFor(1, { route: "POST /api/v3/checks/<uuid>", timeoutMs: 60_000 });
      child.kill(signal);
      await ended;
      const owners = (await service.checks()).map(({ tags }) => tags).sort();
      expect(owners).toEqual(["pulumi:billing/prod", "pulumi:jobs/prod", "pulumi:jobs/prod"]);
      expect(said).toMatch(/interrupted.*1 of 3 checks was handed over before it: a/);
    },
  );
});
