/** How a check stands whose job began before the first look. */
import { standingOf, type Until } from "../../../../cli/wait/standing";
import type { Target } from "../../../../cli/wait/targets";
import { reasonOf } from "../../../../cli/wait/words";
import type { CheckDocument } from "../../../../provider/monitor/api";

const NOW = Date.parse("2026-05-04T00:10:00Z");

/** A check whose only ping is the beginning of a run, as the service shows it. */
const started = (more: Partial<CheckDocument> = {}): CheckDocument => ({
  name: "backup",
  slug: "backup",
  tags: "",
  status: "new",
  unique_key: "k",
  n_pings: 1,
  started: true,
  last_ping: null,
  ...more,
});

function stands(document: CheckDocument, more: Partial<Target> = {}, until: Until = "ping") {
  const target: Target = { label: "backup", uniqueKey: "k", project: "default", first: document, ...more };
  const standing = standingOf(target, document, until, NOW);
  return [standing.obstacle, reasonOf(standing, NOW)];
}

const LAST_UP: Partial<Target> = { since: NOW - 60_000, ofLastUp: true };
const BEFORE = ["notPinged", "a run that began before the wait has not reported its end"];

it("a run that began on a check of the last up, before the first look, is a ping since that up", () => {
  expect(stands(started(), LAST_UP)).toEqual([undefined, ""]);
  expect(stands(started(), LAST_UP, "up")).toEqual(["running", "a run began, and has not reported its end"]);
});

it("a run that began longer ago than its grace is none, and neither is one without the last up to go by", () => {
  expect(stands(started({ status: "down" }), LAST_UP)).toEqual(BEFORE);
  expect(stands(started(), { since: NOW - 60_000 })).toEqual(BEFORE);
  expect(stands(started())).toEqual(BEFORE);
});

it("a run that is going on is not told as a check without a ping since it was resumed", () => {
  expect(stands(started({ n_pings: 7 }))).toEqual(BEFORE);
  expect(stands(started({ n_pings: 7, started: false }))).toEqual([
    "notPinged",
    "no success or failure since it was created or resumed",
  ]);
});

it("a check that got nothing but a message for its log before the wait is not called resumed", () => {
  const logged = ["notPinged", "no success or failure since it was created or resumed"];
  const document = started({ started: false });
  expect(stands(document)).toEqual(logged);
  expect(stands(document, { since: NOW - 60_000 })).toEqual(logged);
  expect(stands(document, {}, "up")).toEqual(logged);
});

it("a check that got nothing but a message for its log has not failed: it still waits for a success", () => {
  const first = started({ n_pings: 0, started: false });
  const logged = started({ started: false });
  expect(stands(logged, { first }, "up")).toEqual([
    "notPinged",
    "no success or failure came: only a message for its log, or a ping before somebody resumed it",
  ]);
  expect(stands({ ...logged, started: true }, { first }, "up")[0]).toBe("running");
});

it("a check that was pinged since the wait began, and is late again, has not failed and is not down", () => {
  const hours = (count: number) => new Date(NOW - count * 3_600_000).toISOString();
  const first = started({ status: "up", started: false, timeout: 3600, grace: 3600, last_ping: hours(4) });
  const late = { ...first, n_pings: 2, last_ping: hours(1.5), status: "grace" };
  expect(stands(late, { first }, "up")[0]).toBe("late");
  expect(stands({ ...late, last_ping: hours(3), status: "down" }, { first }, "up")[0]).toBe("down");
  expect(stands({ ...late, last_ping: hours(0.5), status: "down" }, { first }, "up")[0]).toBe("failed");
});

it("a ping at the very moment from which pings count is one", () => {
  const pinged = started({ status: "up", started: false, last_ping: new Date(NOW - 60_000).toISOString() });
  expect(stands(pinged, { since: NOW - 60_000 })[0]).toBeUndefined();
  expect(stands(pinged, { since: NOW - 59_999 })[0]).toBe("notPinged");
});
