import fc from "fast-check";
import { type Channel, RANDOM_FAULT_KINDS } from "../../../../emulator";
import { ChecksError } from "../../../../provider/core/errors";
import type { Values } from "../../../../provider/core/fields";
import { Unfinished } from "../../../../provider/core/resource";
import { type Args, arbitraryCheck } from "../../../support/provider/arbitraryCheck";
import { withoutBackOff } from "../../../support/provider/backOff";
import { expectAgrees } from "../../../support/provider/expectedDocument";
import { changes, type Remembered, Run } from "../../../support/provider/run";
import { type Document, Service } from "../../../support/service";

describe("a stack of checks on a service where anything may go wrong at any time", () => {
  let service: Service;
  let channels: Channel[];
  withoutBackOff();
  beforeAll(async () => {
    service = await Service.start();
    channels = (await service.admin.channels()).alpha ?? [];
  });
  afterAll(() => service.stop());

  /** Everything that the user was told, run by run. */
  const said: string[][] = [];

  function listened(): Run {
    const run = new Run(service);
    said.push(run.said);
    return run;
  }

  /** What the engine remembers from run to run, by slug. */
  type Stack = Map<string, Remembered>;

  /** One `up`: creates what is new and updates what differs, all at once. Failures are kept as the engine keeps them. */
  async function up(stack: Stack, program: Args[]): Promise<string[]> {
    const run = listened();
    const failures: string[] = [];
    said.push(failures);
    const keep = (slug: string, error: unknown) => {
      if (error instanceof Unfinished) stack.set(slug, error);
      else if (!(error instanceof ChecksError)) throw error;
      failures.push(error.message);
    };
    await Promise.all(
      program.map(async (args) => {
        const known = stack.get(args.slug);
        if (known) run.claim(known);
        if (known && changes(known, args).length === 0) return;
        const call = known ? run.update(known, args) : run.create(args);
        await call.then(
          (made) => void stack.set(args.slug, made),
          (error: unknown) => keep(args.slug, error),
        );
      }),
    );
    return failures;
  }

  async function refresh(stack: Stack): Promise<void> {
    const run = listened();
    await Promise.all(
      [...stack].map(async ([slug, known]) => {
        const seen = await run.read(known).catch(() => known);
        if (!seen) throw new Error(`${slug} was thought to be gone`);
        stack.set(slug, seen);
      }),
    );
  }

  async function destroy(stack: Stack): Promise<void> {
    const run = listened();
    await Promise.all(
      [...stack].map(([slug, known]) =>
        run
          .delete(known)
          .then(() => stack.delete(slug))
          .catch(() => undefined),
      ),
    );
  }

  const programs = () =>
    fc
      .array(fc.tuple(arbitraryCheck(channels, "server"), arbitraryCheck(channels, "server")), {
        minLength: 1,
        maxLength: 6,
        size: "max",
      })
      .map((pairs) => {
        const named = (args: Args, index: number): Args => ({ ...args, slug: `s${index}` });
        return [
          pairs.map(([x], index) => named(x, index)),
          pairs.map(([, y], index) => named(y, index)),
        ] as const;
      });

  it("ends as declared once the trouble is over: nothing lost, nothing doubled, no UUID changed", async () => {
    const property = fc.asyncProperty(programs(), fc.nat(), async ([first, second], seed) => {
      const stack: Stack = new Map();
      const inTrouble = () =>
        service.admin.randomFaults({ seed, rate: 0.5, kinds: [...RANDOM_FAULT_KINDS], stallMs: 5 });
      await inTrouble();
      await up(stack, first);
      await refresh(stack);
      const before = new Map(stack);
      await up(stack, second);
      await refresh(stack);
      await service.admin.clearFaults();

      await refresh(stack);
      expect(await up(stack, second)).toEqual([]);
      const documents = await service.checks();
      expect(documents.map(({ slug }) => slug).sort()).toEqual(second.map(({ slug }) => slug).sort());
      for (const [index, args] of second.entries()) {
        const document = documents.find(({ slug }) => slug === args.slug);
        if (!document) throw new Error(`no check ${args.slug}`);
        expect(stack.get(args.slug)?.id).toBe(document.uuid);
        if (before.has(args.slug)) expect(before.get(args.slug)?.id).toBe(document.uuid);
        expectAgrees(document, { ...unmanaged(document), ...args }, channels, first[index]);
      }

      await inTrouble();
      await destroy(stack);
      await service.admin.clearFaults();
      await destroy(stack);
      expect(stack.size).toBe(0);
      expect(await service.checks()).toEqual([]);
    });
    const clean = property.beforeEach(async () => {
      await service.admin.clearFaults();
      for (const { uuid } of await service.checks()) await service.request("DELETE", `/checks/${uuid}`);
    });
    await fc.assert(clean, { numRuns: 15, interruptAfterTimeLimit: 20_000 });
    for (const line of said.flat()) expect(line).not.toMatch(new RegExp(`\n|/ping/|${service.key}`));
  });
});

/** What a program that does not name it leaves as it found it: a create that failed may have written it before. */
function unmanaged(document: Document): Values {
  return {
    channels: String(document.channels).split(",").filter(Boolean),
    paused: document.status === "paused",
    filterHttpBody: document.filter_http_body,
    filterDefaultFail: document.filter_default_fail,
  };
}
