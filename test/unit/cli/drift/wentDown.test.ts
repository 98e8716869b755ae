import { AxiosError } from "axios";
import { lookUpWhenDown } from "../../../../cli/drift/wentDown";
import { ChecksError } from "../../../../provider/core/errors";
import { Unreachable } from "../../../../provider/http/failure";
import type { CheckDocument, FlipList } from "../../../../provider/monitor/api";
import { connect } from "../../../../provider/monitor/connection";
import { readSettings } from "../../../../provider/monitor/settings";
import { keyOf, uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { applied, live, seen, UUID } from "../../../support/cli/drift/seen";

const NOW = Date.parse("2026-05-10T12:00:00Z");
const AT = { now: NOW, downFor: 86_400 };
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

/** A daily job that failed two hours ago. */
const FAILING = { status: "down", last_ping: daysAgo(1 / 12), timeout: 86_400, grace: 3600 };
const went = (up: number, days: number) => ({ timestamp: daysAgo(days), up });

/** What is asked about checks, and what comes of it. */
async function ask(documents: Partial<CheckDocument>[], list: Partial<FlipList> | Error = {}) {
  const asked: string[] = [];
  const flips = async (id: string): Promise<FlipList> => {
    asked.push(id);
    if (list instanceof Error) throw list;
    return { everyChange: true, flips: [went(0, 30), went(1, 31)], ...list };
  };
  const observed = documents.map((fields, index) => {
    const id = UUID.replace(/^.{4}/, String(1000 + index));
    return seen({ row: applied({}, { id, created: daysAgo(300) }), live: live({ uuid: id, ...fields }) });
  });
  const projects = [{ name: "default", checks: [], slugsToCome: new Set<string>(), readOnly: false, flips }];
  const failures: ChecksError[] = [];
  const { wentDown, notes } = await lookUpWhenDown({ observed, projects }, AT, failures);
  return { asked, since: [...wentDown.values()], keys: [...wentDown.keys()], notes, failures };
}

it("asks since when a check is down whose job keeps failing", async () => {
  const { asked, since, keys } = await ask([FAILING]);
  const [uuid = ""] = asked;
  expect([asked.length, since]).toEqual([1, [NOW - 30 * 86_400_000]]);
  expect(keys).toEqual([uniqueKeyOf(uuid)]);
});

it("goes by the newest change, in whatever order the service tells them", async () => {
  const changes = [went(0, 40), went(1, 31), went(0, 30)];
  expect((await ask([FAILING], { flips: changes })).since).toEqual([NOW - 30 * 86_400_000]);
  expect((await ask([FAILING], { flips: changes.toReversed() })).since).toEqual([NOW - 30 * 86_400_000]);
});

it("asks of one that was resumed, and began a run", async () => {
  expect((await ask([{ ...FAILING, last_ping: null, n_pings: 9 }])).since).toEqual([NOW - 30 * 86_400_000]);
});

it("asks of one whose run takes too long, although its last ping came long ago", async () => {
  const hanging = { ...FAILING, last_ping: daysAgo(3), timeout: 604_800, started: true };
  expect((await ask([hanging], { flips: [went(0, 0.1), went(1, 31)] })).since).toEqual([NOW - 8_640_000]);
});

it.each([
  ["is up", { ...FAILING, status: "up" }],
  ["is down for longer because its ping is overdue", { ...FAILING, last_ping: daysAgo(2.5) }],
  ["is down for longer by its last ping", { ...FAILING, last_ping: daysAgo(3), timeout: 604_800 }],
  ["was never pinged", { ...FAILING, last_ping: null, n_pings: 0 }],
])("asks nothing of one that %s", async (_, document) => {
  expect((await ask([document])).asked).toEqual([]);
});

it("believes no change that does not say since when it is down", async () => {
  expect((await ask([FAILING], { everyChange: false })).since).toEqual([]);
  expect((await ask([FAILING], { flips: [went(1, 31)] })).since).toEqual([]);
  expect((await ask([FAILING], { everyChange: false, flips: [] })).since).toEqual([]);
});

it("finds one that is down for longer than the service remembers changes", async () => {
  expect((await ask([FAILING], { flips: [] })).since).toEqual([Date.parse("2026-03-01T00:00:00Z")]);
  // It began a run, which takes too long by now: the change is still to come.
  expect((await ask([{ ...FAILING, last_ping: null, n_pings: 9 }], { flips: [] })).since).toEqual([]);
});

const OVERDUE = { ...FAILING, last_ping: daysAgo(1.5) };

it("asks of one whose next ping is overdue: the last one may have been a failure, and not the first", async () => {
  expect((await ask([OVERDUE])).since).toEqual([NOW - 30 * 86_400_000]);
  expect((await ask([OVERDUE], { flips: [] })).since).toEqual([Date.parse("2026-03-01T00:00:00Z")]);
});

it("does not take one for down for months whose change is not on record yet", async () => {
  const minutes = (some: number) => 25 / 24 + some / 1440;
  expect((await ask([{ ...FAILING, last_ping: daysAgo(minutes(2)) }], { flips: [] })).since).toEqual([]);
});

it("asks last of those whose next ping is overdue", async () => {
  const { keys } = await ask([...Array.from({ length: 22 }, () => OVERDUE), FAILING]);
  expect([keys.length, keys[0]]).toEqual([20, uniqueKeyOf(UUID.replace(/^.{4}/, "1022"))]);
});

it("asks of so many and no more, and says so", async () => {
  const { asked, notes } = await ask(Array.from({ length: 23 }, () => FAILING));
  expect(asked).toHaveLength(20);
  expect(notes).toEqual([
    "3 more checks are down, but when they went down was not looked up: only 20 are looked up per run",
  ]);
});

const SETTINGS: Record<string, string> = { "checks:url": "http://127.0.0.1:1", "checks:apiKey": "key" };
const connection = connect(readSettings((key) => SETTINGS[key], {}));

it("does not ask on when the service has stopped answering, and says so", async () => {
  const away = new Unreachable("flips", connection, new AxiosError("away", "ECONNREFUSED"));
  const { asked, failures, notes } = await ask(
    Array.from({ length: 15 }, () => FAILING),
    away,
  );
  expect(asked.length).toBeLessThan(12);
  expect(failures).toEqual([away]);
  expect(notes).toEqual([
    `${15 - asked.length} more checks are down, but when they went down was not looked up: the service stopped answering`,
  ]);
});

it("tells an answer that nobody can read, and asks on", async () => {
  const odd = new ChecksError({ reason: "it is no list" });
  const { asked, failures } = await ask([FAILING, FAILING, FAILING, FAILING], odd);
  expect([asked.length, failures]).toEqual([4, [odd]]);
});

it("names a read-only key's check by what that key sees", async () => {
  const { uuid: _uuid, ...hidden } = live({ ...FAILING, unique_key: "abc" });
  expect((await ask([{ ...hidden, uuid: undefined }])).asked).toEqual([keyOf(hidden)]);
});
