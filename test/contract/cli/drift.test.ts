import { readFileSync } from "node:fs";
import { FORMAT_NAMES } from "../../../cli/drift/formats";
import { Service } from "../../support/service";
import { DriftScene, shorts } from "./driftScene";

let service: Service;
let scene: DriftScene;

beforeEach(async () => {
  service = await Service.start();
  scene = new DriftScene();
  Object.assign(process.env, service.environment);
});
afterEach(async () => {
  scene.end();
  await service.stop();
});

const CHECKS = {
  changed: { slug: "changed", schedule: "0 3 * * *", tz: "Europe/Kiev", channels: ["Pager"] },
  gone: { slug: "gone", channels: ["Pager"] },
  paused: { slug: "paused", channels: ["Pager"] },
  fine: { slug: "fine", channels: "*", tags: ["b", "a"] },
};

/** One change, one deletion, one check made by hand, one paused by hand. */
async function tamper(): Promise<void> {
  const uuid = async (slug: string) => (await service.check(slug)).uuid;
  await service.request("POST", `/checks/${await uuid("changed")}`, { grace: 60 });
  await service.request("DELETE", `/checks/${await uuid("gone")}`);
  await service.request("POST", `/checks/${await uuid("paused")}/pause`, {});
  await service.request("POST", "/checks/", { slug: "stray", tags: "prod" });
}

async function repair(): Promise<void> {
  const stray = await service.check("stray");
  await service.request("DELETE", `/checks/${stray.uuid}`);
}

describe("a stack against its project", () => {
  it("is clean right after it was deployed, in whatever spelling the service keeps it", async () => {
    const state = await scene.deploy("dev", CHECKS);
    const { code, counts } = await scene.report("--state", state);
    expect({ code, counts }).toMatchObject({ code: 0, counts: { live: 4, compared: 4 } });
  });

  it("is compared with one request and a read-only key", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    await service.admin.clearRequests();
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    const report = await scene.report("--state", state);
    expect(shorts(report)).toEqual([
      "changed changed",
      "missing gone",
      "unmanaged stray",
      "operational paused",
    ]);
    expect(report.code).toBe(2);
    expect((await service.admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/": 1 });
  });

  it("asks for the channels only to name those of a check whose channels were changed", async () => {
    const state = await scene.deploy("dev", CHECKS);
    const mail = (await service.admin.channels()).alpha?.find(({ name }) => name === "Ops mail");
    await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, { channels: mail?.id });
    await service.admin.clearRequests();
    const { findings } = await scene.report("--state", state);
    expect(findings).toMatchObject([
      { fields: [{ field: "channels", declared: ["Pager"], applied: ["Pager"], live: ["Ops mail"] }] },
    ]);
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 1,
      "GET /api/v3/channels/": 1,
    });
  });

  it("looks only for the classes and the tags asked for", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    expect(shorts(await scene.report("--state", state, "--class", "missing", "unmanaged"))).toEqual([
      "missing gone",
      "unmanaged stray",
    ]);
    expect(shorts(await scene.report("--state", state, "--tag", "dev"))).not.toContain("unmanaged stray");
  });

  it("lives with what the ignore file says, and says so", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    for (const slug of ["changed", "gone", "stray", "paused"]) {
      await scene.drift("ignore", slug, "--reason", "known", "--until", "7d");
    }
    const ignoring = await scene.report("--state", state);
    expect({ code: ignoring.code, ignored: ignoring.ignored.length }).toEqual({ code: 0, ignored: 4 });
    await repair();
    expect((await scene.report("--state", state)).notes).toEqual([
      expect.stringContaining("nothing to ignore any more: stray (known)"),
    ]);
  });

  it("shows nothing that could ping a check, in no format", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    const { uuid } = await service.check("fine");
    await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, {
      desc: `curl ${service.emulator.url}/ping/${uuid} or ${uuid}`,
    });
    await scene.drift("--quiet", "--json", "--state", state, "--output", "drift.json");
    const uuids = (await service.checks()).map((check) => check.uuid);
    for (const format of FORMAT_NAMES) {
      const { stdout } = await scene.drift("render", "drift.json", "--format", format);
      expect(stdout).toContain(format === "github" || format === "junit" ? "desc" : "[ping URL]");
      for (const secret of [...uuids, "/ping/", service.key]) expect(stdout).not.toContain(secret);
    }
  });
});

