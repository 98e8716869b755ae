import fc from "fast-check";
import type { Channel } from "../../../../emulator";
import { toWire } from "../../../../provider/core/wire";
import { checkFields } from "../../../../provider/monitor/check/checkFields";
import { type Args, arbitraryCheck } from "../../../support/provider/arbitraryCheck";
import { expectAgrees } from "../../../support/provider/expectedDocument";
import { changes, inputsOf, type Remembered, Run } from "../../../support/provider/run";
import { type Document, Service } from "../../../support/service";

jest.setTimeout(60_000);

/** Each property is tried with so many programs of one to sixteen checks each. */
const PROGRAMS = 8;
/** For the runs and, after a failure, the search for a smaller example. */
const LONGEST_SEARCH_MS = 20_000;

describe.each(["server", "spec"] as const)("any check that a program may declare (dialect %s)", (dialect) => {
  let service: Service;
  let channels: Channel[];
  let programs: fc.Arbitrary<[Args, Args][]>;

  beforeAll(async () => {
    service = await Service.start({ dialect });
    for (const name of [" Pager", "größe 🕛", "*", "a;b|c"])
      await service.admin.addChannel("alpha", name, "email");
    channels = (await service.admin.channels()).alpha ?? [];
    const anyCheck = arbitraryCheck(channels, dialect);
    programs = fc
      .array(fc.tuple(anyCheck, anyCheck), { minLength: 1, maxLength: 16, size: "max" })
      .map((pairs) => pairs.map(([x, y], index) => [distinct(x, index), distinct(y, index)]));
  });
  afterAll(() => service.stop());

  /** Tells a story of each pair of checks of arbitrary programs, the checks of a program side by side. */
  async function withAny(story: (x: Args, y: Args, runs: SharedRuns) => Promise<void>): Promise<void> {
    let told: Promise<PromiseSettledResult<void>[]> = Promise.resolve([]);
    const property = fc.asyncProperty(programs, async (pairs) => {
      const runs = new SharedRuns(pairs.length, () => new Run(service, { concurrency: "64" }));
      told = Promise.allSettled(pairs.map(([x, y]) => runs.take(story(x, y, runs))));
      for (const end of await told) if (end.status === "rejected") throw end.reason;
    });
    try {
      await fc.assert(property.beforeEach(removeAll), {
        numRuns: PROGRAMS,
        interruptAfterTimeLimit: LONGEST_SEARCH_MS,
      });
    } finally {
      // An interrupted search leaves its stories; the checks of the next test would be in their way.
      await told;
    }
  }

  async function removeAll(): Promise<void> {
    const checks = await service.checks();
    await Promise.all(checks.map(({ uuid }) => service.request("DELETE", `/checks/${uuid}`)));
  }

  const live = ({ id }: Remembered): Promise<Document> => service.request("GET", `/checks/${id}`);

  /** The body that a person's own client would send for these arguments. */
  const wireOf = (args: Args): object => toWire(checkFields, inputsOf(args));

  /** The state after a refresh. */
  async function refreshed(run: Run, resource: Remembered): Promise<Remembered> {
    const seen = await run.read(resource);
    if (!seen) throw new Error("the check is gone");
    return seen;
  }

  it("is accepted, read back in the user's spelling, and shows no difference", async () => {
    await withAny(async (args, _, runs) => {
      const made = await (await runs.next()).create(args);
      expectAgrees(await live(made), args, channels);
      const seen = await refreshed(await runs.next(), made);
      expect(seen.state).toEqual(made.state);
      expect(changes(seen, args)).toEqual([]);
    });
  });

  it("becomes any other one in place, and the default again when its lines are removed", async () => {
    await withAny(async (x, y, runs) => {
      const made = await (await runs.next()).create(x);
      const needless = changes(made, y).length === 0;
      const before = await live(made);
      const changed = await (await runs.next()).update(made, y);
      if (needless) expectSame(await live(changed), before);
      expectAgrees(await live(changed), y, channels, x);
      const seen = await refreshed(await runs.next(), changed);
      expect(changes(seen, y)).toEqual([]);
      const bare = { slug: y.slug };
      const emptied = await (await runs.next()).update(seen, bare);
      expectAgrees(await live(emptied), bare, channels, { ...x, ...y });
      expect(changes(await refreshed(await runs.next(), emptied), bare)).toEqual([]);
      expect(emptied.id).toBe(made.id);
    });
  });

  it("takes over one made by hand, whatever that one was", async () => {
    await withAny(async (byHand, args, runs) => {
      const body = { ...wireOf({ ...byHand, channels: [] }), slug: args.slug };
      const { uuid } = await service.request("POST", "/checks/", body);
      const adopted = await (await runs.next()).create(args);
      expect(adopted.id).toBe(uuid);
      const { filterHttpBody, filterDefaultFail } = { ...byHand, ...args };
      expectAgrees(await live(adopted), { filterHttpBody, filterDefaultFail, ...args }, channels);
      expect(changes(await refreshed(await runs.next(), adopted), args)).toEqual([]);
    });
  });

  it("that somebody changes by hand differs exactly if it is another, and is repaired", async () => {
    await withAny(async (args, byHand, runs) => {
      const made = await (await runs.next()).create(args);
      const before = await live(made);
      const assigned = Array.isArray(byHand.channels) ? [] : byHand.channels;
      await service.request("POST", `/checks/${made.id}`, wireOf({ ...byHand, channels: assigned }));
      const seen = await refreshed(await runs.next(), made);
      const differs = changes(seen, args).length > 0;
      const repaired = differs ? await (await runs.next()).update(seen, args) : seen;
      const now = await live(repaired);
      expectSame(now, { ...before, ...(args.channels === undefined && { channels: now.channels }) });
      expect(changes(await refreshed(await runs.next(), repaired), args)).toEqual([]);
    });
  });
});

/** The runs of the engine in which the stories of one program take part: each begins when all have come to it. */
class SharedRuns {
  private waiting: ((run: Run) => void)[] = [];

  constructor(
    private stories: number,
    private readonly begin: () => Run,
  ) {}

  next(): Promise<Run> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.beginWhenAllWait();
    });
  }

  /** Waits for nobody who has ended. */
  async take(story: Promise<void>): Promise<void> {
    try {
      await story;
    } finally {
      this.stories -= 1;
      this.beginWhenAllWait();
    }
  }

  private beginWhenAllWait(): void {
    if (this.waiting.length < this.stories) return;
    const run = this.begin();
    for (const resolve of this.waiting.splice(0)) resolve(run);
  }
}

/** Slugs of one program must differ. */
function distinct(args: Args, index: number): Args {
  return { ...args, slug: `${index}${args.slug}`.slice(0, 100) };
}

/** The same check, whatever the order of its tags and channels. */
function expectSame(now: Document, before: Document): void {
  const { filter_http_body: _, filter_default_fail: __, tags, channels, ...rest } = before;
  expect(now).toMatchObject(rest);
  const members = (joined: unknown, by: string) => new Set(String(joined).split(by).filter(Boolean));
  expect(members(now.tags, " ")).toEqual(members(tags, " "));
  expect(members(now.channels, ",")).toEqual(members(channels, ","));
}
