import { evidenceOf } from "../../../../cli/advise/evidence";
import type { Settings } from "../../../../cli/advise/rule";
import {
  BEGIN,
  DAY,
  fail,
  HOUR,
  MINUTE,
  recorded,
  start,
  success,
  times,
} from "../../../support/cli/advise/histories";

const SETTINGS: Settings = { times: { timeout: 86_400 }, grace: 3600 };
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const down = (at: number) => ({ at: seconds(at), up: false });
const up = (at: number) => ({ at: seconds(at), up: true });

const daily = times(10, (day) => success(BEGIN + day * DAY));

it("is all of the pings where every alarm of the present settings is on record, and each failure", () => {
  const pings = [...daily.slice(0, 4), fail(BEGIN + 4 * DAY), ...daily.slice(6)];
  expect(evidenceOf(pings, recorded(pings, SETTINGS), SETTINGS)).toEqual({ history: pings });
});

it("begins after a silence that would have given an alarm, and gave none: the settings were others", () => {
  const pings = [...daily.slice(0, 3), ...daily.slice(5)];
  expect(evidenceOf(pings, [], SETTINGS)).toEqual({ history: pings.slice(3), since: pings[3]?.at });
});

it("has a late ping whose alarm came by a shorter grace", () => {
  const pings = [...daily.slice(0, 3), success(BEGIN + 3 * DAY + 2 * HOUR), ...daily.slice(4)];
  const shorter = [down(BEGIN + 3 * DAY + 10 * MINUTE), up(BEGIN + 3 * DAY + 2 * HOUR)];
  const early = {
    at: BEGIN + 3 * DAY + 10 * MINUTE,
    expected: { what: "ping", at: BEGIN + 3 * DAY, after: BEGIN + 2 * DAY },
    ended: pings[3],
    restarted: false,
  };
  // Two hours are late under a grace of one hour, too, and in time under one of three.
  expect(evidenceOf(pings, shorter, SETTINGS)).toEqual({ history: pings });
  expect(evidenceOf(pings, shorter, { ...SETTINGS, grace: 3 * 3600 })).toEqual({
    history: pings,
    early: [early],
  });
});

it("has no early alarm from before the pings that count", () => {
  const late = success(BEGIN + 3 * DAY + 2 * HOUR);
  const pings = [...daily.slice(0, 3), late, ...daily.slice(4, 6), ...daily.slice(8)];
  const changes = [down(BEGIN + 3 * DAY + 10 * MINUTE), up(late.at)];
  const settings = { ...SETTINGS, grace: 3 * 3600 };
  expect(evidenceOf(pings, changes, settings)).toEqual({ history: daily.slice(8), since: daily[8]?.at });
});

it("begins after an alarm that came later than the present settings give it", () => {
  const pings = [...daily.slice(0, 3), success(BEGIN + 3 * DAY + 6 * HOUR), ...daily.slice(4)];
  const longer = [down(BEGIN + 3 * DAY + 5 * HOUR), up(BEGIN + 3 * DAY + 6 * HOUR)];
  expect(evidenceOf(pings, longer, SETTINGS)).toEqual({ history: pings.slice(3), since: pings[3]?.at });
});

it("has a break where the check was paused before its ping was due, or after its alarm", () => {
  const pings = [...daily.slice(0, 3), ...daily.slice(6)];
  const paused = BEGIN + 2 * DAY + HOUR;
  const pause = { kind: "break", at: paused, rid: null };
  const pausedAndResumed = [down(paused), down(BEGIN + 5 * DAY), up(BEGIN + 6 * DAY)];
  const resume = { kind: "break", at: BEGIN + 5 * DAY, rid: null };
  expect(evidenceOf(pings, pausedAndResumed, SETTINGS).history).toEqual([
    ...daily.slice(0, 3),
    pause,
    resume,
    ...daily.slice(6),
  ]);
  const alarm = BEGIN + 3 * DAY + HOUR;
  const pausedWhileDown = [down(alarm), down(alarm + HOUR), up(BEGIN + 6 * DAY)];
  expect(evidenceOf(pings, pausedWhileDown, SETTINGS).history).toEqual([
    ...daily.slice(0, 3),
    { ...pause, at: alarm + HOUR },
    ...daily.slice(6),
  ]);
});

it("has no break where a run that goes on was overdue when another one ended: the service alerts again, dated as before", () => {
  const overlapping = [start(BEGIN + 3 * DAY, "a"), success(BEGIN + 3 * DAY + 2 * HOUR, "b")];
  const pings = [
    ...daily.slice(0, 3),
    ...overlapping,
    success(BEGIN + 3 * DAY + 3 * HOUR, "a"),
    ...daily.slice(4),
  ];
  const changes = recorded(pings, SETTINGS);
  const alarm = down(BEGIN + 3 * DAY + HOUR);
  expect(changes.filter(({ up }) => !up)).toEqual([alarm, alarm]);
  expect(evidenceOf(pings, changes, SETTINGS)).toEqual({ history: pings });
  // It did not alert again: the settings were others.
  const once = evidenceOf(pings, [alarm, up(BEGIN + 3 * DAY + 2 * HOUR)], SETTINGS);
  expect(once).toEqual({ history: pings.slice(5), since: pings[5]?.at });
});

it("takes changes newest first, as the service gives them", () => {
  const pings = [...daily.slice(0, 3), success(BEGIN + 3 * DAY + 2 * HOUR), ...daily.slice(4)];
  const changes = recorded(pings, SETTINGS);
  expect(evidenceOf(pings, changes.toReversed(), SETTINGS)).toEqual(evidenceOf(pings, changes, SETTINGS));
});
