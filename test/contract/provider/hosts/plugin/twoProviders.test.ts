import { pack } from "../../../../../provider/core/packed";
import { HELD_DIGITS, RUN_NOTE } from "../../../../../provider/core/runNotes";
import { RunRecord } from "../../../../../provider/core/runRecord";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { uniqueKeyOf } from "../../../../../provider/monitor/snapshot";
import { type PluginRow, PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const ASSIGNMENT = "checks:index:ChannelAssignment";
const MEMBER =
  'check "two": slug: a Check of another provider of this program manages the same one on the service';

let runs = 0;

/** Two explicit providers of one project are two processes, which know of each other by the record of their run. */
describe("two providers of one project in one program", () => {
  let service: Service;
  let left: PluginRun;
  let right: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    await again();
  });

  /** The next run of the program. The second one has another process in the record: the one that started this one. */
  const again = async () => {
    runs += 1;
    const engine = `127.0.0.1:${20_000 + runs}`;
    left = await PluginRun.start(service, {}, engine);
    const { pid, ppid } = process;
    const asProcess = (value: number) =>
      Object.defineProperty(process, "pid", { value, configurable: true, enumerable: true });
    asProcess(ppid);
    right = await PluginRun.start(service, {}, engine);
    asProcess(pid);
  };

  const slugs = async () => (await service.checks()).map(({ slug }) => slug).sort();

  describe("when the slug of a check goes to a new one of the other", () => {
    let a: PluginRow;
    beforeEach(async () => {
      a = await left.made("a", { slug: "one", name: "A" });
      await again();
    });
    const renamed = { slug: "two", name: "A" };
    const news = { slug: "one", name: "B" };

    const isDone = async () => {
      expect(await service.check("two")).toMatchObject({ uuid: a.id, name: "A" });
      expect(await service.check("one")).toMatchObject({ name: "B" });
      expect(await slugs()).toEqual(["one", "two"]);
    };

    it("has the new one wait for the write, and makes it", async () => {
      const inputs = await left.declared("a", a, renamed);
      const b = right.made("b", news);
      await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
      await left.update("a", a, inputs);
      expect((await b).id).not.toBe(a.id);
      await isDone();
    });

    it.each(["up", "preview"])(
      "has the new one wait, in its %s, for the provider of the other, which the engine only starts",
      async (run) => {
        const held = pack({ [uniqueKeyOf(a.id).slice(0, HELD_DIGITS)]: "a" });
        const told = { [RUN_NOTE]: { name: "b", stack: "p/s", preview: run === "preview", held } };
        const { inputs } = await right.check("b", { ...news, ...told });
        const { isToldByOther } = RunRecord.prototype;
        const spy = jest.spyOn(RunRecord.prototype, "isToldByOther");
        const asksAgain = new Promise<void>((resolve) => {
          let times = 0;
          spy.mockImplementation(function (this: RunRecord, fact) {
            if (fact === `row ${a.id}` && ++times === 2) resolve();
            return isToldByOther.call(this, fact);
          });
        });
        const b = right.create("b", inputs, run === "preview");
        await Promise.race([asksAgain, b]);
        const renaming = await left.declared("a", a, renamed);
        if (run === "up") await left.update("a", a, renaming);
        expect((await b.finally(() => spy.mockRestore())).id).not.toBe(a.id);
        if (run === "up") await isDone();
      },
    );

    it("calls that no take-over in the preview", async () => {
      await left.declared("a", a, renamed);
      const { inputs } = await right.check("b", news);
      expect((await right.create("b", inputs, true)).values.uuid).toBe(UNKNOWN);
      expect(jest.mocked(console.error)).not.toHaveBeenCalled();
    });

    it("makes it also where its list is older than the write", async () => {
      await right.made("first", { slug: "first" });
      await left.update("a", a, await left.declared("a", a, renamed));
      await right.made("b", news);
      expect(await slugs()).toEqual(["first", "one", "two"]);
    });

    it("assigns channels to the one that has the slug now, where the other's list is older than that", async () => {
      await right.made("first", { slug: "first" });
      await left.update("a", a, await left.declared("a", a, renamed));
      const b = await left.made("b", news);
      const said = { check: "one", channels: ["Pager"] };
      expect((await right.made("pager", said, ASSIGNMENT)).id).toBe(b.id);
    });

    it("makes it also where that check is deleted by hand meanwhile", async () => {
      await right.made("first", { slug: "first" });
      const inputs = await left.declared("a", a, renamed);
      await service.request("DELETE", `/checks/${a.id}`);
      await expect(left.update("a", a, inputs)).rejects.toThrow("deleted outside of Pulumi");
      await right.made("b", news);
      expect(await slugs()).toEqual(["first", "one"]);
    });

    it("refuses it where the write failed, and takes nothing over", async () => {
      const inputs = await left.declared("a", a, renamed);
      await service.admin.faults({
        match: { method: "POST", path: `/checks/${a.id}$` },
        times: 1,
        action: { kind: "status", status: 400, body: '{"error":"not today"}' },
      });
      const [first, second] = await Promise.allSettled([left.update("a", a, inputs), right.made("b", news)]);
      expect(first).toMatchObject({ reason: { message: expect.stringContaining("not today") } });
      expect(second).toMatchObject({
        reason: {
          message: expect.stringContaining("belongs to a Check of another provider of this program"),
        },
      });
      expect(await service.checks()).toEqual([expect.objectContaining({ uuid: a.id, name: "A" })]);
    });

    it("lets no two rows have it: what was taken over too soon is told until it is undone", async () => {
      // The program waits for `b` before it declares `a`.
      const b = await right.made("b", news);
      expect(b.id).toBe(a.id);
      await expect(left.declared("a", a, renamed)).rejects.toThrow(MEMBER);
      await again();
      await right.declared("b", b, news);
      await expect(left.declared("a", a, renamed)).rejects.toThrow(MEMBER);
      await again();
      await left.update("a", a, await left.declared("a", a, renamed));
      await right.delete("b", b);
      await again();
      await left.declared("a", a, renamed);
      expect((await right.made("b", news)).id).not.toBe(a.id);
      await isDone();
    });
  });

  it("takes over one check by its UUID once", async () => {
    const { uuid } = await service.request("POST", "/checks/", { name: "bare" });
    await left.made("a", { slug: "one", adopt: uuid });
    await expect(right.made("b", { slug: "two", adopt: uuid })).rejects.toThrow(
      "belongs to a Check of another provider of this program",
    );
    expect(await slugs()).toEqual(["one"]);
  });

  it("keeps a check whose new resource, of the other, was not made, as with --continue-on-error", async () => {
    const a = await left.made("a", { slug: "one" });
    const other = await left.made("other", { slug: "other" });
    await again();
    await right.check("b", { slug: "one" });
    await left.delete("a", a);
    await left.delete("other", other);
    expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([a.id]);
    await again();
    expect((await right.made("b", { slug: "one" })).id).toBe(a.id);
    await left.delete("a", a);
    expect((await service.check("one")).uuid).toBe(a.id);
  });

  it("deletes one of two checks of a slug that the other one's resource has for itself", async () => {
    const [a, b] = [await left.made("a", { slug: "one" }), await right.made("b", { slug: "two" })];
    await again();
    await right.update("b", b, await right.declared("b", b, { slug: "one" }));
    await left.delete("a", a);
    expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([b.id]);
  });

  it("is told in the preview that a check of the one names channels itself, which the other assigns", async () => {
    const own = { slug: "one", channels: ["Ops mail"] };
    const a = await left.made("a", own);
    await again();
    await left.declared("a", a, own);
    const { failures } = await right.check("team", { check: a.id, channels: ["Pager"] }, {}, ASSIGNMENT);
    expect(failures.map((one) => one.getReason())).toEqual([
      "check: the check names channels itself, and each would undo the other. Remove channels from the check, or remove this assignment",
    ]);
  });

  describe("with an assignment each, which share a channel of a check", () => {
    let check: string;
    let one: PluginRow;
    let two: PluginRow;
    beforeEach(async () => {
      check = (await left.made("backup", { slug: "backup" })).id;
      [one, two] = [await assigned(left, "one"), await assigned(right, "two")];
      await again();
    });
    const assigned = (run: PluginRun, name: string) =>
      run.made(name, { check, channels: ["Ops mail"] }, ASSIGNMENT);
    /** Declares it; returns its update, where there is one. */
    const declared = async (run: PluginRun, name: string, row: PluginRow, channel: string, told = {}) => {
      const said = { check, channels: [channel], ...told };
      const { inputs } = await run.check(name, said, row.values, ASSIGNMENT);
      const answer = await run.diff(name, row.id, row.values, inputs, ASSIGNMENT);
      const isSame = answer.getDiffsList().length === 0;
      return isSame ? undefined : () => run.update(name, row, inputs, false, ASSIGNMENT);
    };
    const changed = async (...assignment: Parameters<typeof declared>) => (await declared(...assignment))?.();
    const attached = async () => {
      const { alpha = [] } = await service.admin.channels();
      const { channels } = await service.check("backup");
      return alpha.filter(({ id }) => String(channels).includes(id)).map(({ name }) => name);
    };

    it("keeps it where the one gave it up before the other had heard that it is wanted", async () => {
      await changed(left, "one", one, "Pager");
      await changed(right, "two", two, "Ops mail");
      expect(await attached()).toEqual(["Ops mail", "Pager"]);
    });

    it("keeps it where the other was heard of before, also beside another one that gave it up", async () => {
      const three = await assigned(right, "three");
      const write = await declared(left, "one", one, "Pager");
      expect(await declared(right, "two", two, "Ops mail")).toBeUndefined();
      await changed(right, "three", three, "Pager");
      await write?.();
      expect(await attached()).toEqual(["Ops mail", "Pager"]);
    });

    it("detaches it where both give it up, although each is told of the other's row", async () => {
      const note = { stack: "p/s", preview: false, row: check };
      const [first, second] = [one, two].map(({ values }) => values.channelIds);
      const ofOne = { ...note, name: "one", rowUrn: "urn:one", otherChannels: { "urn:two": second } };
      const ofTwo = { ...note, name: "two", rowUrn: "urn:two", otherChannels: { "urn:one": first } };
      await changed(left, "one", one, "Pager", { [RUN_NOTE]: ofOne });
      expect(await attached()).toEqual(["Ops mail", "Pager"]);
      await changed(right, "two", two, "Pager", { [RUN_NOTE]: ofTwo });
      expect(await attached()).toEqual(["Pager"]);
    });
  });

  it("looks up afresh with the one what the other has written", async () => {
    const a = await left.made("a", { slug: "one", grace: 600 });
    await again();
    const graceNow = async () =>
      (await right.invoke("checks:index:getCheck", { slug: "one" })).grace as number;
    expect(await graceNow()).toBe(600);
    await left.update("a", a, await left.declared("a", a, { slug: "one", grace: 900 }));
    expect(await graceNow()).toBe(900);
  });

  it("keeps what the one managed and the other looks at, and deletes it with a row that is declared", async () => {
    const a = await left.made("a", { slug: "one" });
    const look = async () => {
      await again();
      await right.read("view", "one", {}, undefined, {});
    };
    await look();
    await left.delete("a", a);
    expect(await slugs()).toEqual(["one"]);
    await look();
    await left.check("a", { slug: "one", project: "elsewhere" }, { slug: "one" });
    await left.delete("a", a);
    expect(await slugs()).toEqual([]);
  });
});
