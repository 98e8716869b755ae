/** `pulumi-checks handover` as a user runs it: what it says, and what it refuses. */
import { Shell } from "../../../support/cli/reportCommand";
import { Service } from "../../../support/service";

let service: Service;
let shell: Shell;

beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.admin.reset();
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
