import type { Values } from "../../../../provider/core/fields";
import { Service } from "../../../support/service";

const said: string[] = [];
jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn: (message: string) => void said.push(message), status() {} }),
}));

type Provider = typeof import("../../../../provider")["check"];

/** A check as the engine remembers it. */
interface Row {
  id: string;
  inputs: Values;
  state: Values;
}

describe("a check on the dynamic host that moves to another project", () => {
  let service: Service;

  beforeEach(async () => {
    said.length = 0;
    service = await Service.start();
  });
  afterEach(() => service.stop());

  const beta = () => service.emulator.projects.beta.readWriteKey;

  /** The provider process of one run. */
  async function newRun(): Promise<Provider> {
    const config: Record<string, string> = {
      "checks:url": service.emulator.url,
      "checks:apiKey": service.key,
      "checks:projects": JSON.stringify({ beta: { apiKey: beta() } }),
    };
    const { check } = await new Promise<typeof import("../../../../provider")>((resolve) => {
      jest.isolateModules(() => resolve(require("../../../../provider")));
    });
    await check.configure({ config: { get: (name: string) => config[name] } } as never);
    return check;
  }

  /** What the program says of the check `backup`. */
  const news = (args: Values, note: Values = {}) => ({
    ...args,
    __run: { name: String(args.slug), stack: "jobs/dev", preview: false, isAssigned: true, ...note },
  });

  async function made(slug: string): Promise<Row> {
    const run = await newRun();
    const inputs = (await run.check({}, news({ slug }))).inputs as Values;
    const { id, outs } = await run.create(inputs);
    return { id, inputs, state: outs };
  }

  /** The engine asks for the checks of a resource that it replaces twice: the second time as for a new one. */
  const previewed = async (run: Provider, { id, inputs, state }: Row, args: Values) => {
    const said = news(args, { preview: true });
    const first = await run.check(inputs, said);
    expect(await run.diff(id, state, first.inputs)).toMatchObject({ replaces: ["project"] });
    return [...(first.failures ?? []), ...((await run.check({}, said)).failures ?? [])];
  };

  it("is told in the preview as it will be", async () => {
    const backup = await made("backup");
    expect(await previewed(await newRun(), backup, { slug: "backup", project: "beta" })).toEqual([]);
  });

  it("is told once what it takes over there", async () => {
    const backup = await made("backup");
    await service.request("POST", "/checks/", { slug: "backup", grace: 60 }, beta());
    expect(await previewed(await newRun(), backup, { slug: "backup", project: "beta" })).toEqual([]);
    expect(said).toEqual([expect.stringContaining("takes over the existing check")]);
  });

  it("is refused in the preview, as before, where another new resource gets its slug there", async () => {
    const backup = await made("backup");
    const run = await newRun();
    expect(await previewed(run, backup, { slug: "backup", project: "beta" })).toEqual([]);
    const other = await run.check(
      {},
      news({ slug: "backup", project: "beta" }, { name: "other", preview: true }),
    );
    expect(other.failures).toHaveLength(1);
  });

  it("does not stay behind in an up that refreshes each resource as the program declares it", async () => {
    const [first, backup] = [await made("first"), await made("backup")];
    const run = await newRun();
    /** The engine compares what it read with the inputs of the run before. */
    const refresh = async ({ id, inputs, state }: Row) => {
      await run.read(id, state);
      await run.diff(id, state, inputs);
    };
    await refresh(first);
    const same = (await run.check(first.inputs, news({ slug: "first" }, { row: first.id }))).inputs as Values;
    await run.diff(first.id, first.state, same);
    await refresh(backup);
    const moved = news({ slug: "backup", project: "beta" });
    const { inputs } = await run.check(backup.inputs, moved);
    expect(await run.diff(backup.id, backup.state, inputs)).toMatchObject({ replaces: ["project"] });
    await run.create((await run.check({}, moved)).inputs);
    await run.delete(backup.id, backup.state);
    expect((await service.checks()).map(({ slug }) => slug)).toEqual(["first"]);
    expect((await service.checks(beta())).map(({ slug }) => slug)).toEqual(["backup"]);
  });
});
