import { DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { type PluginRow, PluginRun, urnOf } from "../../../support/provider/pluginRun";
import { type Document, inFreshService, Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const { DIFF_SOME } = DiffResponse.DiffChanges;
const ASSIGNMENT = "checks:index:ChannelAssignment";
const BACKUP = { slug: "backup" };
const PAGER = { check: "nightly", channels: ["Pager"] };
const ANOTHER_PROJECT = /belongs to another project/;
const READ_ONLY = /the API key is read-only/;

/** The settings of a shell may be another stack's: what a run replaces then would be made there, and lost here. */
describe("what a run replaces while the settings lead elsewhere", () => {
  let service: Service;
  let other: Service;
  inFreshService(async (opened) => {
    service = opened;
    other = await Service.start();
  });
  afterEach(() => other.stop());

  const livesElsewhere = () =>
    `this check lives on ${service.emulator.url}, but the configured service is ${other.emulator.url}; nothing was changed`;
  /** The three ways in which settings are wrong, and how each is told. */
  const wrong = [
    ["another service", () => ({ url: other.emulator.url, apiKey: other.key }), livesElsewhere],
    [
      "another project",
      () => ({ apiKey: service.emulator.projects.beta.readWriteKey }),
      () => ANOTHER_PROJECT,
    ],
    ["a read-only key", () => ({ apiKey: service.emulator.projects.alpha.readOnlyKey }), () => READ_ONLY],
  ] as const;
  const toOther = wrong[0][1];

  /** Nothing of all three projects is another than it was. */
  const checks = async (): Promise<Document[][]> =>
    Promise.all([
      service.checks(),
      service.checks(service.emulator.projects.beta.readWriteKey),
      other.checks(),
    ]);
  const isUntouched = async (work: () => Promise<unknown>, said: string | RegExp) => {
    const before = await checks();
    await expect(work()).rejects.toThrow(said);
    expect(await checks()).toEqual(before);
  };
  /** Who is asked in any of the places has a check of this slug. */
  const nightlyEverywhere = async () => {
    await service.request("POST", "/checks/", { slug: "nightly" });
    await service.request(
      "POST",
      "/checks/",
      { slug: "nightly" },
      service.emulator.projects.beta.readWriteKey,
    );
    await other.request("POST", "/checks/", { slug: "nightly" });
  };

  describe("on the dynamic host", () => {
    const start = (settings: Record<string, string> = {}) => DynamicRun.start(service, settings);
    const noteOf = (row: DynamicRow) => ({ row: row.id, home: service.emulator.url });

    it.each(wrong)("is kept by a check that is deleted first: %s", async (_where, settings, said) => {
      const row = await (await start()).made(BACKUP);
      const run = await start(settings());
      await run.check(BACKUP, noteOf(row), row.inputs);
      await run.check(BACKUP, noteOf(row));
      await isUntouched(() => run.provider.delete(row.id, row.state), said());
    });

    it.each(wrong.slice(0, 2))("is not assigned there: %s", async (_where, settings, said) => {
      await nightlyEverywhere();
      const __run = { name: "pager", stack: "jobs/dev", preview: false };
      let { assignments } = await start();
      const { inputs } = await assignments.check({}, { ...PAGER, __run });
      const { id, outs } = await assignments.create(inputs);
      assignments = (await start(settings())).assignments;
      const news = { ...PAGER, __run: { ...__run, row: id, home: outs.__service } };
      await assignments.check(inputs, news);
      const again = await assignments.check({}, news);
      await isUntouched(() => assignments.create(again.inputs), said());
    });
  });

  /** The engine asks nothing more of such a row: the `up` ended well, and the other service had no checks. */
  describe("of what stays as it is", () => {
    /** Compares the row of a check with what the program says of it still, in a run with these settings. */
    type Compare = (settings: Record<string, string>, home?: string) => Promise<boolean>;
    /** A state that says that its check lives at another address. */
    const movedTo = <T>(state: T, home = service.emulator.url): T =>
      JSON.parse(JSON.stringify(state).replaceAll(service.emulator.url, home));
    const onDynamic = async (): Promise<Compare> => {
      const row = await (await DynamicRun.start(service)).made(BACKUP);
      return async (settings, home) => {
        const run = await DynamicRun.start(service, settings);
        await run.check(BACKUP, { row: row.id }, row.inputs);
        return (await run.provider.diff(row.id, movedTo(row.state, home), row.inputs)).changes === true;
      };
    };
    const onPlugin = async (): Promise<Compare> => {
      const row = await (await PluginRun.start(service)).made("backup", BACKUP);
      return async (settings, home) => {
        const run = await PluginRun.start(service, settings);
        const { inputs } = await run.check("backup", BACKUP, row.values);
        const answer = await run.diff("backup", row.id, movedTo(row.values, home), inputs);
        return answer.getChanges() === DIFF_SOME;
      };
    };
    const hosts = [
      ["the dynamic host", onDynamic],
      ["the plugin", onPlugin],
    ] as const;

    it.each(hosts)("is refused: %s", async (_host, made) => {
      const compare = await made();
      await isUntouched(() => compare(toOther()), livesElsewhere());
    });

    it.each(hosts)(
      "is told without a request where row and settings name one service: %s",
      async (_host, made) => {
        const compare = await made();
        await service.admin.clearRequests();
        expect(await compare({})).toBe(false);
        expect((await service.admin.requests()).total).toBe(0);
      },
    );

    it.each(hosts)("is not refused where that service shows the check: %s", async (_host, made) => {
      const compare = await made();
      expect(await compare({}, "https://former.example.com")).toBe(false);
    });

    it("is refused of an assignment", async () => {
      await nightlyEverywhere();
      const row = await (await PluginRun.start(service)).made("pager", PAGER, ASSIGNMENT);
      const run = await PluginRun.start(service, toOther());
      const { inputs } = await run.check("pager", PAGER, row.values, ASSIGNMENT);
      await isUntouched(() => run.diff("pager", row.id, row.values, inputs, ASSIGNMENT), livesElsewhere());
    });
  });

  describe("on the plugin, in a language without our SDK", () => {
    const start = (settings: Record<string, string> = {}) => PluginRun.start(service, settings);
    const made = async () => (await start()).made("backup", BACKUP);

    it.each(wrong)("is kept by a check that is deleted first: %s", async (_where, settings, said) => {
      const row = await made();
      const run = await start(settings());
      await run.check("backup", BACKUP, row.values);
      await run.check("backup", BACKUP);
      await isUntouched(() => run.delete("backup", row), said());
    });

    it("is not made there, where the engine told its row before", async () => {
      const row = await made();
      const run = await start(toOther());
      const news = { ...BACKUP, grace: 600 };
      await isUntouched(() => run.declared("backup", row, news), livesElsewhere());
      // As `replaceOnChanges` has it.
      const { inputs } = await run.check("backup", news);
      await isUntouched(() => run.create("backup", inputs), livesElsewhere());
    });

    it("is kept where it was made there all the same, because nobody told its row", async () => {
      const row = await made();
      let run = await start(toOther());
      // As a plain `--replace` and a tainted row have it.
      await run.check("backup", BACKUP, row.values);
      const there = await run.made("backup", BACKUP);
      await isUntouched(() => run.delete("backup", row), livesElsewhere());
      run = await start();
      const stays = run.declared("backup", there, BACKUP);
      await expect(stays).rejects.toThrow(`this check lives on ${other.emulator.url}`);
      await run.delete("backup", row);
      expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([row.id]);
      expect(console.error).toHaveBeenCalledWith(
        expect.stringMatching(
          `Check "backup": .*${other.emulator.url}.*kept.*pulumi state delete '${urnOf("backup")}'`,
        ),
      );
    });

    it("is made anew where it was deleted by hand", async () => {
      const row = await made();
      await service.request("DELETE", `/checks/${row.id}`);
      const run = await start();
      await run.declared("backup", row, BACKUP);
      const again = await run.made("backup", BACKUP);
      expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([again.id]);
    });

    it.each(wrong.slice(0, 2))("is not assigned there: %s", async (_where, settings, said) => {
      await nightlyEverywhere();
      const assigned = async (run: PluginRun, row?: PluginRow) => {
        if (row) {
          const { inputs } = await run.check("pager", PAGER, row.values, ASSIGNMENT);
          await run.diff("pager", row.id, row.values, inputs, ASSIGNMENT);
        }
        return run.made("pager", PAGER, ASSIGNMENT);
      };
      const row = await assigned(await start());
      const run = await start(settings());
      await isUntouched(() => assigned(run, row), said());
    });
  });
});
