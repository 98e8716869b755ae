import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DriftReport } from "../../cli/drift/findings";
import type { Stack } from "../support/engine";
import { WITH_PASSPHRASE } from "../support/keyService";
import { eachWithScene } from "../support/scene";
import type { Service } from "../support/service";

const CHECKS = {
  changed: { slug: "changed", schedule: "0 3 * * *", tz: "Europe/Kiev", channels: ["Pager"] },
  gone: { slug: "gone", channels: ["Pager"] },
  quiet: { slug: "quiet", channels: ["Pager"] },
  fine: { slug: "fine", channels: "*", tags: ["b", "a"] },
};

/** What a finding looks like in each format; each stands once where it is found, whatever else is there. */
const IN_FORMATS = {
  text: [
    /^ {2}changed +grace +3600 \(1 h\) +60 \(1 min\)/m,
    /^ {2}gone +is declared/m,
    /^ {2}stray/m,
    /^ {2}quiet +is paused/m,
  ],
  json: [/"class": "changed"/, /"class": "missing"/, /"class": "unmanaged"/, /"class": "operational"/],
  markdown: [
    /^\| `changed` .*`grace`.*`60 \(1 min\)`/m,
    /^\| `gone`/m,
    /^\| `stray`/m,
    /^\| `quiet` .* is paused/m,
  ],
  html: [/<h3>changed/, /<h3>gone/, /<h3>stray/, /<h3>quiet/],
  junit: [
    /<failure .*type="changed"/,
    /<failure .*type="missing"/,
    /<failure .*type="unmanaged"/,
    /<failure .*type="operational"/,
  ],
  github: [
    /^::warning title=Drift%3A changed,file=index.js,line=5::/m,
    /^::warning .*missing/m,
    /^::warning .*unmanaged/m,
    /^::warning .*operational/m,
  ],
};

/** A check whose slug, name and one of its tags are secrets. */
const SECRETIVE = `
const { secret } = require("@pulumi/pulumi");
const { Check } = require("pulumi-checks");
new Check("quiet", {
  slug: secret("hush-slug"),
  name: secret("Hush name"),
  tags: [secret("hush-tag"), "open-tag"],
  channels: ["Pager"],
});
`;

/** The checks of `checks.json`, each with something that its row does not tell without the passphrase. */
const EACH_WITH_A_SECRET = `
const { secret } = require("@pulumi/pulumi");
const { Check } = require("pulumi-checks");
const checks = JSON.parse(require("fs").readFileSync("checks.json", "utf8"));
for (const [name, args] of Object.entries(checks)) new Check(name, { ...args, desc: secret("hush") });
`;

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function drift(stack: Stack, service: Service, args: string[], environment?: Record<string, string>) {
  return pulumiChecks(stack, service, ["drift", ...args], environment);
}

