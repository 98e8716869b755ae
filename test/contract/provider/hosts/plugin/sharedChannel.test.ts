import { type PluginRow, PluginRun } from "../../../../support/provider/pluginRun";
import { refusal } from "../../../../support/refusal";
import { inFreshService, type Service } from "../../../../support/service";

const ASSIGNMENT = "checks:index:ChannelAssignment";
const WRITE = "POST /api/v3/checks/<uuid>";

describe("two assignments of one check that share a channel, in a language without our SDK", () => {
  let service: Service;
  let run: PluginRun;
  let check: string;
  let one: PluginRow;
  let two: PluginRow;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
    check = (await run.made("backup", { slug: "backup" })).id;
    one = await assigned("one", "Ops mail");
    two = await assigned("two", "Ops mail");
    // The next up.
    run = await PluginRun.start(service);
  });

  const assignment = (channel: string) => ({ check, channels: [channel] });
  const assigned = (name: string, channel: string) => run.made(name, assignment(channel), ASSIGNMENT);
  /** Declares one, and gives what its update needs; undefined where the engine calls none. */
  const changed = async (name: string, row: PluginRow, channel: string) => {
    const { inputs } = await run.check(name, assignment(channel), row.values, ASSIGNMENT);
    const answer = await run.diff(name, row.id, row.values, inputs, ASSIGNMENT);
    return answer.getDiffsList().length > 0 ? inputs : undefined;
  };
  const update = (name: string, row: PluginRow, inputs: object) =>
    run.update(name, row, inputs, false, ASSIGNMENT);
  const attached = async () => {
    const { channels } = await service.check("backup");
    const { alpha = [] } = await service.admin.channels();
    return alpha.filter(({ id }) => String(channels).includes(id)).map(({ name }) => name);
  };

  it("keep it when the second is heard of while the first is written without it", async () => {
    await service.admin.faults({
      match: { method: "POST", path: `/checks/${check}$` },
      times: 1,
      action: { kind: "stall", ms: 500, when: "before" },
    });
    await service.admin.clearRequests();
    const first = await changed("one", one, "Pager");
    const written = update("one", one, first ?? {});
    await service.admin.waitFor(1, { route: WRITE });
    const second = await changed("two", two, "Ops mail");
    const alsoWritten = second && update("two", two, second);
    await Promise.all([written, alsoWritten]);
    expect(await attached()).toEqual(["Ops mail", "Pager"]);
  });

  it("keep it when the second is heard of before that", async () => {
    const first = await changed("one", one, "Pager");
    expect(await changed("two", two, "Ops mail")).toBeUndefined();
    await update("one", one, first ?? {});
    expect(await attached()).toEqual(["Ops mail", "Pager"]);
  });

  it("keep it when the first fails to get another one, and the second goes, as with --continue-on-error", async () => {
    const wrong = await changed("one", one, "Pagr");
    expect(await refusal(update("one", one, wrong ?? {}))).toContain("no channel has this name");
    await run.delete("two", two, ASSIGNMENT);
    expect(await attached()).toEqual(["Ops mail"]);
  });

  it("keep it when a new one that wants it fails to be made, and both go, as with --continue-on-error", async () => {
    await service.admin.faults({
      match: { method: "POST", path: `/checks/${check}$` },
      times: 1,
      action: { kind: "status", status: 400, body: '{"error":"not today"}' },
    });
    const wanted = { check, channels: ["Ops mail", "Pager"] };
    expect(await refusal(run.made("three", wanted, ASSIGNMENT))).toContain("not today");
    await run.delete("one", one, ASSIGNMENT);
    await run.delete("two", two, ASSIGNMENT);
    expect(await attached()).toEqual(["Ops mail"]);
  });
});
