import {
  badgeSignature,
  badgeState,
  badgeSvg,
  drawBadge,
  isBadgeFormat,
} from "../../../../emulator/monitor/badge";
import { applySpec, type CheckRow, newCheckRow } from "../../../../emulator/monitor/check";
import { receive } from "../../../../emulator/monitor/checkState";
import { DIALECTS, type DialectName } from "../../../../emulator/monitor/dialect";

function checkUp(since: number): CheckRow {
  const row = newCheckRow(1);
  applySpec(row, { timeout: 60, grace: 60 }, 3);
  receive(row, "success", null, since);
  return row;
}

describe("badges", () => {
  it("say down if one is, late if one is in grace and that was asked for", () => {
    const rows = [newCheckRow(1), checkUp(0)];
    expect(badgeState(rows, 0, true)).toEqual({ status: "up", total: 2, grace: 0, down: 0 });
    expect(badgeState(rows, 60_000, true)).toEqual({ status: "late", total: 2, grace: 1, down: 0 });
    expect(badgeState(rows, 60_000, false).status).toBe("up");
    expect(badgeState(rows, 120_000, true)).toEqual({ status: "down", total: 2, grace: 0, down: 1 });
  });

  it("are drawn with label, status and colour", () => {
    const colours = (["up", "late", "down"] as const).map((status) => {
      const svg = badgeSvg("db <1> \u0000", status);
      expect(svg).toContain("db &lt;1&gt; \ufffd");
      expect(svg).toContain(`>${status}</text>`);
      expect(svg).toMatch(/^<svg xmlns="[^"]+" width="\d+" height="20".*<\/svg>$/);
      return /x="\d+" width="\d+" height="20" fill="(#\w+)"/.exec(svg)?.[1];
    });
    expect(new Set(colours).size).toBe(3);
    const width = (label: string) => Number(/width="(\d+)"/.exec(badgeSvg(label, "up"))?.[1]);
    expect(width("a long label")).toBeGreaterThan(width("short"));
  });

  it("come in three formats", () => {
    const state = { status: "late", total: 1, grace: 1, down: 0 } as const;
    expect(drawBadge("svg", "db", state).type).toBe("image/svg+xml");
    expect(JSON.parse(drawBadge("json", "db", state).body)).toEqual(state);
    expect(JSON.parse(drawBadge("shields", "db", state).body)).toEqual({
      schemaVersion: 1,
      label: "db",
      message: "late",
      color: "important",
    });
    const known = (name: DialectName) =>
      ["svg", "json", "shields", "compat", "png"].filter((format) => isBadgeFormat(format, DIALECTS[name]));
    expect(known("server")).toEqual(["svg", "json", "shields"]);
    expect(known("spec")).toEqual(["svg", "json", "compat"]);
  });

  it("are signed for one tag of one project", () => {
    const signature = badgeSignature("secret", "project", "db");
    expect(signature).toMatch(/^[-\w]{8}$/);
    expect(badgeSignature("secret", "project", "web")).not.toBe(signature);
    expect(badgeSignature("secret", "other", "db")).not.toBe(signature);
  });
});
