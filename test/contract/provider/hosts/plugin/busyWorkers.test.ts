import { setTimeout } from "node:timers/promises";
import { type PluginRow, PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

/** What the engine has to do for a resource, once it has asked for it. */
type Work = () => Promise<unknown>;

/**
 * A program as the engine goes about it: one resource is asked for after the other, and the next one only when a worker
 * has taken up what is to be done for it.
 */
async function inTurn(workers: number, program: readonly (() => Promise<Work>)[]): Promise<void> {
  const busy = new Set<Promise<unknown>>();
  const all: Promise<unknown>[] = [];
  for (const declare of program) {
    const work = await declare();
    while (busy.size >= workers) await Promise.race(busy);
    const done = work();
    const settled: Promise<unknown> = done.catch(() => undefined).finally(() => busy.delete(settled));
    busy.add(settled);
    all.push(done);
  }
  await Promise.all(all);
}

/**
 * While workers wait for what the program may still declare, the engine may be unable to ask for it; that this is so cannot
 * be seen from here, since other providers' resources have workers, too. These work because every one waits the whole time.
 */
describe("a slug that goes from one check to another in a program that takes over many", () => {
  let service: Service;
  let run: PluginRun;
  let a: PluginRow;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
    a = await run.made("a", { slug: "one", name: "A" });
    for (const slug of ["c0", "c1", "c2", "c3"]) await service.request("POST", "/checks/", { slug });
    run = await PluginRun.start(service);
  });

  const taken =
    (name: string, slug = name) =>
    async (): Promise<Work> => {
      const { inputs } = await run.check(name, { slug, name });
      return () => run.create(name, inputs);
    };
  const givingUp = async (): Promise<Work> => {
    const inputs = await run.declared("a", a, { slug: "two", name: "A" });
    return () => run.update("a", a, inputs);
  };
  const isDone = async () => {
    expect(await service.check("two")).toMatchObject({ uuid: a.id, name: "A" });
    expect(await service.check("one")).toMatchObject({ name: "b" });
    expect(await service.checks()).toHaveLength(6);
  };

  it("is heard of when a worker is done with another provider's resource, although all were busy before", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const ofAnotherProvider = async (): Promise<Work> => () => finished;
    const last = async (): Promise<Work> => {
      void setTimeout(100).then(finish);
      return taken("c3")();
    };
    const first = [ofAnotherProvider, taken("c0"), taken("c1")];
    await inTurn(3, [...first, taken("b", "one"), taken("c2"), last, givingUp]);
    await isDone();
  });

  it("is heard of when policies take their time over each resource, most over an early one", async () => {
    const looked = (milliseconds: number, declare: () => Promise<Work>) => async () => {
      const work = await declare();
      await setTimeout(milliseconds);
      return work;
    };
    const early = [taken("c0"), taken("c1"), looked(600, taken("c2"))];
    await inTurn(4, [...early, taken("b", "one"), looked(100, taken("c3")), givingUp]);
    await isDone();
  });

  it("is heard of in a later part of the program, after one that had been silent", async () => {
    await inTurn(8, [taken("c0"), taken("c1"), taken("c2"), taken("c3")]);
    const later = async (): Promise<Work> => {
      await setTimeout(100);
      return givingUp();
    };
    await inTurn(8, [taken("b", "one"), later]);
    await isDone();
  });
});
