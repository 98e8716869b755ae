import { AxiosError } from "axios";
import { downOf } from "../../../../cli/maintenance/down";
import type { Ending } from "../../../../cli/maintenance/end";
import { endedJson, endedText } from "../../../../cli/maintenance/show";
import { coloursFor } from "../../../../cli/render/terminal";
import { Interrupted } from "../../../../provider/core/interruption";
import { Unreachable } from "../../../../provider/http/failure";
import type { CheckDocument, FlipList } from "../../../../provider/monitor/api";
import { connect } from "../../../../provider/monitor/connection";
import { readSettings } from "../../../../provider/monitor/settings";

const secondsAt = (time: string) => Date.parse(time) / 1000;
const WINDOW = { from: secondsAt("2026-05-10T11:50:00Z"), to: secondsAt("2026-05-10T12:10:00Z") };

/** A daily job that told a failure in the maintenance. */
const FAILED = "2026-05-10T12:00:00Z";
const document: CheckDocument = {
  name: "",
  slug: "b",
  tags: "",
  status: "down",
  uuid: "11111111-2222-4333-8444-555555555555",
  n_pings: 40,
  last_ping: FAILED,
  timeout: 86_400,
  grace: 3600,
};
const flip = (timestamp: string, up: 0 | 1) => ({ timestamp, up });

/** How a maintenance of that check ends when the service tells this of its changes of status. */
async function ended(list: Partial<FlipList> | Error, live: Partial<CheckDocument> = {}) {
  const check = { label: "b", uniqueKey: "abc" };
  const results: Ending["results"] = [{ check, fate: "putBack", live: { ...document, ...live } }];
  const listFlips = async (): Promise<FlipList> => {
    if (list instanceof Error) throw list;
    return { everyChange: true, flips: [], ...list };
  };
  const down = await downOf({ listFlips }, results, WINDOW);
  const ending: Ending = {
    window: {
      ...{ schema: "pulumi-checks/maintenance", version: 1, id: "3f2a9c1e", reason: "", places: [] },
      ...{ from: WINDOW.from, until: WINDOW.to },
    },
    ...{ to: WINDOW.to, results, down },
  };
  const [headline, ...rows] = endedText(ending, coloursFor(false)).trimEnd().split("\n").slice(1);
  const [told] = JSON.parse(endedJson([ending])).ended;
  return { headline, rows, down: told.down };
}

const NOBODY = "Down now: 1 check. Nobody was alerted of what happened in the meantime, and nobody will be:";
const BEFORE = "Down now: 1 check, since before the maintenance:";

it("tells when a check went down meanwhile, which nobody was alerted of", async () => {
  expect(await ended({ flips: [flip("2026-05-10T11:59:00Z", 0), flip("2026-05-09T12:00:00Z", 1)] })).toEqual({
    headline: NOBODY,
    rows: ["  b  down since 2026-05-10 11:59 UTC"],
    down: [{ check: "b", uniqueKey: "abc", since: "2026-05-10T11:59:00Z", before: false }],
  });
});

it("does not take the last failure of a job that fails for weeks for the moment at which it went down", async () => {
  expect(await ended({ flips: [flip("2026-04-10T12:00:00Z", 0)] })).toEqual({
    headline: BEFORE,
    rows: ["  b  down since 2026-04-10 12:00 UTC, before the maintenance began"],
    down: [{ check: "b", uniqueKey: "abc", since: "2026-04-10T12:00:00Z", before: true }],
  });
});

it("knows that one was down before, of which the service has forgotten since when", async () => {
  expect(await ended({ flips: [] })).toEqual({
    headline: BEFORE,
    rows: ["  b  down since 2026-03-01 00:00 UTC or earlier, before the maintenance began"],
    down: [{ check: "b", uniqueKey: "abc", since: null, before: true }],
  });
});

it("does not say whether one was down before whose last ping, perhaps not its first failure, came as it began", async () => {
  const { down } = await ended({ everyChange: false }, { last_ping: "2026-05-10T11:50:00Z" });
  expect(down).toMatchObject([{ since: null, before: null }]);
});

const SETTINGS: Record<string, string> = { "checks:url": "http://127.0.0.1:1", "checks:apiKey": "key" };
const connection = connect(readSettings((key) => SETTINGS[key], {}));
it.each([
  ["does not tell every change", { everyChange: false }],
  ["does not answer", new Unreachable("flips", connection, new AxiosError("away", "ECONNREFUSED"))],
  ["is not asked, as the user does not want to wait", new Interrupted()],
])("says that it may be earlier where the service %s", async (_, list) => {
  expect(await ended(list)).toEqual({
    headline: NOBODY,
    rows: ["  b  down since 2026-05-10 12:00 UTC or earlier"],
    down: [{ check: "b", uniqueKey: "abc", since: null, before: null }],
  });
});

it("says nothing of a time that nobody knows", async () => {
  const { rows, down } = await ended({ everyChange: false }, { last_ping: null });
  expect(rows).toEqual(["  b  down"]);
  expect(down).toMatchObject([{ since: null, before: null }]);
});

it("lists what is down within a narrow terminal, however long a slug is", () => {
  const label = "l".repeat(100);
  const check = { label, uniqueKey: "abc" };
  const ending: Ending = {
    window: {
      schema: "pulumi-checks/maintenance",
      version: 1,
      id: "3f2a9c1e",
      reason: "",
      places: [],
      from: WINDOW.from,
      until: WINDOW.to,
    },
    to: WINDOW.to,
    results: [{ check, fate: "gone" }],
    down: [{ ...check, since: WINDOW.from, orEarlier: false, before: true }],
  };
  const rows = endedText(ending, coloursFor(false), 40)
    .split("\n")
    .filter((line) => line.startsWith("  "));
  expect(rows.join("").match(/l/g)?.length).toBeGreaterThanOrEqual(200);
  expect(rows.filter((line) => line.length > 40)).toEqual([]);
});
