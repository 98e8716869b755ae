import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { type PluginRow, PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const ASSIGNMENT = "checks:index:ChannelAssignment";

/** The names of the channels that the check has. */
async function attachedTo(service: Service): Promise<string[]> {
  const { channels } = await service.check("backup");
  const { alpha = [] } = await service.admin.channels();
  return alpha.filter(({ id }) => String(channels).includes(id)).map(({ name }) => name);
}

/** As `replaceOnChanges` has it: the diff said that its row stays. */
describe("an assignment that the engine replaces of its own accord on the plugin", () => {
  let service: Service;
  let run: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
    await service.request("POST", "/checks/", { slug: "backup" });
  });

  /** The next run. */
  const again = async () => {
    run = await PluginRun.start(service);
  };

  const assigned = (name: string, channel: string) =>
    run.made(name, { check: "backup", channels: [channel] }, ASSIGNMENT);
  const declared = async (name: string, row: PluginRow, channel: string, isReplaced = false) => {
    const news = { check: "backup", channels: [channel] };
    const { inputs } = await run.check(name, news, row.values, ASSIGNMENT);
    await run.diff(name, row.id, row.values, inputs, ASSIGNMENT);
    // The engine asks once more then.
    return isReplaced ? (await run.check(name, news, {}, ASSIGNMENT)).inputs : inputs;
  };
  const attached = () => attachedTo(service);

  it.each([
    ["making first", false],
    ["deleting first", true],
  ])("detaches its former channels, %s", async (_how, deletesFirst) => {
    const [one, two] = [await assigned("one", "Chat room"), await assigned("two", "Pager")];
    await again();
    await declared("one", one, "Chat room");
    const inputs = await declared("two", two, "Ops mail", true);
    if (deletesFirst) await run.delete("two", two, ASSIGNMENT);
    await run.create("two", inputs, false, ASSIGNMENT);
    if (!deletesFirst) await run.delete("two", two, ASSIGNMENT);
    expect(await attached()).toEqual(["Ops mail", "Chat room"]);
  });

  it("keeps a channel that another one wants", async () => {
    const [one, two] = [await assigned("one", "Pager"), await assigned("two", "Pager")];
    await again();
    await declared("one", one, "Pager");
    const inputs = await declared("two", two, "Ops mail", true);
    await run.delete("two", two, ASSIGNMENT);
    await run.create("two", inputs, false, ASSIGNMENT);
    expect(await attached()).toEqual(["Ops mail", "Pager"]);
  });

  it("keeps what it has when the engine deletes the row that an up left before it ended too soon", async () => {
    const row = await assigned("one", "Pager");
    await again();
    await declared("one", row, "Pager");
    await run.delete("one", row, ASSIGNMENT);
    expect(await attached()).toEqual(["Pager"]);
  });
});

/** The same, where the program tells which row is whose. */
describe("an assignment that the engine replaces of its own accord on the dynamic host", () => {
  let service: Service;
  let run: DynamicRun;

  beforeEach(async () => {
    service = await Service.start();
    run = await DynamicRun.start(service);
    await service.request("POST", "/checks/", { slug: "backup" });
  });
  afterEach(() => service.stop());

  const check = async (name: string, channel: string, olds: object, row?: string) => {
    const __run = { name, stack: "jobs/dev", preview: false, ...(row !== undefined && { row }) };
    const { inputs, failures } = await run.assignments.check(olds, {
      check: "backup",
      channels: [channel],
      __run,
    });
    expect(failures).toEqual([]);
    return inputs;
  };
  const assigned = async (name: string, channel: string): Promise<DynamicRow> => {
    const inputs = await check(name, channel, {});
    const { id, outs } = await run.assignments.create(inputs);
    return { id, inputs, state: outs };
  };
  const declared = async (name: string, row: DynamicRow, channel: string, isReplaced = false) => {
    const inputs = await check(name, channel, row.inputs, row.id);
    await run.assignments.diff(row.id, row.state, inputs);
    return isReplaced ? check(name, channel, {}, row.id) : inputs;
  };

  it.each([
    ["making first", false],
    ["deleting first", true],
  ])("detaches its former channels, %s, and no other's", async (_how, deletesFirst) => {
    const [one, two] = [await assigned("one", "Chat room"), await assigned("two", "Pager")];
    run = await DynamicRun.start(service);
    await declared("one", one, "Chat room");
    const inputs = await declared("two", two, "Ops mail", true);
    if (deletesFirst) await run.assignments.delete(two.id, two.state);
    await run.assignments.create(inputs);
    if (!deletesFirst) await run.assignments.delete(two.id, two.state);
    expect(await attachedTo(service)).toEqual(["Ops mail", "Chat room"]);
  });

  it("leaves alone what one that stays has, where a new one says the same", async () => {
    const row = await assigned("one", "Pager");
    run = await DynamicRun.start(service);
    await declared("one", row, "Pager");
    const inputs = await check("two", "Pager", {});
    const { id, outs } = await run.assignments.create(inputs);
    await run.assignments.delete(id, outs);
    expect(await attachedTo(service)).toEqual(["Pager"]);
  });
});
