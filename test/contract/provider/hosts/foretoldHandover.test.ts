import { DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { propertiesOf } from "../../../../provider/hosts/plugin/properties";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => {
  const tell = (message: string) => console.error(message);
  return { engineLog: () => ({ info: tell, warn: tell, status() {} }) };
});

const { DIFF_NONE } = DiffResponse.DiffChanges;
const STAMPED = { stamp: "true" };
const WHOSE = "the check belongs to the stack jobs/prod";
const REMOVE = "If it was handed over, remove it from this program; the check stays on the service";

/** The command is done, and the program of the former owner still declares the check. */
describe.each(["dynamic", "plugin"] as const)("a check that was handed over (%s host)", (host) => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  interface Known {
    id: string;
    inputs: Record<string, unknown>;
    state: Record<string, unknown>;
  }

  /** Checks of `jobs/dev` in its state. */
  const made = async (slugs: readonly string[], settings: Record<string, string> = STAMPED) => {
    const rows: Known[] = [];
    const [dynamic, plugin] = [
      await DynamicRun.start(service, settings),
      await PluginRun.start(service, settings),
    ];
    for (const slug of slugs) {
      if (host === "dynamic") rows.push(await dynamic.made({ slug }));
      else {
        const { id, values } = await plugin.made(slug, { slug });
        rows.push({ id, inputs: { slug }, state: values });
      }
    }
    return rows;
  };
  const handedOver = ({ id }: Known) =>
    service.request("POST", `/checks/${id}`, { tags: "pulumi:jobs/prod" });
  const told = () => jest.mocked(console.error).mock.calls.map(([message]) => String(message));
  const requests = async () => (await service.admin.requestLog()).log.map(({ route }) => route);

  /** Why the preview of one run refuses rows with these changes. */
  const refused = async (rows: readonly Known[], changes: object): Promise<string[]> => {
    const [dynamic, plugin] = [
      await DynamicRun.start(service, STAMPED),
      await PluginRun.start(service, STAMPED),
    ];
    await service.admin.clearRequests();
    const words: string[] = [];
    for (const { id, inputs, state } of rows) {
      const slug = String(inputs.slug);
      const args = { slug, ...changes };
      if (host === "dynamic") {
        const { __owner: owner, __stamped: stamped } = state;
        const note = { preview: true, row: id, ...(owner !== undefined && { owner, stamped }) };
        words.push(...((await dynamic.check(args, note, inputs)).failures as string[]));
        continue;
      }
      const news = (await plugin.check(slug, args, state)).inputs;
      const diff = await plugin.diff(slug, id, state, news);
      if (diff.getChanges() === DIFF_NONE) continue;
      await plugin.update(slug, { id, values: state }, news, true).catch((error: Error) => {
        words.push(error.message);
      });
    }
    return words;
  };

  it("is refused in a preview that changes it, with one list for all of them and nothing for those that stay", async () => {
    const rows = await made(["one", "two", "three", "four", "five", "six"]);
    for (const row of rows.slice(0, 2)) await handedOver(row);
    expect(await refused(rows, {})).toEqual([]);
    expect(await requests()).toEqual([]);
    expect(await refused(rows, { grace: 600 })).toEqual([
      expect.stringContaining(`check "one": slug: ${WHOSE}. ${REMOVE}`),
      expect.stringContaining(`check "two": slug: ${WHOSE}. ${REMOVE}`),
    ]);
    expect(await requests()).toEqual(["GET /api/v3/checks/"]);
  });

  it("keeps its slug: a preview that gives it to another check is refused, where the slug is known", async () => {
    const rows = await made(["one", "two"]);
    for (const row of rows.slice(1)) await handedOver(row);
    const first = rows.slice(0, 1);
    expect(await refused(first, { slug: "two" })).toEqual([
      expect.stringContaining(`check "two": slug: ${WHOSE}. To hand`),
    ]);
    expect(await refused(first, { slug: "three" })).toEqual([]);
    expect(await refused(first, { slug: UNKNOWN })).toEqual([]);
  });

  it("is warned of in a preview that is only to put the first stamp on it, which drift runs as well", async () => {
    const rows = await made(["one", "two"], {});
    for (const row of rows.slice(0, 1)) await handedOver(row);
    expect(await refused(rows, {})).toEqual([]);
    const isDue = (message: string) => message.includes("an up puts the stamp of jobs/dev on it");
    expect(told().filter((message) => !isDue(message))).toEqual([
      expect.stringContaining(`check "one": slug: ${WHOSE}. To hand`),
    ]);
  });

  it("is warned of in a preview after a refresh that was saved, which is to put the stamp back", async () => {
    const rows = await made(["one", "two"]);
    for (const row of rows.slice(0, 1)) await handedOver(row);
    const lost = rows.map((row) => ({ ...row, state: { ...row.state, __stamped: undefined } }));
    expect(await refused(lost, {})).toEqual([]);
    expect(told()).toContainEqual(expect.stringContaining(`check "one": slug: ${WHOSE}. ${REMOVE}`));
    expect(told().filter((message) => message.includes(WHOSE))).toHaveLength(1);
    expect(await requests()).toEqual(["GET /api/v3/checks/"]);
  });

  it("is told by a refresh", async () => {
    const rows = await made(["one", "two"]);
    for (const row of rows.slice(0, 1)) await handedOver(row);
    for (const { id, inputs, state } of rows) {
      if (host === "dynamic") await (await DynamicRun.start(service, STAMPED)).provider.read(id, state);
      else await (await PluginRun.start(service, STAMPED)).read(String(inputs.slug), id, state);
    }
    expect(told()).toEqual([expect.stringContaining(`check "one": slug: ${WHOSE}. ${REMOVE}`)]);
  });
});

const CHECK = "checks:index:Check";

describe("a check of another stack on the plugin", () => {
  let service: Service;
  inFreshService(async (opened) => {
    service = opened;
    await service.request("POST", "/checks/", { slug: "backup", tags: "pulumi:jobs/prod" });
  });

  it("is not imported, in the words in which it is not adopted", async () => {
    const run = await PluginRun.start(service, STAMPED);
    const there = await run.read("backup", "backup", {});
    const { values } = propertiesOf(there.getInputs());
    await expect(run.check("backup", values, values)).rejects.toThrow(
      'check "backup": slug: the check belongs to the stack jobs/prod. To hand it over to this stack, run `pulumi-checks handover backup --to jobs/dev`, and remove it from the program of jobs/prod',
    );
  });

  it("may be looked at, and nobody is told to have it handed over by a refresh of that", async () => {
    const run = await PluginRun.start(service, STAMPED);
    const there = await run.read("backup", "backup", {}, CHECK, {});
    const { values } = propertiesOf(there.getProperties());
    expect(values).toMatchObject({ slug: "backup" });
    const told = jest.mocked(console.error).mock.calls;
    expect((await run.read("backup", there.getId(), values)).getId()).toBe(there.getId());
    expect(told).toEqual([]);
  });
});
