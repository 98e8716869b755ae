import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Channel } from "../../../../emulator";
import type { Values } from "../../../../provider/core/fields";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { newProviders, type Providers } from "../../../support/provider/newProviders";
import { inService, Service } from "../../../support/service";

const said: string[] = [];
const mockSay = (message: string) => void said.push(message);
jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info: mockSay, warn: mockSay, status() {} }),
}));

type Provider = Providers["channelAssignment"];

/** An assignment as the engine remembers it. */
interface Remembered {
  id: string;
  state: Values;
}

describe("channels assigned apart from their check", () => {
  let service: Service;
  let channels: Channel[];
  inService(async (opened) => {
    service = opened;
    channels = (await service.admin.channels()).alpha ?? [];
  });

  /** The provider process of one run. */
  async function newProcess(url: string, key: string): Promise<Providers> {
    const config: Record<string, string> = { "checks:url": url, "checks:apiKey": key };
    const providers = newProviders();
    await providers.check.configure({ config: { get: (name: string) => config[name] } } as never);
    return providers;
  }
  const newRun = async (url = service.emulator.url, key = service.key): Promise<Provider> =>
    (await newProcess(url, key)).channelAssignment;

  /** With what the program tells of each resource. */
  const inputsOf = async (run: Provider, args: Values, olds: Values = {}, note: object = { name: "pager" }) =>
    (await run.check(olds, { ...args, __run: { stack: "jobs/dev", preview: false, ...note } }))
      .inputs as Values;

  async function create(args: Values): Promise<Remembered> {
    const run = await newRun();
    const { id, outs } = await run.create(await inputsOf(run, args));
    return { id, state: outs };
  }

  async function refreshed({ id, state }: Remembered): Promise<Remembered> {
    const { props } = await (await newRun()).read(id, state);
    if (!props) throw new Error("the check is gone");
    return { id, state: props };
  }

  async function differs({ id, state }: Remembered, args: Values): Promise<boolean> {
    const run = await newRun();
    return (await run.diff(id, state, await inputsOf(run, args))).changes === true;
  }

  const attach = (uuid: string, names: string) =>
    service.request("POST", `/checks/${uuid}`, { channels: names });
  const namesOf = async (slug: string) => {
    const ids = String((await service.check(slug)).channels).split(",");
    return channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  };

  it("leave the check that the assignment moves away from", async () => {
    const { uuid: from } = await service.request("POST", "/checks/", { slug: "from", channels: "Ops mail" });
    const { uuid: to } = await service.request("POST", "/checks/", { slug: "to" });
    const { id, state } = await create({ check: from, channels: ["Pager"] });
    const next = await newRun();
    const news = await inputsOf(next, { check: to, channels: ["Pager"] });
    expect(await next.diff(id, state, news)).toMatchObject({ replaces: ["check"] });
    await next.delete(id, state);
    await next.create(news);
    expect(await namesOf("from")).toEqual(["Ops mail"]);
    expect(await namesOf("to")).toEqual(["Pager"]);
  });

  it("stay in the state as they are where a read-only key does not show them, which is said", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: "backup", channels: ["Pager"] });
    await attach(id, "Ops mail");
    const { readOnlyKey } = service.emulator.projects.alpha;
    said.length = 0;
    const { props } = await (await newRun(service.emulator.url, readOnlyKey)).read(id, state);
    expect(props).toEqual(state);
    expect(said).toEqual([
      'channel assignment of "backup": not compared, because a read-only key does not see channels; use a read-write key',
    ]);
  });

  it("stay on the check that an assignment moves away from while another one wants them", async () => {
    const { uuid: from } = await service.request("POST", "/checks/", { slug: "from" });
    const { uuid: to } = await service.request("POST", "/checks/", { slug: "to" });
    const moving = await create({ check: from, channels: ["Pager"] });
    const staying = await create({ check: from, channels: ["Pager"] });
    const next = await newRun();
    await next.diff(staying.id, staying.state, await inputsOf(next, { check: from, channels: ["Pager"] }));
    await next.diff(moving.id, moving.state, await inputsOf(next, { check: to, channels: ["Pager"] }));
    await next.delete(moving.id, moving.state);
    expect(await namesOf("from")).toEqual(["Pager"]);
  });

  it("stay while an assignment wants them of which the engine does not ask, as with --target", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager", "Ops mail"] });
    const other = await create({ check: uuid, channels: ["Ops mail"] });
    const otherChannels = { other: other.state.channelIds };
    const note = { name: "pager", row: uuid, otherChannels };
    const next = await newRun();
    const news = await inputsOf(next, { check: uuid, channels: ["Pager"] }, {}, note);
    await next.diff(id, state, news);
    const { outs } = await next.update(id, state, news);
    expect(await namesOf("backup")).toEqual(["Ops mail", "Pager"]);

    // Asked of both, each says itself what it wants.
    const whole = await newRun();
    const same = await inputsOf(whole, { check: uuid, channels: ["Pager"] }, {}, note);
    expect(await whole.diff(id, outs ?? {}, same)).toMatchObject({ changes: false });
    const fewer = await inputsOf(whole, { check: uuid, channels: [] }, {}, { name: "other", row: uuid });
    await whole.diff(other.id, other.state, fewer);
    await whole.update(other.id, other.state, fewer);
    expect(await namesOf("backup")).toEqual(["Pager"]);
  });

  it("are told of by the rows of their assignments, because two may have one name, and one may get another", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const one = await create({ check: uuid, channels: ["Pager", "Ops mail"] });
    const two = await create({ check: uuid, channels: ["Ops mail", "Chat room"] });
    const otherChannels = { "urn:two": two.state.channelIds };
    const next = await newRun();
    const first = { name: "pager", row: uuid, rowUrn: "urn:one", otherChannels };
    const news = await inputsOf(next, { check: uuid, channels: ["Pager"] }, {}, first);
    await next.diff(one.id, one.state, news);
    await next.update(one.id, one.state, news);
    expect(await namesOf("backup")).toEqual(["Ops mail", "Pager", "Chat room"]);
    const second = { name: "room", row: uuid, rowUrn: "urn:two" };
    const fewer = await inputsOf(next, { check: uuid, channels: ["Ops mail"] }, {}, second);
    await next.diff(two.id, two.state, fewer);
    await next.update(two.id, two.state, fewer);
    expect(await namesOf("backup")).toEqual(["Ops mail", "Pager"]);
  });

  it("are detached also after the engine asked ahead whether a replacement elsewhere replaces the assignment", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager", "Ops mail"] });
    const next = await newRun();
    const news = await inputsOf(next, { check: uuid, channels: ["Pager"] });
    await next.diff(id, state, { ...news, channels: UNKNOWN });
    await next.diff(id, state, news);
    await next.update(id, state, news);
    expect(await namesOf("backup")).toEqual(["Pager"]);
  });

  it("are detached also in an up that refreshes each resource as the program declares it", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager", "Ops mail"] });
    const next = await newRun();
    await inputsOf(next, { check: "other", channels: ["Pager"] }, {}, { name: "other" });
    // The refresh compares with the inputs of the run before.
    await next.diff(id, state, { check: uuid, channels: ["Pager", "Ops mail"] });
    const news = await inputsOf(next, { check: uuid, channels: ["Pager"] });
    await next.diff(id, state, news);
    await next.update(id, state, news);
    expect(await namesOf("backup")).toEqual(["Pager"]);
  });

  it("are not forgotten when a wrong address answers 404 to everything", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager"] });
    const elsewhere = http.createServer((_, response) => response.writeHead(404).end("<h1>Not Found</h1>"));
    await new Promise<void>((resolve) => {
      elsewhere.listen(0, "127.0.0.1", resolve);
    });
    const wrong = await newRun(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    const said: unknown = await wrong.delete(id, state).catch((error: unknown) => error);
    elsewhere.close();
    elsewhere.closeAllConnections();
    expect(String(said)).toContain("listing the checks: the service answered 404");
    await service.request("DELETE", `/checks/${uuid}`);
    await (await newRun()).delete(id, state);
  });

  it("are not forgotten when something answers 404 once for a check that is there", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager"] });
    const once = { times: 1, action: { kind: "status", status: 404 } } as const;
    await service.admin.faults({ ...once, match: { path: `/checks/${uuid}$` } });
    await expect((await newRun()).delete(id, state)).rejects.toThrow("the service answered 404");
    await (await newRun()).delete(id, state);
    expect(await namesOf("backup")).toEqual([]);
  });

  it("are neither forgotten nor called gone on another service, which answers for itself", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const { id, state } = await create({ check: uuid, channels: ["Pager"] });
    const other = await Service.start();
    try {
      const lost = /this check lives on .*, but the configured service is .*; nothing was changed/;
      const there = async () => newRun(other.emulator.url, other.key);
      await expect((await there()).read(id, state)).rejects.toThrow(lost);
      await expect((await there()).delete(id, state)).rejects.toThrow(lost);
      const wider = await there();
      const news = await inputsOf(wider, { check: uuid, channels: "*" });
      await expect(wider.update(id, state, news)).rejects.toThrow(lost);
    } finally {
      await other.stop();
    }
    expect(await namesOf("backup")).toEqual(["Pager"]);
  });

  it("go to the check that has the slug now, when another one had it as the run began", async () => {
    const first = await newProcess(service.emulator.url, service.key);
    const before = await inputsOf(first.check, { slug: "old" }, {}, { name: "x" });
    const { id, outs } = await first.check.create(before);
    const { check, channelAssignment } = await newProcess(service.emulator.url, service.key);
    const renamed = await inputsOf(check, { slug: "new" }, before, { name: "x", row: id });
    await check.diff(id, outs, renamed);
    await check.update(id, outs, renamed);
    const made = await check.create(await inputsOf(check, { slug: "old" }, {}, { name: "y" }));
    await channelAssignment.create(await inputsOf(channelAssignment, { check: "old", channels: ["Pager"] }));
    expect(await service.check("old")).toMatchObject({ uuid: made.id });
    expect(await namesOf("old")).toEqual(["Pager"]);
    expect(await namesOf("new")).toEqual([]);
  });

  it("go over to another check that gets the slug, which a refresh tells", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "reports" });
    const args = { check: "reports", channels: ["Pager"] };
    const made = await create(args);
    expect(await differs(await refreshed(made), args)).toBe(false);
    await service.request("POST", `/checks/${uuid}`, { slug: "reports-old" });
    await service.request("POST", "/checks/", { slug: "reports" });
    const { id, state } = await refreshed(made);
    expect(state.check).toBe("reports-old");
    const next = await newRun();
    expect(await next.diff(id, state, await inputsOf(next, args))).toMatchObject({ replaces: ["check"] });
    await next.create(await inputsOf(next, args));
    await next.delete(id, state);
    expect(await namesOf("reports")).toEqual(["Pager"]);
    expect(await namesOf("reports-old")).toEqual([]);
  });

  it("stay where they are when a check is renamed by hand, and its own program is about to give it its slug back", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "reports" });
    const args = { check: "reports", channels: ["Pager"] };
    const made = await create(args);
    await service.request("POST", `/checks/${uuid}`, { slug: "renamed" });
    const row = await refreshed(made);
    expect(row.state.check).toBe("reports");
    expect(await differs(row, args)).toBe(false);
    expect(await namesOf("renamed")).toEqual(["Pager"]);
  });

  it("stay where they are when the slug of a check that is known by its UUID changes", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "reports" });
    const args = { check: uuid, channels: ["Pager"] };
    const made = await create(args);
    await service.request("POST", `/checks/${uuid}`, { slug: "reports-old" });
    expect(await differs(await refreshed(made), args)).toBe(false);
  });

  it.each([
    ["nothing", []],
    ["what it had is wanted by another one", ["Pager"]],
  ])(
    "leave none when an exclusive assignment goes, not even one that was attached by hand: %s",
    async (_what, own) => {
      const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
      const { id, state } = await create({ check: "backup", channels: own, mode: "exclusive" });
      await attach(uuid, channels.map((channel) => channel.id).join(","));
      const run = await newRun();
      if (own.length > 0) await run.create(await inputsOf(run, { check: "backup", channels: own }));
      await run.delete(id, state);
      expect(await namesOf("backup")).toEqual(own);
    },
  );

  it("that were never attached, in a maintenance, ask for nothing when their assignment goes", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const tags = "maintenance:3f2a9c1e/20260504T000000Z/20260504T010000Z/-/new_disk";
    await service.request("POST", `/checks/${uuid}`, { tags });
    const { id, state } = await create({ check: "backup", channels: ["Pager"] });
    expect(state.channelIds).toEqual([]);
    said.length = 0;
    await service.admin.clearRequests();
    await (await newRun()).delete(id, state);
    expect(said).toEqual([]);
    expect((await service.admin.requests()).total).toBe(0);
  });

  it("that were detached by hand are seen so by every refresh, and the rest as attached", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const made = await create({ check: uuid, channels: ["Pager", "Ops mail"] });
    await attach(uuid, "Ops mail");
    const seen = await refreshed(await refreshed(made));
    expect(seen.state.channels).toEqual(["Ops mail"]);
    expect(await differs(seen, { check: uuid, channels: ["Pager", "Ops mail"] })).toBe(true);
    expect(await differs(seen, { check: uuid, channels: ["Ops mail"] })).toBe(false);
  });

  it("that are named twice are told apart when one of them was detached by hand", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const made = await create({ check: uuid, channels: ["Pager", "Pager", "Ops mail"] });
    await attach(uuid, "Ops mail");
    const seen = await refreshed(made);
    expect(seen.state.channels).toEqual(["Ops mail"]);
    expect(await differs(seen, { check: uuid, channels: ["Pager"] })).toBe(true);
    expect(await differs(seen, { check: uuid, channels: ["Ops mail"] })).toBe(false);
  });

  it("with one beside them by hand are told where they are to be the only ones, and nowhere else", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const args = { check: uuid, channels: ["Pager", "Ops mail"], mode: "exclusive" };
    const made = await create(args);
    await attach(uuid, "Ops mail,Pager");
    expect(await refreshed(made)).toEqual(made);
    await attach(uuid, "Ops mail,Pager,Chat room");
    const seen = await refreshed(made);
    expect(seen.state.channels).toContain("Chat room");
    expect(seen.state.channelIds).toHaveLength(3);
    expect(await differs(seen, args)).toBe(true);
    const additive = await create({ ...args, mode: "additive" });
    await attach(uuid, "Ops mail,Pager,Chat room");
    expect(await refreshed(additive)).toEqual(additive);
  });

  it("that were changed by hand and accepted, and then changed back, are a difference again", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const made = await create({ check: uuid, channels: ["Pager"], mode: "exclusive" });
    await attach(uuid, "Ops mail");
    const accepted = await refreshed(made);
    const args = { check: uuid, channels: ["Ops mail"], mode: "exclusive" };
    expect(await differs(accepted, args)).toBe(false);
    expect(await differs(await refreshed(accepted), args)).toBe(false);
    await attach(uuid, "Pager");
    const again = await refreshed(accepted);
    expect(again.state.channels).toEqual(["Pager"]);
    expect(await differs(again, args)).toBe(true);
  });
});
