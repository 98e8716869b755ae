import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Run, Stack } from "../support/engine";
import { GRAPH, type Graph, ONE_WRITE, urnOf } from "../support/graphProgram";
import { expectKept, pinged } from "../support/kept";
import { type Document, Service } from "../support/service";
import { checkRowsOf } from "../support/stateFile";

/** The engine deletes it before it makes it anew, as `pulumi:autonaming` has it for all. */
const report = { slug: "report", options: { deleteBeforeReplace: true } };
const asMade: Graph = { checks: { backup: { slug: "backup" }, report } };
const changed: Graph = { checks: { backup: { slug: "backup", grace: 60 }, report } };

/** Advice that would empty the state, and make every check anew where the settings point now. */
const LOSES_CHECKS = /up --refresh|pulumi refresh|run-program/;

describe("checks of a stack whose settings come to point elsewhere", () => {
  let service: Service;
  let stack: Stack;
  let folder: string;
  let before: Document[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-elsewhere-"));
    service = await Service.start({ stateFile: join(folder, "service.json") });
    stack = new Stack({ ...service.environment, ...ONE_WRITE }, GRAPH);
    await stack.init();
    stack.declare(asMade);
    await stack.up();
    for (const slug of Object.keys(asMade.checks)) await pinged(service, slug);
    before = await service.checks();
  });

  afterEach(async () => {
    stack.remove();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whatever is run with the other settings fails, says of which check and where that is, and touches nothing. */
  async function isRefused(settings: Record<string, string>, elsewhere: () => Promise<Document[]>) {
    const refused = async (...args: string[]): Promise<Run> => {
      const run = await stack.pulumi([...args, "--yes", "--skip-preview"], settings);
      expect({ args, failed: run.code !== 0 }).toEqual({ args, failed: true });
      expect(run.text).toMatch(/backup|report/);
      expect(run.text).not.toMatch(LOSES_CHECKS);
      expect(await elsewhere()).toEqual([]);
      expect(await service.checks()).toEqual(before);
      expect(
        checkRowsOf(stack)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(before.map(({ uuid }) => uuid).sort());
      return run;
    };
    stack.declare(changed);
    const runs = [await refused("up"), await refused("up", "--refresh"), await refused("destroy")];
    for (const which of ["**", urnOf("report")]) runs.push(await refused("up", "--replace", which));
    stack.declare({ checks: {} });
    runs.push(await refused("up"));
    return runs;
  }

  /** With the settings as they were everything is as it was. */
  async function goesOn() {
    stack.declare(changed);
    await stack.up();
    await expectKept(service, before);
    expect(await service.check("backup")).toMatchObject({ grace: 60 });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  }

  it("are neither changed, forgotten nor made anew when that is another project or service, and it is said where they are", async () => {
    const { readWriteKey } = service.emulator.projects.beta;
    await isRefused({ CHECKS_API_KEY: readWriteKey }, () => service.checks(readWriteKey));
    const other = await Service.start();
    try {
      const runs = await isRefused(other.environment, () => other.checks());
      for (const { text } of runs) expect(text).toContain(new URL(service.emulator.url).host);
      stack.declare(asMade);
      for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
        const unchanged = await stack.pulumi(command, other.environment);
        expect(unchanged.code).not.toBe(0);
        expect(unchanged.text).toContain(`this check lives on ${service.emulator.url}`);
      }
      await goesOn();
    } finally {
      await other.stop();
    }
  });

  it("are not given the channels of an assignment that is replaced, where one of the same slug is there", async () => {
    const other = await Service.start();
    try {
      for (const one of [service, other]) await one.request("POST", "/checks/", { slug: "nightly" });
      stack.declare({ ...asMade, assignments: { pager: { of: "nightly", channels: ["Pager"] } } });
      await stack.up();
      before = await service.checks();
      const pager = urnOf("pager").replace("Check::", "ChannelAssignment::");
      const run = await stack.pulumi(
        // The checks, which stay as they are, would be refused before it.
        ["up", "--yes", "--skip-preview", "--target-replace", pager],
        other.environment,
      );
      expect(run.code).not.toBe(0);
      expect(run.text).toContain('channel assignment of "nightly": this check lives on');
      expect(await other.checks()).toEqual([expect.objectContaining({ slug: "nightly", channels: "" })]);
      expect(await service.checks()).toEqual(before);
      expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    } finally {
      await other.stop();
    }
  });

  describe("when that is the service itself under a new address", () => {
    let formerUrl: string;
    let moved: Record<string, string>;

    beforeEach(async () => {
      formerUrl = service.emulator.url;
      await service.stop();
      service = await Service.start({ stateFile: join(folder, "service.json") });
      expect(service.emulator.url).not.toBe(formerUrl);
      moved = { CHECKS_URL: service.emulator.url };
      stack.declare(changed);
    });

    const kept = async (...slugs: string[]) => {
      for (const slug of slugs) {
        const [was] = before.filter((check) => check.slug === slug);
        expect(await service.check(slug)).toMatchObject({ uuid: was?.uuid, n_pings: was?.n_pings });
      }
    };

    it("are found there", async () => {
      expect(await stack.pulumi(["up", "--yes", "--skip-preview"], moved)).toMatchObject({ code: 0 });
      await kept("backup", "report");
      expect(await service.check("backup")).toMatchObject({ grace: 60 });
      expect(await stack.pulumi(["destroy", "--yes", "--skip-preview"], moved)).toMatchObject({ code: 0 });
      expect(await service.checks()).toEqual([]);
    });

    it("are taken for deleted, where they are not there, once checks:formerUrl names the old one", async () => {
      await service.request("DELETE", `/checks/${(await service.check("report")).uuid}`);
      const up = ["up", "--yes", "--skip-preview", "--refresh"];
      const unsaid = await stack.pulumi(up, moved);
      expect(unsaid.code).not.toBe(0);
      expect(unsaid.text).toContain(`set checks:formerUrl to ${formerUrl}`);
      const said = { ...moved, CHECKS_FORMER_URL: formerUrl };
      expect(await stack.pulumi(up, said)).toMatchObject({ code: 0 });
      await kept("backup");
      expect(await service.check("report")).toMatchObject({ n_pings: 0 });
    });
  });
});
