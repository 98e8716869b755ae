/** Servers before release 3.5 tell a check's UUID in its addresses only, and those before 3.10 know no badge of a check. */
import { getCheck, getChecks } from "../../../../sdk";
import { AnswerProxy } from "../../../support/cli/answerProxy";
import { changes, Run } from "../../../support/provider/run";
import { inProgram } from "../../../support/sdk/program";
import { inService, type Service } from "../../../support/service";

const BEFORE_3_5 = /"(?:uuid|badge_url)": ?"[^"]*",? ?/g;
const BEFORE_3_10 = /"badge_url": ?"[^"]*",? ?/g;

describe.each([
  ["3.5", BEFORE_3_5],
  ["3.10", BEFORE_3_10],
])("a server before release %s", (_release, unknown) => {
  let service: Service;
  let older: AnswerProxy;
  inService(async (opened) => {
    service = opened;
    older = await AnswerProxy.start(service.emulator.url, (answered) => answered.replace(unknown, ""));
  });
  afterEach(() => older.stop());

  const run = () => new Run(service, { url: older.url });

  it("has its checks made, refreshed, updated, found by their slug, and deleted", async () => {
    const args = { slug: "backup", channels: ["Pager"], paused: true };
    const made = await run().create(args);
    const { uuid, ping_url } = await service.check("backup");
    expect(made).toMatchObject({ id: uuid, state: { uuid, pingUrl: ping_url } });
    const seen = await run().read(made);
    expect(seen && changes(seen, args)).toEqual([]);
    await run().update(made, { ...args, paused: false, grace: 120 });
    expect(await run().create({ slug: "backup" })).toMatchObject({ id: uuid });
    expect(await service.check("backup")).toMatchObject({ uuid, status: "new" });
    await run().delete(made);
    expect(await service.checks()).toEqual([]);
  });

  it("has its checks looked up", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const look = () => Promise.all([getCheck({ slug: "backup" }), getCheck({ uuid }), getChecks()]);
    const [bySlug, byUuid, { checks }] = await inProgram(service, look, {
      config: { "checks:url": older.url },
    });
    for (const found of [bySlug, byUuid, ...checks]) {
      expect(found).toMatchObject({ uuid, slug: "backup", status: "new", badgeUrl: "" });
    }
  });
});
