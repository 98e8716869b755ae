import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BEGIN, END } from "../../../../cli/badges/badges";
import type { DialectName } from "../../../../emulator";
import { stampOf } from "../../../../provider/monitor/stamp";
import { Shell } from "../../../support/cli/reportCommand";
import { beginMaintenance } from "../../../support/provider/maintained";
import { Service } from "../../../support/service";

describe.each<DialectName>(["server", "spec"])("pulumi-checks badges (%s)", (dialect) => {
  let service: Service;
  let shell: Shell;

  beforeAll(async () => {
    service = await Service.start({ dialect });
  });
  beforeEach(async () => {
    await service.admin.reset();
    shell = new Shell(service.environment);
    await service.request("POST", "/checks/", { slug: "backup", tags: "prod db" });
  });
  afterEach(() => shell.close());
  afterAll(() => service.stop());

  const readme = (text?: string): string => {
    const file = join(shell.folder, "README.md");
    if (text !== undefined) writeFileSync(file, text);
    return readFileSync(file, "utf8");
  };
  const badges = (...args: string[]) => shell.run("badges", "--quiet", ...args);
  const labels = (text: string) =>
    [...text.matchAll(/!\[(.*?)\]\(http:[^)]*\.svg\)/g)].map(([, label]) => label);

  it("prints the badge of the project, then those of its tags", async () => {
    const { code, stdout } = await badges();
    expect(code).toBe(0);
    expect(labels(stdout)).toEqual(["checks", "db", "prod"]);
  });

  it("prints none of the tags that say who owns a check, or that it is in maintenance", async () => {
    await service.request("POST", "/checks/", { slug: "web", tags: `web ${stampOf("jobs/prod")}` });
    await beginMaintenance(service, "backup");
    expect(labels((await badges()).stdout)).toEqual(["checks", "db", "prod", "web"]);
  });

  it("fills the block in a README, and leaves it alone while nothing changes", async () => {
    readme(`# Jobs\n\n${BEGIN}\n${END}\n`);
    expect(await badges("--into", "README.md")).toEqual({
      code: 0,
      stdout: "README.md: badges updated\n",
      stderr: "",
    });
    const filled = readme();
    expect(labels(filled)).toEqual(["checks", "db", "prod"]);
    expect((await badges("--into", "README.md")).stdout).toBe("README.md: the badges are up to date\n");
    expect(readme()).toBe(filled);
  });

  it("draws the badges that it writes", async () => {
    const { stdout } = await badges("--tag", "*", "--tag", "prod", "--states", "3");
    const addresses = [...stdout.matchAll(/\((http[^)]*)\)/g)].map(([, address]) => address ?? "");
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    }
  });

  it("has the badges of some tags, in their order, as HTML", async () => {
    const { stdout } = await badges("--tag", "prod", "--tag", "db", "--format", "html");
    expect(stdout).toMatch(/^<img src="http:.*" alt="prod">\n<img src="http:.*" alt="db">\n$/);
  });

  it("checks in CI: 2 when the block is out of date, and the document stays as it is", async () => {
    const before = readme(`${BEGIN}\n${END}\n`);
    const { code, stdout } = await badges("--into", "README.md", "--check");
    expect([code, stdout]).toEqual([
      2,
      "README.md: the badges are out of date; run the command without --check to update them\n",
    ]);
    expect(readme()).toBe(before);
    await badges("--into", "README.md");
    expect((await badges("--into", "README.md", "--check")).code).toBe(0);
    await service.request("POST", "/checks/", { slug: "mail", tags: "staging" });
    expect((await badges("--into", "README.md", "--check")).code).toBe(2);
  });

  it("gives JSON to programs, also for a read-only key", async () => {
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    readme(`${BEGIN}\n${END}\n`);
    const { stdout } = await badges("--into", "README.md", "--check", "--json", "--tag", "db");
    expect(JSON.parse(stdout)).toMatchObject({ file: "README.md", upToDate: false, badges: [{ tag: "db" }] });
  });

  it("asks once", async () => {
    await service.admin.clearRequests();
    await badges();
    expect((await service.admin.requests()).byRoute).toEqual({ "GET /api/v3/badges/": 1 });
  });

  it.each([
    [["--into", "README.md"], "README.md: there is no such file"],
    [["--check"], "--check: it needs a file to check"],
    [
      ["--tag", "nothing"],
      '--tag: there is no badge for the tag "nothing". There are badges for *, db, prod',
    ],
  ])("refuses %j in one line, with exit code 1", async (args, words) => {
    const { code, stdout, stderr } = await badges(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`error: ${words}`);
  });

  it("says what went wrong with nothing hidden in it", async () => {
    const { stderr } = await badges("--tag", "prod\u202egpj");
    expect(stderr).toMatch(
      /^error: --tag: there is no badge for the tag "prod\\u202egpj"\. There are badges/,
    );
  });

  it.each(["latin1", "utf16le"] as const)(
    "leaves a document in %s as it is, and says why",
    async (encoding) => {
      const before = Buffer.from(`\ufeff# Jürgen's jobs\n${BEGIN}\n${END}\n`, encoding);
      writeFileSync("README.md", before);
      const { code, stderr } = await badges("--into", "README.md");
      expect([code, stderr]).toEqual([1, "error: README.md: it is not in UTF-8. Convert it first\n"]);
      expect(readFileSync("README.md")).toEqual(before);
    },
  );

  it("names no data source of programs in front of an error, which nobody of a command line knows", async () => {
    const { stderr } = await badges("--project", "nope");
    expect(stderr).toMatch(/^error: configuration: checks:projects: there is no project named "nope"/);
    await service.admin.faults({
      action: { kind: "status", status: 401, body: '{"error": "wrong api key"}' },
    });
    expect((await badges()).stderr).toMatch(/^error: listing the badges: the service refused the API key/);
    await service.admin.clearFaults();
  });

  it("says what a document without a block needs", async () => {
    readme("# Jobs\n");
    const { code, stderr } = await badges("--into", "README.md");
    expect([code, readme()]).toEqual([1, "# Jobs\n"]);
    expect(stderr).toContain(`README.md: it has no block for badges. Add these two lines`);
  });
});
