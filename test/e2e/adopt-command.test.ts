import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { succeeded } from "../support/engine";
import { eachWithScene } from "../support/scene";
import type { Document } from "../support/service";

/** Without blocking this process, which the service runs in. */
const execute = promisify(execFile);

/** The engine writes its state once, at the end, and does not compile what `tsc` has looked at with all its types again. */
const FAST = {
  PULUMI_SKIP_CHECKPOINTS: "true",
  PULUMI_EXPERIMENTAL: "true",
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
};

const NAMES = [
  "Nightly backup",
  "Rechnungen für Köln 🦑",
  "日本語",
  'Say "hi" ${now} `x` \\',
  "\u202eright to left",
];
const SCHEDULES = ["30 2 * * *", "*/5 9-17 * * MON-FRI", "Mon..Fri 09:00", "daily\nSat 12:00", " 0 3 1 * * "];
const ZONES = ["UTC", "Europe/Riga", "Europe/Kiev", "US/Eastern", "EST", "Etc/UTC"];
const TAGS = ["", "prod", "prod  db", " web prod web", "Prod", "網"];
const TIMES = [86_400, 60, 5400, 90_061, 604_800, 31_536_000];
const TEXTS = ["", "one line", "two\nlines\twith ${this}", "</script>\u2028\u0000".replace("\0", "")];

/** The n-th of 200 checks that differ in all that can differ. */
function varied(n: number, channels: string[]): object {
  const pick = <T>(list: readonly T[], step = 1): T => list[Math.floor(n / step) % list.length] as T;
  const timing = n % 3 === 0 ? { timeout: pick(TIMES) } : { schedule: pick(SCHEDULES), tz: pick(ZONES, 2) };
  return {
    ...timing,
    name: pick(NAMES, 3),
    slug: n % 4 === 0 ? "" : n % 50 === 1 ? "shared" : `check_${n}`,
    tags: pick(TAGS),
    desc: pick(TEXTS, 2),
    grace: pick(TIMES, 4) === 86_400 ? 3600 : pick(TIMES, 4),
    methods: pick(["", "", "POST"]),
    manual_resume: n % 7 === 0,
    start_kw: pick(["", "begin", "begin, start"], 2),
    success_kw: pick(["", "done,all good"], 3),
    failure_kw: pick(["", "", "error,  fatal,"], 5),
    filter_subject: n % 5 === 0,
    filter_body: n % 11 === 0,
    filter_http_body: n % 13 === 0,
    filter_default_fail: n % 17 === 0,
    channels: pick([
      "",
      channels[n % channels.length],
      channels.slice(0, 1 + (n % channels.length)).join(","),
      "*",
    ]),
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
  },
  include: ["index.ts", "checks/*.ts"],
};

describe("a project of 200 checks that people made by hand", () => {
  const scene = eachWithScene();

  const checks = async () => {
    const list = await scene.service.checks();
    return new Map(list.map((check) => [check.uuid, check]));
  };

  /** `pulumi-checks adopt`, as it is in the package; without an engine on its path. */
  const adopt = async (...args: string[]): Promise<string> => {
    const { stack, service } = scene;
    const command = join(stack.folder, "node_modules", "pulumi-checks", "dist", "cli", "main.js");
    const { stdout } = await execute(process.execPath, [command, "adopt", ...args], {
      cwd: stack.folder,
      env: { PATH: dirname(process.execPath), HOME: stack.folder, ...service.environment },
    });
    return stdout;
  };

  const up = async () => succeeded(await scene.stack.pulumi(["up", "--yes", "--skip-preview"], FAST));
  const preview = (...args: string[]) =>
    scene.stack.pulumi(["preview", "--diff", "--expect-no-changes", ...args], FAST);

  it("is adopted by a program that compiles, and the first up changes what the plan says: missing slugs", async () => {
    const { stack, service } = scene;
    const channels = ((await service.admin.channels()).alpha ?? []).map(({ id }) => id);
    for (let n = 0; n < 200; n += 1) {
      const { uuid } = await service.request("POST", "/checks/", varied(n, channels));
      if (n % 9 === 0) await fetch(`${service.emulator.url}/ping/${uuid}`);
      if (n % 20 === 0) await service.request("POST", `/checks/${uuid}/pause`, {});
    }
    const before = await checks();

    stack.linkFromCheckout("typescript");
    stack.drop("index.js");
    stack.patchPackage({ main: "index.ts" });
    stack.write("tsconfig.json", JSON.stringify(TSCONFIG));
    const plan = JSON.parse(await adopt("apply", "--out", ".", "--per-tag", "--json"));
    expect(plan).toMatchObject({ leftOut: [], adoptions: { length: 200 } });
    const tsc = join("node_modules", "typescript", "bin", "tsc");
    await execute(process.execPath, [tsc, "-p", ".", "--noEmit"], { cwd: stack.folder });

    const planned = new Map<string, Document>(before);
    for (const { uuid, changes } of plan.adoptions) {
      for (const { field, to } of changes)
        planned.set(uuid, { ...(planned.get(uuid) as Document), [field]: to });
    }
    const changed = [...before].filter(([uuid, check]) => planned.get(uuid) !== check);
    expect(changed.map(([, { slug }]) => slug).filter((slug) => slug !== "")).toEqual([
      "shared",
      "shared",
      "shared",
    ]);
    expect(changed).toHaveLength(53);

    await service.admin.clearRequests();
    const { text } = await up();
    const told = (pattern: RegExp) => new Set(text.match(pattern)).size;
    expect(told(/adopted the existing check .*; none of its fields changed/g)).toBe(200 - 53);
    expect(told(/adopted the existing check .*; changed slug$/gm)).toBe(53);
    // One of several with a slug may be looked at once more: another one is giving that slug up.
    const { byRoute } = await service.admin.requests();
    expect(byRoute).toMatchObject({
      "GET /api/v3/checks/": 1,
      "GET /api/v3/channels/": 1,
      "POST /api/v3/checks/<uuid>": 200,
    });
    expect(await checks()).toEqual(planned);
    expect(await preview()).toMatchObject({ code: 0 });

    // Made again, the program needs no UUIDs any more, and declares the same.
    expect(await adopt("plan")).toContain(
      "200 checks to adopt; after the first `pulumi up`: 200 unchanged; 0 left out.",
    );
    await adopt("apply", "--out", ".", "--per-tag", "--force");
    expect(readFileSync(join(stack.folder, "checks", "prod.ts"), "utf8")).not.toContain("adopt:");
    expect(await preview("--refresh")).toMatchObject({ code: 0 });
  });
});
