import { applySpec, type CheckRow, newCheckRow, slugify, tagsOf } from "../../../../emulator/monitor/check";
import {
  dueDown,
  nextExpected,
  pause,
  receive,
  resume,
  settle,
  statusAt,
} from "../../../../emulator/monitor/checkState";

const T0 = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;

describe("a check's states over time", () => {
  let row: CheckRow;
  beforeEach(() => {
    row = newCheckRow(1);
    applySpec(row, { timeout: 600, grace: 300 }, 3);
  });

  it("is new until it is pinged, however long that takes", () => {
    expect(statusAt(row, T0 + 1e12)).toBe("new");
    expect([nextExpected(row), dueDown(row)]).toEqual([null, null]);
  });

  it("goes from up to grace to down, to the millisecond", () => {
    expect(receive(row, "success", null, T0)).toEqual({ at: T0, from: "new", to: "up" });
    const at = (ms: number) => statusAt(row, T0 + ms);
    expect([at(10 * MINUTE - 1), at(10 * MINUTE), at(15 * MINUTE - 1), at(15 * MINUTE)]).toEqual([
      "up",
      "grace",
      "grace",
      "down",
    ]);
  });

  it("is settled once, with the flip at the time it became due", () => {
    receive(row, "success", null, T0);
    expect(settle(row, T0 + 15 * MINUTE - 1)).toBeUndefined();
    expect(settle(row, T0 + 99 * MINUTE)).toEqual({ at: T0 + 15 * MINUTE, from: "up", to: "down" });
    expect(settle(row, T0 + 99 * MINUTE)).toBeUndefined();
    expect(nextExpected(row)).toBeNull();
  });

  it("goes down at once on a fail, and up again on a success", () => {
    expect(receive(row, "fail", null, T0)?.to).toBe("down");
    expect(receive(row, "fail", null, T0)).toBeUndefined();
    expect(receive(row, "success", null, T0)?.to).toBe("up");
  });

  it("only counts logs and ignored pings", () => {
    for (const kind of ["log", "ign"] as const) expect(receive(row, kind, null, T0)).toBeUndefined();
    expect(row).toMatchObject({ pingCount: 2, lastPing: null, status: "new" });
  });

  it("measures a run, and expects its end within grace", () => {
    receive(row, "start", null, T0);
    expect(nextExpected(row)).toBe(T0);
    expect(statusAt(row, T0, true)).toBe("started");
    expect(dueDown(row)).toBe(T0 + 5 * MINUTE);
    expect([5 * MINUTE - 1, 5 * MINUTE].map((ms) => statusAt(row, T0 + ms, true))).toEqual([
      "started",
      "down",
    ]);
    receive(row, "success", null, T0 + MINUTE);
    expect(row).toMatchObject({ lastStart: null, lastDuration: MINUTE, status: "up" });
  });

  it("is due at the earlier of the period's end and the run's end", () => {
    receive(row, "success", null, T0);
    receive(row, "start", null, T0 + 60 * MINUTE);
    expect(nextExpected(row)).toBe(T0 + 10 * MINUTE);
    receive(row, "start", null, T0 + 5 * MINUTE);
    expect(nextExpected(row)).toBe(T0 + 5 * MINUTE);
  });

  it("does not mix up runs with ids", () => {
    receive(row, "start", "a", T0);
    receive(row, "success", "b", T0 + MINUTE);
    expect(row).toMatchObject({ lastStart: T0, lastDuration: null });
    receive(row, "success", "a", T0 + 2 * MINUTE);
    expect(row).toMatchObject({ lastStart: null, lastDuration: 2 * MINUTE });
  });

  it("ends the run with an id, unmeasured, with a success without one", () => {
    receive(row, "start", "a", T0);
    receive(row, "success", null, T0 + MINUTE);
    expect(row).toMatchObject({ lastStart: null, lastDuration: null });
  });

  it("expects no end of a run while it is down", () => {
    receive(row, "fail", null, T0);
    receive(row, "start", null, T0);
    expect([nextExpected(row), dueDown(row)]).toEqual([null, null]);
  });

  it("pauses and resumes with a flip each", () => {
    receive(row, "success", null, T0);
    receive(row, "start", null, T0);
    expect(pause(row, T0).from).toBe("up");
    expect(row).toMatchObject({ status: "paused", lastPing: T0, lastStart: null });
    expect(pause(row, T0)).toEqual({ at: T0, from: "paused", to: "paused" });
    expect(resume(row, T0).to).toBe("new");
    expect(row).toMatchObject({ status: "new", lastPing: null });
  });

  it("follows a schedule in its time zone", () => {
    applySpec(row, { schedule: "0 3 * * *", tz: "Asia/Tokyo" }, 3);
    receive(row, "success", null, T0);
    expect(nextExpected(row)).toBe(Date.UTC(2026, 0, 1, 18));
    applySpec(row, { tz: "UTC" }, 3);
    expect(nextExpected(row)).toBe(Date.UTC(2026, 0, 2, 3));
  });
});

describe("writing into a check", () => {
  const written = (...specs: Parameters<typeof applySpec>[1][]) => {
    const row = newCheckRow(1);
    for (const spec of specs) applySpec(row, spec, 3);
    return row;
  };

  it("lets the schedule win and drops the timeout given beside it", () => {
    expect(written({ timeout: 600 }, { schedule: "0 3 * * *", timeout: 60 })).toMatchObject({
      kind: "schedule",
      timeout: 600,
    });
    expect(written({ schedule: "0 3 * * *", tz: "Asia/Tokyo" }, { timeout: 60 })).toMatchObject({
      kind: "simple",
      timeout: 60,
      tz: "Asia/Tokyo",
    });
  });

  it("translates the deprecated keywords, the new ones winning", () => {
    expect(written({ subject: "A" })).toMatchObject({ success_kw: "A", filter_subject: true });
    expect(written({ subject: "A", success_kw: "B" })).toMatchObject({
      success_kw: "B",
      filter_subject: true,
    });
    expect(written({ subject: "A" }, { subject: "" })).toMatchObject({
      success_kw: "",
      filter_subject: false,
    });
    expect(written({ failure_kw: "F" }, { subject: "" })).toMatchObject({ filter_subject: true });
  });

  it("derives the slug from the name before v3 only, and only when the name changes", () => {
    const row = newCheckRow(1);
    applySpec(row, { name: "Été  à la Plage!" }, 2);
    expect(row.slug).toBe("ete-a-la-plage");
    applySpec(row, { name: "Other", slug: "mine" }, 1);
    expect(row.slug).toBe("mine");
    applySpec(row, { name: "Third" }, 3);
    expect(row.slug).toBe("mine");
  });

  it("splits tags at blanks", () => {
    expect(tagsOf(written({ tags: "  a b\t  c " }))).toEqual(["a", "b", "c"]);
    expect(slugify(" -A_b--c_ ")).toBe("a_b-c");
    expect(slugify("A\tB\nc\u0000d")).toBe("a-b-cd");
  });
});
