/** How much a row of the plugin holds: all of it for languages that read outputs from there, the least for our own SDK. */
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { withoutImplied as keptByDynamicHost, withImplied } from "../../../../../provider/core/implied";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { check } from "../../../../../provider/monitor/check/check";
import { PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
const { Kind } = proto.PropertyDiff;

/** What a program with our SDK says beside the arguments. */
const OUR_SDK = { __run: { name: "backup", stack: "jobs/dev", preview: false, fillsIn: true } };

const FIELDS = { slug: "backup", schedule: "30 2 * * *", tags: ["prod"] };

/** The inputs as the state keeps them: without defaults, but for those that a setting might name. */
const SAID = { ...FIELDS, grace: 3600 };

/** What of these follows from nothing. */
const LEAST = ["badgeUrl", "pingUrl", "schedule", "slug", "tags", "uuid"];

const FOLLOWS = ["desc", "grace", "pauseUrl", "resumeUrl", "uniqueKey", "updateUrl"];

describe("the rows of the plugin", () => {
  let service: Service;
  let run: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
  });

  /** A row as an `up` of a program in a language leaves it, and the inputs beside it. */
  async function row(said: object) {
    const { inputs } = await run.check("backup", said);
    return { inputs, ...(await run.create("backup", inputs)) };
  }

  const nextRun = () => PluginRun.start(service);
  const requests = async () => (await service.admin.requests()).total;

  it("hold what follows from the rest where nobody else would fill it in", async () => {
    const { inputs, values } = await row(FIELDS);
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...LEAST, ...FOLLOWS]));
    expect(inputs).toEqual(SAID);
  });

  it("leave it out for our SDK, as those of the dynamic host do, and through refresh and update", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK });
    expect(Object.keys(values).sort()).toEqual(LEAST);
    expect(values).toEqual(keptByDynamicHost(check, withImplied(check, values)));
    const read = await run.read("backup", id, values, undefined, inputs);
    expect(propertiesOf(read.getProperties()).values).toEqual(values);
    expect(propertiesOf(read.getInputs()).values).toEqual(SAID);

    run = await nextRun();
    const changed = await run.check("backup", { ...FIELDS, ...OUR_SDK, desc: "Nightly" }, inputs);
    const way = await run.diff("backup", id, values, changed.inputs, undefined, inputs);
    expect(way.getDiffsList()).toEqual(["desc"]);
    const after = await run.update("backup", { id, values }, changed.inputs);
    expect(Object.keys(after.values).sort()).toEqual([...LEAST, "desc"].sort());
    expect(await service.check("backup")).toMatchObject({ desc: "Nightly" });
  });

  it("are known in whole to a preview of either", async () => {
    for (const said of [FIELDS, { ...FIELDS, ...OUR_SDK }]) {
      run = await nextRun();
      const { inputs } = await run.check("backup", said);
      expect((await run.create("backup", inputs, true)).values).toMatchObject({ grace: 3600, desc: "" });
    }
  });

  it("are completed without a request when a program in another language takes over", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK });
    run = await nextRun();
    const before = await requests();
    const { inputs: said } = await run.check("backup", FIELDS, inputs);
    const way = await run.diff("backup", id, values, said, undefined, inputs);
    expect([way.getChanges(), way.getDiffsList(), way.getReplacesList()]).toEqual([DIFF_SOME, [], []]);
    const foreseen = await run.update("backup", { id, values }, said, true);
    const { values: after } = await run.update("backup", { id, values }, said);
    expect(foreseen.values).toEqual(after);
    expect(Object.keys(after)).toEqual(expect.arrayContaining(FOLLOWS));
    expect(await requests()).toBe(before);

    run = await nextRun();
    await run.check("backup", FIELDS, said);
    expect((await run.diff("backup", id, after, said)).getChanges()).toBe(DIFF_NONE);
    const read = await run.read("backup", id, after, undefined, said);
    expect(propertiesOf(read.getProperties()).values).toEqual(after);
  });

  it("are completed, too, where the dynamic host made them, of whatever kind", async () => {
    await row(FIELDS);
    const type = "checks:index:ChannelAssignment";
    const said = { check: "backup", channels: ["Pager"] };
    const made = await run.create("pager", (await run.check("pager", said, {}, type)).inputs, false, type);
    const { mode, ...least } = made.values;
    expect(mode).toBe("additive");
    const values = { ...least, __provider: "exports.handler = …" };
    run = await nextRun();
    const before = await requests();
    const { inputs } = await run.check("pager", said, said, type);
    expect((await run.diff("pager", made.id, values, inputs, type)).getChanges()).toBe(DIFF_SOME);
    const after = await run.update("pager", { id: made.id, values }, inputs, false, type);
    expect(after.values).toEqual(made.values);
    expect(await requests()).toBe(before);
    const again = await (await nextRun()).diff("pager", made.id, after.values, inputs, type);
    expect(again.getChanges()).toBe(DIFF_NONE);
  });

  it("are written, not only completed, where that program changes something as well", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK });
    run = await nextRun();
    const { inputs: said } = await run.check("backup", { ...FIELDS, desc: "Nightly" }, inputs);
    await run.diff("backup", id, values, said, undefined, inputs);
    const { values: after } = await run.update("backup", { id, values }, said);
    expect(Object.keys(after)).toEqual(expect.arrayContaining(FOLLOWS));
    expect(await service.check("backup")).toMatchObject({ desc: "Nightly" });
  });

  it("stay whole when our SDK takes over, until it changes them", async () => {
    const { id, values, inputs } = await row(FIELDS);
    run = await nextRun();
    const { inputs: said } = await run.check("backup", { ...FIELDS, ...OUR_SDK }, inputs);
    expect((await run.diff("backup", id, values, said, undefined, inputs)).getChanges()).toBe(DIFF_NONE);
  });

  it("keep inputs of the version before, which held every default, without a difference", async () => {
    const { id, values } = await row(FIELDS);
    const whole = Object.fromEntries(Object.entries(values).filter(([key]) => key in check.fields));
    run = await nextRun();
    const { inputs: said } = await run.check("backup", FIELDS, whole);
    expect(said).toEqual(whole);
    expect((await run.diff("backup", id, values, said, undefined, whole)).getChanges()).toBe(DIFF_NONE);
  });

  it("show a field that the program stops naming as what it becomes", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK, grace: 60 });
    run = await nextRun();
    const { inputs: said } = await run.check("backup", { ...FIELDS, ...OUR_SDK }, inputs);
    expect(said).toEqual({ ...FIELDS, grace: 3600 });
    const way = await run.diff("backup", id, values, said, undefined, inputs);
    expect(way.getDetaileddiffMap().get("grace")?.getKind()).toBe(Kind.UPDATE);
  });

  it("show a default that is named and changed with what it was, which stands in the inputs alone", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK, grace: 3600 });
    expect(values).not.toHaveProperty("grace");
    run = await nextRun();
    const { inputs: said } = await run.check("backup", { ...FIELDS, ...OUR_SDK, grace: 60 }, inputs);
    const way = await run.diff("backup", id, values, said, undefined, inputs);
    const shown = way.getDetaileddiffMap().get("grace");
    expect([shown?.getKind(), shown?.getInputdiff()]).toEqual([Kind.UPDATE, true]);
  });

  it("show it in a refresh, too, when it was changed by hand", async () => {
    const { id, values, inputs } = await row({ ...FIELDS, ...OUR_SDK, grace: 3600 });
    await service.request("POST", `/checks/${id}`, { grace: 60 });
    run = await nextRun();
    const read = await run.read("backup", id, values, undefined, inputs);
    const live = propertiesOf(read.getProperties()).values;
    const way = await run.diff("backup", id, live, inputs, undefined, propertiesOf(read.getInputs()).values);
    const shown = way.getDetaileddiffMap().get("grace");
    expect([shown?.getKind(), shown?.getInputdiff()]).toEqual([Kind.UPDATE, true]);
  });
});
