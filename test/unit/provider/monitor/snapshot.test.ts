import type { CheckDocument, MonitorApi } from "../../../../provider/monitor/api";
import { Snapshot } from "../../../../provider/monitor/snapshot";

const UUID = "00000000-0000-4000-8000-00000000000a";

it("does not answer with a list that was on its way when the check was written", async () => {
  const [before, after] = ["before", "after"].map((slug) => ({ uuid: UUID, slug }) as CheckDocument);
  let answer = () => {};
  const list = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const api = { listChecks: () => list.then(() => [before]), getCheck: async () => after };
  const snapshot = new Snapshot(api as object as MonitorApi);
  const all = snapshot.all();
  const found = snapshot.find(UUID);
  snapshot.drop(UUID);
  answer();
  expect(await all).toEqual([before]);
  expect(await found).toEqual(after);
});

it("does not know from a list of before which checks have the slug of one that was written since", async () => {
  const check = (slug: string) => ({ uuid: UUID, slug }) as CheckDocument;
  const asked: unknown[] = [];
  const listChecks = async (query?: unknown) => {
    asked.push(query);
    return query === undefined ? [check("before")] : [];
  };
  const snapshot = new Snapshot({ listChecks } as object as MonitorApi);
  expect(await snapshot.withSlug("before")).toEqual([check("before")]);
  snapshot.drop(UUID);
  expect(await snapshot.withSlug("before")).toEqual([]);
  expect(asked).toEqual([undefined, { slug: "before" }]);
});