it("knows the spellings of a service that follows its document to the letter", async () => {
  const strict = await Service.start({ dialect: "spec" });
  Object.assign(process.env, strict.environment);
  const state = await scene.deploy("dev", CHECKS);
  expect((await scene.report("--state", state)).code).toBe(0);
  await strict.stop();
});

describe("several stacks", () => {
  it("in one project are compared by one list, and manage its checks together", async () => {
    const dev = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
    const prod = await scene.deploy("prod", { b: { slug: "b", channels: ["Pager"] } });
    await service.admin.clearRequests();
    const both = await scene.report("--state", dev, "--state", prod);
    expect(both).toMatchObject({ code: 0, stacks: [{ name: "jobs/dev" }, { name: "jobs/prod" }] });
    expect((await service.admin.requests()).total).toBe(1);
    expect(shorts(await scene.report("--state", dev))).toEqual(["unmanaged b"]);
  });

  it("are compared as far as they can be read, and the run is then incomplete", async () => {
    process.env.CHECKS_PROJECTS_BETA_API_KEY = service.emulator.projects.beta.readWriteKey;
    const state = await scene.deploy("dev", {
      a: { slug: "a", channels: ["Pager"] },
      b: { slug: "b", project: "beta" },
    });
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    process.env.CHECKS_PROJECTS_BETA_API_KEY = "x".repeat(32);
    const report = await scene.report("--state", state);
    expect(report.code).toBe(3);
    expect(shorts(report)).toEqual(["missing a"]);
    expect(report.problems).toEqual([expect.stringContaining("refused the API key")]);
    const absent = await scene.report("--state", state, "--state", "absent.json");
    expect(absent.problems).toContain("absent.json: the file cannot be read");
  });
});

describe("a run that cannot compare anything", () => {
  it.each([
    ["with a wrong key", { CHECKS_API_KEY: "x".repeat(32) }, "the service refused the API key"],
    ["without an address", { CHECKS_URL: "" }, "the address of the monitoring service is not set"],
    [
      "with the service stopped",
      { CHECKS_URL: "http://127.0.0.1:1", CHECKS_DEADLINE_SECONDS: "1" },
      "nothing listens",
    ],
  ])("%s is an error and no drift", async (_how, environment, words) => {
    const state = await scene.deploy("dev", { a: { slug: "a" } });
    Object.assign(process.env, environment);
    await expect(scene.drift("--quiet", "--state", state)).rejects.toThrow(words);
  });

  it("with the key of another project is an error, not everything missing", async () => {
    const state = await scene.deploy("dev", CHECKS);
    process.env.CHECKS_API_KEY = service.emulator.projects.beta.readWriteKey;
    await expect(scene.drift("--quiet", "--state", state)).rejects.toThrow("belongs to another project");
  });

  it("without an engine says what to install", async () => {
    process.env.PATH = scene.folder;
    await expect(scene.drift("--quiet")).rejects.toThrow("there is no `pulumi` on PATH");
  });

  it("with a wrong option says so before it asks anybody", async () => {
    await expect(scene.drift("--down-for", "soon")).rejects.toThrow("a duration such as 90m");
    scene.write("broken.json", "{}");
    await expect(scene.drift("render", "broken.json")).rejects.toThrow("it is no drift report");
    scene.write("newer.json", '{"schema":"pulumi-checks/drift","version":2}');
    await expect(scene.drift("render", "newer.json")).rejects.toThrow(
      "of version 2; this command reads version 1",
    );
  });

  it("when every declared check is really gone is drift, proven by one more request", async () => {
    const state = await scene.deploy("dev", { a: { slug: "a" } });
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    await service.admin.clearRequests();
    expect(shorts(await scene.report("--state", state))).toEqual(["missing a"]);
    expect((await service.admin.requests()).total).toBe(2);
  });
});

it("prints the schema of what it writes", async () => {
  const { stdout } = await scene.drift("schema");
  expect(JSON.parse(stdout)).toMatchObject({ properties: { version: { const: 1 } } });
  const ignoring = await scene.drift("schema", "--ignore-file");
  expect(JSON.parse(ignoring.stdout)).toMatchObject({ properties: { ignore: { type: "array" } } });
});

it("writes a report to a file, and nothing to stdout then", async () => {
  const state = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
  const { stdout } = await scene.drift("--quiet", "--state", state, "--output", "drift.txt");
  expect(stdout).toBe("");
  expect(readFileSync("drift.txt", "utf8")).toMatch(/^no drift\n/);
  await expect(scene.drift("--quiet", "--state", state, "--output", "none/drift.txt")).rejects.toThrow(
    "the file cannot be written (ENOENT)",
  );
});
