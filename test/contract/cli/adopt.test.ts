import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { addAdopt } from "../../../cli/adopt/command";
import { Service } from "../../support/service";

describe("pulumi-checks adopt", () => {
  let service: Service;
  let folder: string;
  const environment = { ...process.env };

  beforeEach(async () => {
    service = await Service.start();
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-adopt-"));
    Object.assign(process.env, service.environment);
  });
  afterEach(async () => {
    process.env = { ...environment };
    jest.restoreAllMocks();
    process.exitCode = undefined;
    rmSync(folder, { recursive: true, force: true });
    await service.stop();
  });

  /** Runs the command line in this process, outside of any Pulumi project. */
  async function run(...args: string[]): Promise<{ code: unknown; out: string; error: string }> {
    let out = "";
    let error = "";
    jest.spyOn(process, "cwd").mockReturnValue(folder);
    jest.spyOn(process.stdout, "write").mockImplementation((text) => {
      out += String(text);
      return true;
    });
    process.exitCode = undefined;
    const program = new Command();
    addAdopt(program);
    try {
      await program.parseAsync(["adopt", ...args, "--quiet"], { from: "user" });
    } catch (problem) {
      error = (problem as Error).message;
    } finally {
      jest.restoreAllMocks();
    }
    return { code: process.exitCode, out, error };
  }

  const make = (fields: object, key?: string) => service.request("POST", "/checks/", fields, key);
  const text = (path = "index.ts") => readFileSync(join(folder, path), "utf8");

  it("plans with one list of the checks and one of the channels, and writes nothing", async () => {
    await make({ slug: "backup", tags: "prod", channels: "*" });
    const { uuid } = await make({ name: "By hand" });
    const before = await service.checks();
    await service.admin.clearRequests();
    const { code, out } = await run("plan");
    expect(code).toBe(0);
    expect(out).toMatch(/backup +│ +│ slug +│ nothing/);
    expect(out).toContain(`UUID ${uuid}`);
    expect(out).toContain('slug: "" → "by-hand"');
    const { log } = await service.admin.requestLog();
    expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v3/checks/",
      "GET /api/v3/channels/",
    ]);
    expect(await service.checks()).toEqual(before);
  });

  it("does not ask for channels whose names it does not need", async () => {
    await make({ slug: "backup", channels: "*" });
    await service.admin.clearRequests();
    await run("plan", "--channels", "leave");
    expect((await service.admin.requests()).total).toBe(1);
  });

  it("writes the same program again and again, and over nobody's work", async () => {
    await make({ slug: "backup", tags: "prod" });
    await make({ slug: "site", tags: "web" });
    expect(await run("apply", "--out", folder, "--per-tag")).toMatchObject({ code: 0, error: "" });
    const first = ["index.ts", "checks/prod.ts", "checks/web.ts"].map(text);
    const again = await run("apply", "--out", folder, "--per-tag");
    expect(again.out).toContain("Already there and the same: index.ts, checks/prod.ts, checks/web.ts.");
    expect(["index.ts", "checks/prod.ts", "checks/web.ts"].map(text)).toEqual(first);

    writeFileSync(join(folder, "index.ts"), "// mine\n");
    await make({ slug: "mail", tags: "mail" });
    const refused = await run("apply", "--out", folder, "--per-tag");
    expect(refused.error).toBe(
      "--out: there is another index.ts already; nothing was written. Choose another folder, or write over it with --force",
    );
    expect(text()).toBe("// mine\n");
    expect(() => text("checks/mail.ts")).toThrow("ENOENT");
    expect(await run("apply", "--out", folder, "--per-tag", "--force")).toMatchObject({ code: 0 });
    expect(text()).toContain('import "./checks/mail";');
  });

  it("names the files of an earlier run that are no part of the program any more", async () => {
    const { uuid } = await make({ slug: "old", tags: "old" });
    await make({ slug: "new", tags: "new" });
    await run("apply", "--out", folder, "--per-tag");
    writeFileSync(join(folder, "checks", "mine.ts"), "// not made by adopt\n");
    await service.request("DELETE", `/checks/${uuid}`);
    const { out } = await run("apply", "--out", folder, "--per-tag", "--force");
    expect(out).toContain("No part of the program any more, and can be deleted: checks/old.ts.\n");
  });

  it("keeps keys and ping addresses out of what it prints and writes", async () => {
    const { ping_url } = await make({ slug: "backup", tags: "a" });
    const { out } = await run("apply", "--out", folder, "--json");
    for (const secret of [service.key, String(ping_url)]) expect(`${out}${text()}`).not.toContain(secret);
    expect(text()).not.toContain(String(ping_url).split("/").at(-1));
  });

  it("ends with 2 when a check is left out, which is in the plan and not in the program", async () => {
    await make({ slug: "fine" });
    const { uuid } = await make({ slug: "odd", tags: "a\u00a0b" });
    const { code, out } = await run("apply", "--out", folder, "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      adoptions: [expect.objectContaining({ resource: "fine", args: { slug: "fine" }, changes: [] })],
      leftOut: [{ uuid, known: "odd", reason: expect.stringContaining("tags[0]") }],
      files: ["index.ts"],
      written: ["index.ts"],
      same: [],
      leftOver: [],
    });
    expect(text()).not.toContain("odd");
  });

  it("takes a filter, and a named project, which the program then names too", async () => {
    process.env.CHECKS_PROJECTS_BETA_API_KEY = service.emulator.projects.beta.readWriteKey;
    await make({ slug: "in-beta", tags: "prod db" }, process.env.CHECKS_PROJECTS_BETA_API_KEY);
    await make({ slug: "other", tags: "prod" }, process.env.CHECKS_PROJECTS_BETA_API_KEY);
    await make({ slug: "in-alpha", tags: "prod db" });
    await run("apply", "--out", folder, "--project", "beta", "--tag", "prod", "--tag", "db");
    expect(text()).toContain('new Check("in-beta", {');
    expect(text()).toContain('project: "beta"');
    expect(text().match(/new Check/g)).toHaveLength(1);
  });

  it("needs a read-write key, and says so", async () => {
    await make({ slug: "backup" });
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    const { error } = await run("plan");
    expect(error).toMatch(/^configuration: checks:apiKey: the API key is read-only/);
  });

  it("says in one line what is missing when nothing is configured", async () => {
    delete process.env.CHECKS_URL;
    const { error } = await run("plan");
    expect(error).toMatch(/^configuration: checks:url: .*CHECKS_URL[^\n]*$/);
  });

  it("finds nothing to do in an empty project", async () => {
    expect(await run("apply", "--out", folder)).toMatchObject({
      code: 0,
      out: "Nothing to adopt; 0 left out.\n",
    });
  });

  describe("with a Terraform state", () => {
    /** What `terraform show -json` prints of checks that the Terraform provider made. */
    async function stateOf(...slugs: string[]): Promise<string> {
      const resources = [];
      for (const slug of slugs) {
        const { uuid: id, ...check } = await service.check(slug);
        const { name, desc, timeout = 0, grace, schedule = "", methods } = check;
        const values = { id, name, slug, desc, timeout, grace, schedule, timezone: check.tz ?? "", methods };
        const lists = { tags: split(check.tags, " "), channels: split(check.channels, ",") };
        const address = `healthchecksio_check.${slug}`;
        resources.push({
          address,
          mode: "managed",
          type: "healthchecksio_check",
          values: { ...values, ...lists },
        });
      }
      const file = join(folder, "state.json");
      writeFileSync(file, JSON.stringify({ format_version: "1.0", values: { root_module: { resources } } }));
      return file;
    }
    const split = (joined: unknown, separator: string) =>
      String(joined)
        .split(separator)
        .filter((part) => part !== "");

    beforeEach(async () => {
      await make({
        slug: "backup",
        tags: "prod db",
        schedule: "0 3 * * *",
        tz: "Europe/Riga",
        channels: "*",
      });
      await make({
        slug: "site",
        name: "Site",
        timeout: 600,
        grace: 60,
        start_kw: "begin",
        filter_body: true,
      });
      await make({ slug: "by-hand" });
    });

    const statements = () => text().replace(/^\/\/.*\n/gm, "");

    it("makes the same program as without, for the checks of the state alone", async () => {
      const state = await stateOf("backup", "site");
      await run("apply", "--out", folder, "--slug", "backup", "--slug", "site");
      const without = statements();
      const { code, out } = await run("apply", "--out", folder, "--terraform", state, "--force");
      expect(code).toBe(0);
      expect(out).toContain("2 checks to adopt; after the first `pulumi up`: 2 unchanged; 0 left out.");
      expect(statements()).toBe(without);
    });

    it("makes it from the state alone when offline, and warns of what Terraform does not know", async () => {
      const state = await stateOf("backup", "site");
      await service.admin.clearRequests();
      const { out } = await run("apply", "--out", folder, "--terraform", state, "--offline");
      expect((await service.admin.requests()).total).toBe(0);
      expect(out).toContain("Terraform's state does not know all fields of a check");
      expect(out).toContain("2 not known");
      expect(text()).toContain("adopt apply --out FOLDER --terraform FILE --offline\n");
      const { uuid } = await service.check("site");
      expect(text()).toContain(`new Check("site", {
  slug: "site",
  name: "Site",
  timeout: minutes(10),
  grace: minutes(1),
  adopt: "${uuid}",
});`);
    });

    it("leaves out what is not in the project any more", async () => {
      const state = await stateOf("backup", "site");
      const { uuid } = await service.check("site");
      await service.request("DELETE", `/checks/${uuid}`);
      const { code, out } = await run("plan", "--terraform", state);
      expect(code).toBe(2);
      expect(out).toContain(`${uuid} (healthchecksio_check.site): no check of this project has this UUID`);
    });

    it.each(["utf16le", "utf8"] as const)(
      "reads what > of Windows PowerShell makes of it: %s",
      async (encoding) => {
        const state = await stateOf("backup");
        const { out } = await run("plan", "--terraform", state);
        const marked = join(folder, "marked.json");
        writeFileSync(marked, `\ufeff${readFileSync(state, "utf8")}`, encoding);
        expect(await run("plan", "--terraform", marked)).toEqual({ code: 0, out, error: "" });
      },
    );

    it("says in one line what is wrong with the file, and that offline needs one", async () => {
      expect((await run("plan", "--terraform", join(folder, "none.json"))).error).toMatch(
        /^--terraform: .*none.json cannot be read \(ENOENT\)\. Make it with `terraform show -json`$/,
      );
      expect((await run("plan", "--offline")).error).toMatch(/^--offline: without asking the service/);
    });
  });
});
