import { latest } from "../../../../../provider/monitor/uptime/history";
import { seenOf } from "../../../../../provider/monitor/uptime/seen";

const NOW = 1_800_000_000;

const document = { name: "", slug: "backup", tags: "", status: "up", unique_key: "ab12", n_pings: 3 };

describe("what a check's document tells of the last ping", () => {
  it("is its second", () => {
    const seen = seenOf({ ...document, last_ping: "2027-01-15T08:00:05.9+00:00" }, undefined);
    expect(seen.lastPing).toBe(NOW + 5);
    expect(latest([seen], NOW)).toBe(NOW + 5);
  });

  it.each([null, undefined, "", "soon", 17])("is nothing where it is no time: %p", (last_ping) => {
    const seen = seenOf({ ...document, last_ping }, undefined);
    expect(seen.lastPing).toBeUndefined();
    expect(latest([seen], NOW)).toBe(NOW);
  });
});
