/** `pulumi-checks maintenance end ID` where the maintenance began somewhere else, and not all projects can be asked. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Shell } from "../../../support/cli/reportCommand";
import { inService, type Service } from "../../../support/service";

describe("a maintenance that began on another machine", () => {
  let service: Service;
  let shell: Shell;
  let records: string;

  inService((opened) => {
    service = opened;
  });
  beforeEach(() => {
    records = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
    shell = new Shell(service.environment);
  });
  afterEach(() => {
    shell.close();
    rmSync(records, { recursive: true, force: true });
  });

  const run = (...args: string[]) => shell.run("maintenance", ...args, "--records", records);
  /** The name of one of which there is no record here. */
  async function begunElsewhere(...args: string[]): Promise<string> {
    const id = (await run("begin", "--all", ...args)).stdout.trim();
    rmSync(join(records, `${id}.json`));
    return id;
  }

  it.each([
    ["a revoked key", { CHECKS_PROJECTS_OLD_API_KEY: "x".repeat(32) }, "the service refused the API key"],
    [
      "a service that is gone",
      {
        CHECKS_PROJECTS_OLD_API_KEY: "x".repeat(32),
        CHECKS_PROJECTS_OLD_URL: "http://127.0.0.1:9",
        CHECKS_DEADLINE_SECONDS: "1",
      },
      "nothing listens",
    ],
    [
      "a wrong address",
      { CHECKS_PROJECTS_OLD_API_KEY: "x".repeat(32), CHECKS_PROJECTS_OLD_URL: "nowhere" },
      "CHECKS_PROJECTS_OLD_URL",
    ],
  ])("is ended as far as the projects can be asked: one has %s", async (_what, variables, problem) => {
    await service.request("POST", "/checks/", { slug: "backup", channels: "*" });
    const before = await service.checks();
    const id = await begunElsewhere();
    Object.assign(process.env, variables);
    const { code, stdout } = await run("end", id);
    expect([code, stdout.replaceAll(/\s+/g, " ")]).toEqual([
      3,
      expect.stringMatching(
        / is not over after \d s: 1 check as before, and 1 project could not be asked\. /,
      ),
    ]);
    expect(stdout).toMatch(/^ {2}project "old" {2}\S/m);
    expect(stdout).toContain(problem);
    expect(await service.checks()).toEqual(before);
    const again = await run("end", id);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`maintenance ${id}: there is no record of it here`);
    expect(again.stderr).toContain(`1 of 2 projects could not be asked: project "old": `);
    expect(again.stderr).toContain(problem);
  });

  it("is looked for again in all projects where something was left, and is not called over before", async () => {
    const key = service.emulator.projects.beta.readWriteKey;
    for (const its of [service.key, key]) {
      await service.request("POST", "/checks/", { slug: "backup", channels: "*" }, its);
    }
    const before = [await service.checks(), await service.checks(key)];
    const id = await begunElsewhere();
    process.env.CHECKS_PROJECTS_OLD_API_KEY = key;
    const other = await begunElsewhere("--project", "old");
    // As a stack whose checks are in both projects would have it.
    for (const { uuid, tags } of await service.checks(key)) {
      await service.request("POST", `/checks/${uuid}`, { tags: String(tags).replace(other, id) }, key);
    }
    process.env.CHECKS_PROJECTS_OLD_API_KEY = "x".repeat(32);
    await service.admin.faults({
      match: { method: "POST", path: "/checks/" },
      action: { kind: "status", status: 400 },
    });
    const { code, stdout } = await run("end", id);
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining("1 check of 1 could not be put right, and 1 project could not be asked"),
    ]);
    await service.admin.clearFaults();
    process.env.CHECKS_PROJECTS_OLD_API_KEY = key;
    expect(await run("end", id)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 checks as") });
    expect([await service.checks(), await service.checks(key)]).toEqual(before);
  });

  it("tells programs, too, which projects could not be asked at its end", async () => {
    await service.request("POST", "/checks/", { slug: "backup", channels: "*" });
    const id = await begunElsewhere();
    process.env.CHECKS_PROJECTS_OLD_API_KEY = "x".repeat(32);
    const { stdout } = await run("end", id, "--json");
    expect(JSON.parse(stdout).ended).toMatchObject([
      {
        id,
        complete: false,
        checks: [{ check: "backup", fate: "putBack" }],
        notAsked: [{ project: "old", problem: expect.stringContaining("refused the API key") }],
      },
    ]);
  });
});
