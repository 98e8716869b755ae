import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { defineAdopt } from "../../../../cli/adopt/command";
import { Service } from "../../../support/service";

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
    defineAdopt(program.command("adopt"));
    try {
      await program.parseAsync(["adopt", ...args, "--quiet"], { from: "user" });
    } catch (problem) {
      error = (problem as Error).message;
    } finally {
      jest.restoreAllMocks();
    }
    return { code: process.exitCode, out, error };
  }

  /** What an empty folder gets beside the program. */
  const PROJECT = ["Pulumi.yaml", "package.json", "tsconfig.json"];

  const make = (fields: object, key?: string) => service.request("POST", "/checks/", fields, key);
  const text = (path = "index.ts") => readFileSync(join(folder, path), "utf8");

  it("plans with one list of the checks and one of the channels, and writes nothing", async () => {
    await make({ slug: "backup", tags: "prod", channels: "*" });
    const { uuid } = await make({ name: "By hand" });
    const before = await service.checks();
    await service.admin.clearRequests();
    const { code, out } = await run("plan");
    expect(code).toBe(0);
    expect(out).not.toContain("backup");
    expect(out).not.toContain(uuid);
    expect(out).toMatch(/^by-hand +By hand +UUID +slug: "" → "by-hand"$/m);
    expect(out).toContain("1 unchanged, 1 with a slug");
    const { log } = await service.admin.requestLog();
    expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v3/checks/",
      "GET /api/v3/channels/",
    ]);
    expect(await service.checks()).toEqual(before);
  });

  it("hides nothing in its JSON, whatever a check is called", async () => {
    const name = "backup \u202egpj.exe";
    await make({ slug: "backup", name });
    const { out } = await run("plan", "--json");
    expect(out).toContain("backup \\u202egpj.exe");
    expect(JSON.parse(out)).toMatchObject({ adoptions: [{ args: { name } }] });
  });

  it("says that a check has no tags and no channels, where the configuration would give it some", async () => {
    await make({ slug: "backup" });
    process.env.CHECKS_DEFAULT_TAGS = "prod";
    process.env.CHECKS_DEFAULT_CHANNELS = "*";
    await run("apply", "--out", folder);
    expect(text()).toContain("  tags: [],\n  channels: [],\n");
    expect((await run("plan")).out).toContain("1 check to adopt; after the first `pulumi up`: 1 unchanged");
    const left = await run("plan", "--channels", "leave");
    expect(left.out).toContain('channels: [] → "*"');
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
      "--out: index.ts already exists with other content; nothing was written. Choose another folder, or overwrite it with --force",
    );
    expect(text()).toBe("// mine\n");
    expect(() => text("checks/mail.ts")).toThrow("ENOENT");
    expect(await run("apply", "--out", folder, "--per-tag", "--force")).toMatchObject({ code: 0 });
    expect(text()).toContain('import "./checks/mail";');
  });

  it("knows its own program again, and its project, as git checks them out on Windows", async () => {
    await make({ slug: "backup" });
    await run("apply", "--out", folder);
    for (const name of readdirSync(folder))
      writeFileSync(join(folder, name), text(name).replaceAll("\n", "\r\n"));
    const before = text("index.ts");
    const again = await run("apply", "--out", folder);
    expect(again).toMatchObject({ code: 0, error: "" });
    expect(again.out).toContain("Already there and the same: index.ts");
    expect(text("index.ts")).toBe(before);
  });

  it("writes beside a file that is called as the folder of the tags", async () => {
    await make({ slug: "backup" });
    writeFileSync(join(folder, "checks"), "#!/bin/sh\n");
    expect(await run("apply", "--out", folder)).toMatchObject({ code: 0, error: "" });
    expect((await run("apply", "--out", folder, "--per-tag", "--force")).error).toContain(
      "checks is a link, or",
    );
  });

  it("takes an empty text, and a file, for no folder", async () => {
    await make({ slug: "backup" });
    const { error } = await run("apply", "--out", "", "--force");
    expect(error).toBe("--out: it must name a folder. `.` is this one");
    const file = join(folder, "jobs");
    writeFileSync(file, "");
    expect((await run("apply", "--out", file)).error).toBe(
      `--out: ${file} is not a folder. Choose another one`,
    );
  });

  it("makes a whole project of an empty folder, and adds nothing to one that is there", async () => {
    await make({ slug: "backup", tags: "con" });
    const { out } = await run("apply", "--out", join(folder, "Night Jobs"), "--per-tag");
    expect(out).toContain("`npm install`");
    expect(text("Night Jobs/Pulumi.yaml")).toMatch(/^name: "night-jobs"\n[\s\S]*runtime: nodejs\n$/);
    // The program needs none of the optional ones.
    expect(JSON.parse(text("Night Jobs/package.json"))).toMatchObject({ main: "index.ts" });
    expect(Object.keys(JSON.parse(text("Night Jobs/package.json")).dependencies)).toEqual([
      "@pulumi/pulumi",
      "pulumi-checks",
    ]);
    const long = "n".repeat(120);
    await run("apply", "--out", join(folder, long));
    expect(text(`${long}/Pulumi.yaml`)).toContain(`name: "${"n".repeat(100)}"\n`);
    expect(JSON.parse(text("Night Jobs/tsconfig.json")).include).toEqual(["index.ts", "checks/*.ts"]);
    expect(await run("apply", "--out", join(folder, "Night Jobs"), "--per-tag")).toMatchObject({ code: 0 });

    writeFileSync(join(folder, "Pulumi.yaml"), "name: mine\nruntime: nodejs\n");
    await run("apply", "--out", join(folder, "monitoring"));
    expect(readdirSync(join(folder, "monitoring"))).toEqual(["index.ts"]);
  });

  it("says that a program below a project is yet to be imported there, and not of the project's own", async () => {
    await make({ slug: "backup" });
    writeFileSync(join(folder, "Pulumi.yaml"), "name: mine\nruntime: nodejs\n");
    const below = await run("apply", "--out", join(folder, "monitoring", "eu"));
    expect(below.out).toContain('with `import "./monitoring/eu";`, unless it is that program');
    const own = await run("apply", "--out", folder);
    expect(own.out).toContain("Next: `pulumi preview`, then `pulumi up`.");
    expect(own.out).not.toContain("import");
  });

  it("completes the project of a run that was cut off, and no folder that somebody has begun", async () => {
    await make({ slug: "backup" });
    await run("apply", "--out", join(folder, "whole"));
    const whole = readdirSync(join(folder, "whole")).sort();
    mkdirSync(join(folder, "cut/whole"), { recursive: true });
    writeFileSync(join(folder, "cut/whole/Pulumi.yaml"), text("whole/Pulumi.yaml"));
    // As it is left when the kill comes before the file is put in place.
    writeFileSync(join(folder, "cut/whole/package.json.4242.tmp"), "{");
    const { out } = await run("apply", "--out", join(folder, "cut/whole"));
    expect(out).toContain("Already there and the same: Pulumi.yaml");
    expect(out).toContain("`npm install`");
    rmSync(join(folder, "cut/whole/package.json.4242.tmp"));
    expect(readdirSync(join(folder, "cut/whole")).sort()).toEqual(whole);

    mkdirSync(join(folder, "begun"));
    writeFileSync(join(folder, "begun/package.json"), "{}");
    const begun = await run("apply", "--out", join(folder, "begun"));
    expect(readdirSync(join(folder, "begun")).sort()).toEqual(["index.ts", "package.json"]);
    // There, `pulumi preview` would only say that there is no project.
    expect(begun.out).toContain("no Pulumi project in that folder");
    expect(begun.out).not.toContain("pulumi preview");
  });

  it("has written the project when the program is the first that finds no room", async () => {
    await make({ slug: "backup", tags: "prod" });
    mkdirSync(join(folder, "full"));
    const out = join(folder, "full");
    const files = jest.requireActual<typeof import("node:fs")>("node:fs");
    const mkdir = jest.spyOn(files, "mkdirSync").mockImplementation((path) => {
      if (String(path).endsWith("checks")) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      return undefined;
    });
    const { error } = await run("apply", "--out", out, "--per-tag");
    mkdir.mockRestore();
    expect(error).toMatch(/checks\/prod\.ts: it cannot be written \(ENOSPC\)/);
    expect(readdirSync(out).sort()).toEqual(PROJECT);
    await run("apply", "--out", out, "--per-tag");
    expect(readdirSync(out).sort()).toEqual([...PROJECT, "checks", "index.ts"].sort());
  });

  it("names no file after a device", async () => {
    for (const tag of ["con", "NUL", "com1", "console"])
      await make({ slug: `s-${tag.toLowerCase()}`, tags: tag });
    await run("apply", "--out", folder, "--per-tag");
    const names = readdirSync(join(folder, "checks"));
    expect(names).toEqual([
      expect.stringMatching(/^com1-\w{8}\.ts$/),
      expect.stringMatching(/^con-\w{8}\.ts$/),
      "console.ts",
      expect.stringMatching(/^nul-\w{8}\.ts$/),
    ]);
  });

  it("writes through no link, not even with --force or one that leads nowhere", async () => {
    await make({ slug: "backup", tags: "prod" });
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "theirs.ts"), "// theirs\n");
    for (const [link, target] of [
      ["index.ts", join(elsewhere, "theirs.ts")],
      ["index.ts", join(elsewhere, "nothing.ts")],
      ["checks", elsewhere],
    ] as const) {
      const out = mkdtempSync(join(folder, "out-"));
      symlinkSync(target, join(out, link));
      const { error } = await run("apply", "--out", out, "--per-tag", "--force");
      expect(error).toMatch(
        new RegExp(`^--out: ${link} is a link, or not a plain file; nothing was written`),
      );
      expect(readdirSync(out)).toEqual([link]);
    }
    expect(readdirSync(elsewhere)).toEqual(["theirs.ts"]);
    expect(text("elsewhere/theirs.ts")).toBe("// theirs\n");
  });

  it("names the files of an earlier run that are no part of the program any more", async () => {
    const { uuid } = await make({ slug: "old", tags: "old" });
    await make({ slug: "new", tags: "new" });
    await run("apply", "--out", folder, "--per-tag");
    writeFileSync(join(folder, "checks", "mine.ts"), "// not made by adopt\n");
    await service.request("DELETE", `/checks/${uuid}`);
    const { out } = await run("apply", "--out", folder, "--per-tag", "--force");
    expect(out).toContain("No longer part of the program (you can delete them): checks/old.ts.\n");
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
      files: ["index.ts", ...PROJECT],
      written: ["index.ts", ...PROJECT],
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
      expect(out).toContain("Terraform's state does not have all fields of a check");
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
      expect(out).toContain("healthchecksio_check.site: no check of this project has this UUID");
      expect(out).not.toContain(uuid);
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
        /^.*none.json: there is no such file\. Make it with `terraform show -json`$/,
      );
      expect((await run("plan", "--offline")).error).toMatch(/^--offline: without asking the service/);
    });
  });
});
