import { latest } from "../../../../../provider/monitor/uptime/history";
import { seeNow, seenOf } from "../../../../../provider/monitor/uptime/seen";

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

describe("a check's document that is older than its flips", () => {
  const flip = (at: number, up: boolean) => ({
    timestamp: new Date((NOW + at) * 1000).toISOString(),
    up: up ? 1 : 0,
  });

  /** The status that counts in the end: that of the document, or the one that it has when it is asked again. */
  const statusSeen = async (
    status: string,
    flips: ReturnType<typeof flip>[],
    options: { everyChange?: boolean; listedAt?: number | undefined } = {},
  ) => {
    const { everyChange, listedAt } = { everyChange: true, listedAt: NOW, ...options };
    const again = async () => ({ ...document, status: "again" });
    return (await seeNow({ ...document, status }, { flips, everyChange }, listedAt, again)).status;
  };

  it("is asked again where a change is as late as the list, or later", async () => {
    expect(await statusSeen("up", [flip(0, true)])).toBe("again");
    expect(await statusSeen("up", [flip(5, true), flip(-9, false)])).toBe("again");
    expect(await statusSeen("up", [flip(-1, true), flip(-9, false)])).toBe("up");
    expect(await statusSeen("up", [flip(5, true)], { listedAt: undefined })).toBe("up");
    expect(await statusSeen("up", [])).toBe("up");
  });

  it.each(["up", "grace"])(
    "is asked again where it says %s and the last change was to another",
    async (status) => {
      for (const everyChange of [true, false]) {
        expect(await statusSeen(status, [flip(-9, true)], { everyChange })).toBe(status);
        expect(await statusSeen(status, [flip(-9, false)], { everyChange })).toBe("again");
      }
    },
  );

  it("is asked again where it says down and the last change was to up", async () => {
    for (const everyChange of [true, false]) {
      expect(await statusSeen("down", [flip(-9, false)], { everyChange })).toBe("down");
      expect(await statusSeen("down", [flip(-9, true)], { everyChange })).toBe("again");
    }
  });

  it("is not where it says paused or new, and the service records no such change", async () => {
    for (const status of ["paused", "new"]) {
      expect(await statusSeen(status, [flip(-9, true)], { everyChange: false })).toBe(status);
      expect(await statusSeen(status, [flip(-9, true)], { everyChange: true })).toBe("again");
      expect(await statusSeen(status, [flip(-9, false)], { everyChange: true })).toBe(status);
    }
  });
});