/** `npx pulumi-checks`, as it is installed in the stack's project. */
function pulumiChecks(
  stack: Stack,
  service: Service,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  const command = join(stack.folder, "node_modules", ".bin", "pulumi-checks");
  const settings = { CHECKS_HOST: stack.host, ...service.environment, ...environment };
  return stack.withProvider(settings, (env) => {
    return new Promise((resolve) => {
      execFile(command, args, { cwd: stack.folder, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  });
}

describe("pulumi-checks drift on the real engine", () => {
  const scene = eachWithScene({}, WITH_PASSPHRASE);

  it("finds one change, one deletion, one check made by hand and one paused by hand, and is clean once repaired", async () => {
    const { stack, service } = scene;
    stack.declare(CHECKS);
    await stack.up();
    expect(await drift(stack, service, [])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no drift\n/),
    });
    const wait = () =>
      pulumiChecks(stack, service, ["wait", "--last-up", "--timeout", "1s", "--every", "1s"]);
    expect(await wait()).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("4 of 4 checks not pinged"),
    });
    for (const { ping_url } of await service.checks()) await fetch(String(ping_url));
    expect(await wait()).toMatchObject({ code: 0, stdout: expect.stringContaining("4 of 4 checks pinged") });

    const uuid = async (slug: string) => (await service.check(slug)).uuid;
    await service.request("POST", `/checks/${await uuid("changed")}`, { grace: 60 });
    await service.request("DELETE", `/checks/${await uuid("gone")}`);
    await service.request("POST", `/checks/${await uuid("quiet")}/pause`, {});
    await service.request("POST", "/checks/", { slug: "stray" });
    // Declared and not applied yet: that is no drift.
    stack.declare({ ...CHECKS, fine: { ...CHECKS.fine, name: "Fine" }, next: { slug: "next" } });

    const found = await drift(stack, service, ["--json", "--output", "drift.json"]);
    expect(found.code).toBe(2);
    const report = JSON.parse(readFileSync(join(stack.folder, "drift.json"), "utf8")) as DriftReport;
    expect(report).toMatchObject({
      declaredFrom: "program",
      stacks: [{ name: "jobs/dev" }],
      findings: [
        {
          class: "changed",
          check: { slug: "changed" },
          fields: [{ field: "grace", declared: 3600, applied: 3600, live: 60 }],
        },
        { class: "missing", check: { slug: "gone" } },
        { class: "unmanaged", check: { slug: "stray" } },
        { class: "operational", check: { slug: "quiet" }, condition: "paused" },
      ],
      pending: [
        { declaredBy: { resource: "fine" }, change: "update" },
        { declaredBy: { resource: "next" }, change: "create" },
      ],
      problems: [],
    });

    const uuids = (await service.checks()).map((check) => check.uuid);
    for (const [format, patterns] of Object.entries(IN_FORMATS)) {
      const { stdout } = await drift(stack, service, ["render", "drift.json", "--format", format]);
      for (const pattern of patterns) expect(stdout).toMatch(pattern);
      for (const secret of [...uuids, "/ping/", service.key]) expect(stdout).not.toContain(secret);
    }

    await service.admin.clearRequests();
    const readOnly = { CHECKS_API_KEY: service.emulator.projects.alpha.readOnlyKey };
    const fromState = await drift(stack, service, ["--state-only", "--json"], readOnly);
    expect(fromState.code).toBe(2);
    const classes = (JSON.parse(fromState.stdout) as DriftReport).findings.map((finding) => finding.class);
    expect(classes).toEqual(["changed", "missing", "unmanaged", "operational"]);
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 1,
      "GET /api/v3/checks/<uuid>": 1,
    });

    await service.request("DELETE", `/checks/${await uuid("stray")}`);
    await service.request("POST", `/checks/${await uuid("quiet")}/resume`, {});
    stack.declare(CHECKS);
    await stack.up("--refresh");
    expect(await drift(stack, service, [])).toMatchObject({ code: 0 });
  });

  it("shows no slug, name or tag that the program keeps secret, whatever it is compared with", async () => {
    const { stack, service } = scene;
    stack.write("index.js", SECRETIVE);
    await stack.up();
    const { uuid } = await service.check("hush-slug");
    await service.request("POST", `/checks/${uuid}`, {
      name: "Hush name again",
      tags: "hush-tag",
      grace: 60,
    });
    for (const from of [[], ["--state-only"]]) {
      expect((await drift(stack, service, [...from, "--json", "--output", "drift.json"])).code).toBe(2);
      for (const format of Object.keys(IN_FORMATS)) {
        const { stdout } = await drift(stack, service, ["render", "drift.json", "--format", format]);
        expect(stdout).toContain("quiet");
        for (const secret of ["hush-slug", "Hush name", "hush-tag"]) expect(stdout).not.toContain(secret);
      }
    }
  });

  it("never takes a failure for drift: a stopped service, a broken program, secrets that cannot be read", async () => {
    const { stack, service } = scene;
    stack.write("index.js", EACH_WITH_A_SECRET);
    stack.declare(CHECKS);
    await stack.up();
    // Perhaps what the service made of it: what it answered is among the secrets.
    const { uuid } = await service.check("changed");
    await service.request("POST", `/checks/${uuid}`, { schedule: "0  3 * * *" });

    const sealed = await drift(stack, service, ["--state-only"], { PULUMI_CONFIG_PASSPHRASE: "" });
    expect(sealed).toMatchObject({ code: 3, stdout: expect.stringContaining("PULUMI_CONFIG_PASSPHRASE") });
    expect(sealed.stdout).not.toContain("1 changed");

    stack.declare({ ...CHECKS, wrong: { slug: "wrong", schedule: "0 3 * * *", tz: "Europe/Atlantis" } });
    const broken = await drift(stack, service, []);
    expect(broken.code).toBe(3);
    expect(broken.stdout).toMatch(/problem +pulumi preview: .*'wrong' has a problem: tz: is not a time zone/);

    const stopped = { CHECKS_URL: "http://127.0.0.1:1", CHECKS_DEADLINE_SECONDS: "1" };
    const dead = await drift(stack, service, [], stopped);
    expect(dead).toMatchObject({ code: 1, stdout: "" });
    expect(dead.stderr.trim().split("\n").at(-1)).toMatch(/^error: listing the checks: nothing listens/);
  });
});
