/** `pulumi-checks maintenance` as a user runs it: what it takes off, what it puts back, and what it refuses. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DialectName } from "../../../../emulator";
import { maintenanceIn, markOf } from "../../../../provider/monitor/maintenance";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { AnswerProxy, lateLists } from "../../../support/cli/answerProxy";
import { type Outcome, Shell } from "../../../support/cli/reportCommand";
import { type Document, Service } from "../../../support/service";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");

describe.each<DialectName>(["server", "spec"])("a maintenance (%s)", (dialect) => {
  let service: Service;
  let shell: Shell;
  let records: string;

  beforeAll(async () => {
    service = await Service.start({ dialect });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await service.admin.reset();
    records = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
    shell = new Shell(service.environment);
  });
  afterEach(() => {
    shell.close();
    rmSync(records, { recursive: true, force: true });
  });

  const check = (fields: object) => service.request("POST", "/checks/", fields);
  const update = (one: Document, fields: object) => service.request("POST", `/checks/${one.uuid}`, fields);
  const run = (...args: string[]) => shell.run("maintenance", ...args, "--records", records);
  const begin = (...args: string[]) => run("begin", ...args);
  /** The name of a maintenance that has begun. */
  async function begun(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await begin(...args);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stdout).toMatch(/^[0-9a-f]{8}\n$/);
    return stdout.trim();
  }
  const recorded = () => readdirSync(records).filter((name) => /^[0-9a-f]{8}\.json$/.test(name));
  const channelsOf = async (slug: string) => (await service.check(slug)).channels;

  it("takes the channels off those that were chosen, and puts them back", async () => {
    await check({ slug: "backup", tags: "prod  db", channels: "*" });
    await check({ slug: "silent", tags: "db" });
    await check({ slug: "web", tags: "prod", channels: "*" });
    const before = await service.checks();
    const { stdout, stderr } = await begin("--tag", "db", "--reason", "new disk", "--for", "2h");
    const id = stdout.trim();
    expect(stderr).toMatch(
      new RegExp(`In maintenance until .* UTC: ${id} \\(new disk\\)\\. The channels of 1 check are off\\.\n`),
    );
    expect(stderr).toContain("Left alone, because no channels are attached: silent.\n");
    const during = await service.check("backup");
    expect(during.channels).toBe("");
    expect(String(during.tags).split(/ +/)).toContainEqual(
      expect.stringMatching(new RegExp(`^maintenance:${id}/\\d+T\\d+Z/\\d+T\\d+Z/\\S+/new_disk$`)),
    );
    expect((await service.check("web")).channels).not.toBe("");
    const ended = await run("end");
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id} (new disk) is over`) });
    expect(ended.stdout).toContain("None of its checks is down.");
    expect(await service.checks()).toEqual(before);
    expect(await run("end")).toMatchObject({ code: 0, stdout: "No maintenance that began here is open.\n" });
  });

  it("calls no check well that it could not look at", async () => {
    await check({ slug: "backup", channels: "*", timeout: 60, grace: 60 });
    await begun("--all");
    await fetch(String((await service.check("backup")).ping_url));
    await service.admin.advance(3600);
    const refused = { kind: "status", status: 401, body: '{"error": "wrong api key"}' } as const;
    await service.admin.faults({ action: refused });
    const blind = await run("end");
    expect(blind).toMatchObject({ code: 3, stdout: expect.stringContaining("could not be put right") });
    expect(blind.stdout).toMatch(/\nWhether its checks are down is not known\.\n$/);
    await service.admin.clearFaults();
    expect((await run("end")).stdout).toContain("Down now: 1 check");
  });

  it("costs one list and one request for each check, at the beginning and at the end", async () => {
    for (const slug of ["a", "b", "c"]) await check({ slug, channels: "*" });
    await service.admin.clearRequests();
    await begun("--all");
    await run("end");
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 2,
      "POST /api/v3/checks/<uuid>": 6,
    });
  });

  it("does not end by a list that is older than it, as that of a replica may be", async () => {
    const { uuid } = await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    const replica = await lateLists(service.emulator.url);
    shell.close();
    shell = new Shell({ ...service.environment, CHECKS_URL: replica.url });
    await begun("--all");
    expect(await channelsOf("backup")).toBe("");
    expect(await run("end")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 check as before") });
    expect(await service.checks()).toEqual(before);
    await begun("--all");
    await service.request("DELETE", `/checks/${uuid}`);
    const { code, stdout } = await run("end");
    expect([code, stdout]).toEqual([0, expect.stringContaining("was deleted")]);
    expect(stdout).toMatch(/: 1 check changed by others\.$/m);
    await replica.stop();
  });

  it("writes a record that only its user reads, with no key and no UUID of a check", async () => {
    const { uuid } = await check({ slug: "backup", channels: "*" });
    await begun("--all");
    const [name = ""] = recorded();
    const text = readFileSync(join(records, name), "utf8");
    expect(statSync(join(records, name)).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(uuid);
    expect(text).not.toContain(service.key);
  });

  it("is ended by the same command where the address has a password, which stands nowhere", async () => {
    await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    process.env.CHECKS_URL = service.emulator.url.replace("//", "//bob:hunter2@");
    await begun("--all");
    const [name = ""] = recorded();
    const file = join(records, name);
    const record = readFileSync(file, "utf8");
    expect(record).not.toContain("hunter2");
    // As earlier versions wrote it.
    writeFileSync(file, record.replace("//", "//bob:hunter2@"));
    process.env.CHECKS_URL = "http://bob:hunter2@127.0.0.1:9";
    const elsewhere = await run("end", "--json");
    expect(elsewhere).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(
        `was begun on ${service.emulator.url}, but the configured service is http://127.0.0.1:9. `,
      ),
    });
    expect(`${elsewhere.stdout}${elsewhere.stderr}${readFileSync(file, "utf8")}`).not.toContain("hunter2");
    process.env.CHECKS_URL = service.emulator.url.replace("//", "//anna:other@");
    expect(await run("end")).toMatchObject({ code: 0, stdout: expect.stringContaining("is over") });
    expect(await service.checks()).toEqual(before);
  });

  it("ends for a copy that somebody made of a check meanwhile, which took the tag along and no channels", async () => {
    const { uuid, channels } = await check({ slug: "backup", tags: "db", channels: "*" });
    await begun("--all");
    const { tags } = await service.check("backup");
    await check({ slug: "copy", name: "backup (copy)", tags, channels: "" });
    expect(await run("end")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 checks as before"),
    });
    expect(await service.check("copy")).toMatchObject({ tags: "db", channels });
    expect((await run("status")).stdout).toBe("Nothing is in maintenance.\n");
    // Also where it alone is left.
    await begun("--all");
    await service.request("DELETE", `/checks/${uuid}`);
    await check({ slug: "another", tags: (await service.check("copy")).tags, channels: "" });
    const copied = await service.check("copy");
    await service.request("DELETE", `/checks/${copied.uuid}`);
    const { code, stdout } = await run("end");
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("1 check as before, 2 checks changed by others"),
    ]);
    expect(await service.check("another")).toMatchObject({ tags: "db", channels });
  });

  it("is not called over where the key is that of its other project, in which a check was copied", async () => {
    const key = service.emulator.projects.beta.readWriteKey;
    const inBeta = (fields: object) => service.request("POST", "/checks/", fields, key);
    await check({ slug: "backup", channels: "*" });
    const { uuid, channels } = await inBeta({ slug: "web", channels: "*" });
    const id = await begun("--all");
    // As a maintenance of a stack whose checks are in both projects would have it.
    const record = join(records, `${id}.json`);
    const { places, ...others } = JSON.parse(readFileSync(record, "utf8"));
    const web = { label: "web", uniqueKey: uniqueKeyOf(String(uuid)), channels };
    const both = [...places, { ...places[0], project: "old", checks: [web] }];
    writeFileSync(record, JSON.stringify({ ...others, places: both }));
    const mark = maintenanceIn(String((await service.check("backup")).tags));
    const tags = mark && markOf({ ...mark, channels: String(channels) });
    for (const slug of ["web", "copy"]) await inBeta({ slug, tags, channels: "", unique: ["slug"] });
    Object.assign(process.env, { CHECKS_API_KEY: key, CHECKS_PROJECTS_OLD_API_KEY: key });
    const { code, stdout } = await run("end");
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(/^ {2}backup {2}none of its checks is in this/m),
    ]);
    expect(recorded()).toEqual([`${id}.json`]);
    Object.assign(process.env, { CHECKS_API_KEY: service.key });
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await channelsOf("backup")).not.toBe("");
    for (const one of await service.checks(key)) expect(one).toMatchObject({ tags: "", channels });
  });

  it("is ended from another machine by its name", async () => {
    await check({ slug: "backup", tags: "db", channels: "*" });
    const before = await service.checks();
    const id = await begun("--all", "--reason", "new disk");
    rmSync(join(records, `${id}.json`));
    const { stdout } = await run("status");
    expect(stdout).toMatch(
      new RegExp(`^${id}  1 check quiet since .*\n  new disk\n  began somewhere else\n$`),
    );
    expect(await run("end")).toMatchObject({ stdout: "No maintenance that began here is open.\n" });
    expect(await run("end", id)).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
    expect((await run("status")).stdout).toBe("Nothing is in maintenance.\n");
    const refused = await run("end", id);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`maintenance ${id}: there is no record of it here`),
    ]);
  });

  it("is ended from another machine in every project that is configured there", async () => {
    const { readWriteKey: key } = service.emulator.projects.beta;
    process.env.CHECKS_PROJECTS_BETA_API_KEY = key;
    await check({ slug: "backup", channels: "*" });
    await service.request("POST", "/checks/", { slug: "web", channels: "*" }, key);
    const before = [await service.checks(), await service.checks(key)];
    const id = await begun("--all");
    const other = await begun("--all", "--project", "beta");
    // As a stack whose checks are in both projects would have it.
    for (const { uuid, tags } of await service.checks(key)) {
      const shared = { tags: String(tags).replace(other, id) };
      await service.request("POST", `/checks/${uuid}`, shared, key);
    }
    for (const name of recorded()) rmSync(join(records, name));
    const { code, stdout } = await run("end", id);
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 checks as before")]);
    expect([await service.checks(), await service.checks(key)]).toEqual(before);
  });

  it("is over for `end` when its process is gone, also where another one has its number", async () => {
    await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    // That of another container, of the machine before it was started anew, and one of which nothing more is known.
    for (const runnerIdentity of ["another start of the machine", undefined]) {
      const file = join(records, `${await begun("--all")}.json`);
      const record = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...record, runner: process.pid, runnerIdentity }));
      expect((await run("status")).stdout).toContain("it was cut off");
      expect(await run("end")).toMatchObject({ code: 0, stdout: expect.stringContaining("is over") });
      expect(await service.checks()).toEqual(before);
    }
  });

  it("is left alone by `end` while its command runs, and that is no success", async () => {
    await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    const said = join(shell.folder, "said");
    const end = JSON.stringify([CLI, "maintenance", "end", "--records", records]);
    const script = `
      const { status, stderr } = require("node:child_process").spawnSync(process.execPath, ${end});
      require("node:fs").writeFileSync(${JSON.stringify(said)}, stderr);
      process.exit(status)`;
    const during = ["--records", records, "--", process.execPath, "--eval", script];
    expect(await shell.run("maintenance", "--all", ...during)).toMatchObject({ code: 3 });
    expect(readFileSync(said, "utf8")).toContain(`its command is running (process ${process.pid})`);
    expect(await service.checks()).toEqual(before);
  });

  it("does not take for the state before what another one left: a check is in one at a time", async () => {
    await check({ slug: "backup", channels: "*" });
    await check({ slug: "web", channels: "*" });
    const before = await service.checks();
    const id = await begun("--slug", "backup");
    const { code, stderr } = await begin("--all");
    expect([code, stderr]).toEqual([1, expect.stringContaining(`backup: in maintenance until`)]);
    expect(stderr).toContain(`end it with \`pulumi-checks maintenance end ${id}\``);
    expect(recorded()).toEqual([`${id}.json`]);
    const second = await begun("--slug", "web");
    expect(await run("end")).toMatchObject({ code: 1, stderr: expect.stringContaining("2 are open:") });
    expect(await run("end", "")).toMatchObject({ code: 1, stderr: expect.stringContaining("name is empty") });
    expect(await run("end", second)).toMatchObject({ code: 0 });
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
  });

  it("leaves alone what somebody changed meanwhile, and says so", async () => {
    const [backup, web, gone, kept] = [
      await check({ slug: "backup", channels: "*" }),
      await check({ slug: "web", channels: "*", tags: "prod" }),
      await check({ slug: "gone", channels: "*" }),
      await check({ slug: "kept", channels: "*" }),
    ];
    const [one] = String(backup.channels).split(",");
    await begun("--all");
    await update(backup, { channels: one });
    await update(web, { tags: "prod", name: "Web" });
    await service.request("DELETE", `/checks/${gone.uuid}`);
    const { code, stdout } = await run("end");
    expect(code).toBe(0);
    expect(stdout).toMatch(/: 2 checks as before, 2 checks changed by others\.$/m);
    expect(stdout).toMatch(/^ {2}backup {2}somebody attached other channels in the meantime: they stay$/m);
    expect(stdout).toMatch(/^ {2}gone {4}was deleted in the meantime, or moved to another project$/m);
    expect(await service.check("backup")).toMatchObject({ channels: one, tags: "" });
    // Whoever wrote other tags took ours for one of those.
    expect(await service.check("web")).toMatchObject({ channels: web.channels, tags: "prod", name: "Web" });
    expect(await channelsOf("kept")).toBe(kept.channels);
  });

  it("puts back the channels that there are, when one was deleted meanwhile", async () => {
    const backup = await check({ slug: "backup", channels: "*" });
    const [lost = "", ...others] = String(backup.channels).split(",");
    await begun("--all");
    await service.admin.deleteChannel(lost);
    const { code, stdout } = await run("end");
    expect([code, stdout]).toEqual([0, expect.stringContaining("without 1 channel that was deleted")]);
    expect(
      String(await channelsOf("backup"))
        .split(",")
        .sort(),
    ).toEqual(others.sort());
  });

  it("does not begin by half: what was taken off is put back when one check fails", async () => {
    for (const slug of ["a", "b", "c"]) await check({ slug, channels: "*" });
    const before = await service.checks();
    const c = await service.check("c");
    await service.admin.faults({
      match: { method: "POST", path: `/checks/${c.uuid}` },
      action: { kind: "status", status: 400, body: '{"error":"no"}' },
    });
    const { code, stderr } = await begin("--all");
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: c: .*Nothing was begun: what had been taken off is back/);
    expect(stderr).not.toContain(c.uuid);
    expect(await service.checks()).toEqual(before);
    expect(recorded()).toEqual([]);
  });

  describe("whose writes are answered otherwise than they were meant", () => {
    let proxy: AnswerProxy;
    /** What the next write is answered to have, whatever the service made of it. */
    let next: object;
    beforeEach(async () => {
      next = {};
      proxy = await AnswerProxy.start(service.emulator.url, (answer, { method }) => {
        if (method !== "POST") return answer;
        const altered = JSON.stringify({ ...JSON.parse(answer), ...next });
        next = {};
        return altered;
      });
      await check({ slug: "backup", tags: "prod", channels: "*" });
      shell.close();
      shell = new Shell({ ...service.environment, CHECKS_URL: proxy.url });
    });
    afterEach(() => proxy.stop());

    it.each([
      ["channels", { channels: "0b3a2f4e-7a51-4c6e-9c39-1f2d3e4b5a60" }],
      ["no tag that says so", { tags: "prod" }],
    ])("does not begin where a check is answered to have %s", async (_what, fields) => {
      const before = await service.checks();
      next = fields;
      const { code, stdout, stderr } = await begin("--all");
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(
        "error: backup: the service accepted that its channels are taken off, but did not take them off. Nothing was begun",
      );
      expect(await service.checks()).toEqual(before);
      expect(recorded()).toEqual([]);
    });

    it("is not over where a check is answered to have none of the channels that were put back", async () => {
      const before = await service.checks();
      const id = await begun("--all");
      next = { channels: "" };
      const { code, stdout } = await run("end");
      expect(code).toBe(3);
      expect(stdout).toContain("the service keeps other channels than those that were sent");
      expect(recorded()).toEqual([`${id}.json`]);
      expect(await run("end")).toMatchObject({ code: 0 });
      expect(await service.checks()).toEqual(before);
    });
  });

  it("keeps what could not be put back in its record, for the next time", async () => {
    for (const slug of ["a", "b"]) await check({ slug, channels: "*" });
    const before = await service.checks();
    const id = await begun("--all");
    const b = await service.check("b");
    await service.admin.faults({
      match: { method: "POST", path: `/checks/${b.uuid}` },
      action: { kind: "status", status: 503 },
      times: 1000,
    });
    process.env.CHECKS_DEADLINE_SECONDS = "1";
    const { code, stdout } = await run("end");
    delete process.env.CHECKS_DEADLINE_SECONDS;
    expect(code).toBe(3);
    expect(stdout).toContain("1 check of 2 could not be put right");
    expect(stdout).toContain(`Run \`pulumi-checks maintenance end ${id}\` again`);
    expect([await channelsOf("a"), await channelsOf("b")]).toEqual([before[0]?.channels, ""]);
    await service.admin.clearFaults();
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
  });

  it("is not over by a read-only key, which does not see that the channels of a check without its tag are off", async () => {
    for (const slug of ["a", "b"]) await check({ slug, tags: "prod", channels: "*" });
    const before = await service.checks();
    const id = await begun("--all");
    // Somebody who writes all tags of a check knows nothing of ours.
    await update(await service.check("a"), { tags: "prod" });
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    const { code, stdout } = await run("end");
    expect(code).toBe(3);
    expect(stdout).toContain("2 checks of 2 could not be put right");
    expect(stdout).toContain("the API key is read-only; this needs a read-write key");
    expect(recorded()).toEqual([`${id}.json`]);
    process.env.CHECKS_API_KEY = service.environment.CHECKS_API_KEY;
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
  });

  it("takes checks for deleted only where others of it are there, or the user says so", async () => {
    const only = await check({ slug: "only", channels: "*" });
    const id = await begun("--all");
    await service.request("DELETE", `/checks/${only.uuid}`);
    expect(await run("end")).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("end it with --forget"),
    });
    expect(await run("end", id, "--forget")).toMatchObject({ code: 0 });
    expect(recorded()).toEqual([]);
  });

  it("refuses before anything what cannot be done", async () => {
    await check({ slug: "backup", channels: "*", tags: "t".repeat(480) });
    const refusal = async (work: Promise<Outcome>) => {
      const { code, stderr } = await work;
      return `${code} ${stderr.split("\n").find((line) => line.startsWith("error:"))}`;
    };
    expect(await refusal(begin("--all"))).toMatch(/^1 error: backup: its tags leave no room/);
    expect(await refusal(begin())).toMatch(/^1 error: maintenance: no check was named\. Give --tag/);
    expect(await refusal(begin("--all", "--for", "5"))).toMatch(
      /^1 error: --for: it must be at least a minute/,
    );
    for (const tooLong of ["366d", "9999999d", "99999999d", "9".repeat(400)]) {
      const ended = await refusal(begin("--slug", "backup", "--for", tooLong));
      expect(ended).toBe("1 error: --for: it must be at most a year. Begin another one when it is over");
    }
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    expect(await refusal(begin("--all"))).toMatch(/^1 error: maintenance: the API key is read-only\. Set/);
    expect(await refusal(run("--all", "--", "true"))).toMatch(/^125 error: maintenance: the API key is/);
    expect(recorded()).toEqual([]);
    writeFileSync(join(records, "00000000.json"), "{}");
    expect(await refusal(run("end"))).toMatch(/^1 error: .*00000000\.json: it is not the record of a main/);
  });

  it("puts everything back when the command cannot be run, whatever the reason", async () => {
    await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    const script = join(shell.folder, "migrate.sh");
    writeFileSync(script, "", { mode: 0o600 });
    const during = (...words: string[]) =>
      shell.run("maintenance", "--all", "--records", records, "--", ...words);
    const reasons: [string[], number, string][] = [
      [["no-such-command"], 127, "there is no such command"],
      [[script], 126, "EACCES"],
      [[`${script}/`], 126, "ENOTDIR"],
      [["a".repeat(5_000)], 126, "ENAMETOOLONG"],
      [["true", "a".repeat(4_000_000)], 126, "E2BIG"],
    ];
    for (const [words, code, reason] of reasons) {
      const ended = await during(...words);
      expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(reason)]);
      expect(ended.stderr).toContain("1 check as before.");
      expect(await service.checks()).toEqual(before);
      expect(recorded()).toEqual([]);
    }
  });

  it("does not begin without a command, nor with an empty one: a variable of a script that was not set", async () => {
    await check({ slug: "backup", channels: "*" });
    await service.admin.clearRequests();
    for (const words of [[], ["--", ""], ["--", "", "x"]]) {
      expect(await run("--all", ...words)).toMatchObject({
        code: 125,
        stderr: "error: maintenance: no command was given. Name it after --, or use begin, end or status\n",
      });
    }
    expect((await service.admin.requests()).total).toBe(0);
  });

  it("does not begin with a wrong option either, which is no exit code of the command's", async () => {
    const wrong = ["--all", "--for", "soon", "--", "true"];
    expect(await run(...wrong)).toMatchObject({ code: 125, stderr: expect.stringContaining("--for") });
    expect((await run("--al", "--", "true")).code).toBe(125);
    expect((await run("--help")).code).toBe(0);
    expect((await run("begin", "--all", "--for", "soon")).code).toBe(1);
    expect((await run("end", "--al")).code).toBe(1);
  });

  it("does not say that nothing was begun when only its record could not be removed", async () => {
    await check({ slug: "backup", channels: "*" });
    const before = await service.checks();
    const place = JSON.stringify(records);
    const script = `const fs = require("node:fs"); fs.rmSync(${place}, { recursive: true }); fs.writeFileSync(${place}, "")`;
    const during = ["--records", records, "--", process.execPath, "--eval", script];
    const ended = await shell.run("maintenance", "--all", ...during);
    expect([ended.code, ended.stderr]).toEqual([
      123,
      expect.stringContaining("the record of the maintenance cannot be read or written (ENOTDIR)"),
    ]);
    expect(await service.checks()).toEqual(before);
  });

  it("keeps `adopt` from writing a program without the channels that the tag has no room for", async () => {
    const room = await check({ slug: "room", channels: "*" });
    await check({ slug: "none", tags: `db ${"t".repeat(430)}`, channels: "*" });
    await begun("--all");
    const adopted = async () =>
      JSON.parse((await shell.run("adopt", "plan", "--channels", "ids", "--json", "-q")).stdout) as object;
    expect(await adopted()).toMatchObject({
      adoptions: [{ resource: "room", args: { channels: String(room.channels).split(",").sort() } }],
      leftOut: [{ known: "none", reason: expect.stringContaining("no room for the channels") }],
    });
    await run("end");
    expect(await adopted()).toMatchObject({ adoptions: [{}, {}], leftOut: [] });
  });

  it("says which checks are down, and since when", async () => {
    const down = await check({ slug: "down", channels: "*", timeout: 60, grace: 60 });
    await begun("--all");
    await fetch(`${String(down.ping_url)}/fail`, { method: "POST" });
    const { stdout } = await run("end", "--json");
    // Of changes between up and down alone nobody knows whether it was so before.
    const [since, before] =
      dialect === "server" ? [expect.stringMatching(/^\d{4}-.*Z$/), false] : [null, null];
    expect(JSON.parse(stdout)).toMatchObject({
      ended: [{ complete: true, down: [{ check: "down", since, before }] }],
    });
  });
});
