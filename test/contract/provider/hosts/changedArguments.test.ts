import type { Values } from "../../../../provider/core/fields";
import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const IN_BETA = { slug: "backup", project: "beta" };

/** The program's note is made of the arguments; transformations and `ignoreChanges` change them after that. */
describe("a check on the dynamic host whose row the program's note does not know for its own", () => {
  let service: Service;
  let row: DynamicRow;

  const beta = () => service.emulator.projects.beta.readWriteKey;
  const start = (settings: Record<string, string> = {}) =>
    DynamicRun.start(service, { projects: JSON.stringify({ beta: { apiKey: beta() } }), ...settings });

  beforeEach(async () => {
    service = await Service.start();
    row = await (await start()).made(IN_BETA);
  });
  afterEach(() => service.stop());

  /** The program names no project, and a transformation names it. */
  const transformed = () => ({ rowElsewhere: row.id });
  const uuids = async () => (await service.checks(beta())).map(({ uuid }) => uuid);

  it("keeps its check when the engine deletes the row that a replacement left", async () => {
    const before = row;
    row = await (await start()).made(IN_BETA, transformed());
    expect(row.id).toBe(before.id);
    const run = await start();
    await run.declared(row, IN_BETA, transformed());
    await run.provider.delete(before.id, before.state);
    expect(await uuids()).toEqual([row.id]);
  });

  it.each([
    ["a transformation names its project", IN_BETA, () => transformed()],
    ["an alias of the program's own gives it another slug", { ...IN_BETA, slug: "reports" }, () => ({})],
  ])("gets its stamp, and keeps its check, where %s", async (_how, news, note) => {
    const run = await start({ stamp: "true" });
    const { inputs } = await run.check(news, note(), row.inputs);
    expect(await run.provider.diff(row.id, row.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    await run.provider.update(row.id, row.state, inputs);
    await run.provider.delete(row.id, row.state);
    expect(await uuids()).toEqual([row.id]);
  });

  it("keeps its check where `ignoreChanges` of a transform drops the note, too", async () => {
    const { provider } = await start();
    const { inputs } = await provider.check(row.inputs, row.inputs);
    await provider.diff(row.id, row.state, inputs as Values);
    await provider.delete(row.id, row.state);
    expect(await uuids()).toEqual([row.id]);
  });

  it("is still left alone by a refresh amid the up, which says what it said in the run before", async () => {
    const run = await start({ stamp: "true" });
    await run.check({ ...IN_BETA, slug: "other" }, {}, { slug: "somebody" });
    expect(await run.provider.diff(row.id, row.state, row.inputs)).toMatchObject({ changes: false });
    await run.provider.delete(row.id, row.state);
    expect(await uuids()).toEqual([]);
  });
});
