import { collect, type Source } from "../../../../cli/report/collect";
import { reportOf } from "../../../../cli/report/report";
import type { CheckDocument, FlipList } from "../../../../provider/monitor/api";
import { at } from "../../../support/cli/report/sample";

const LISTED = at("2026-05-30T14:00:00Z");
const iso = (time: number) => new Date(time * 1000).toISOString();

/** A change of status, by minutes after the list was asked for. */
const flip = (minutes: number, up: 0 | 1) => ({ timestamp: iso(LISTED + minutes * 60), up });

/** A check that was in the list, what its flips are by now, and how it is by now. */
interface Story {
  listed: string;
  flips: FlipList["flips"];
  isNow: string;
  everyChange?: boolean;
}

const BEGIN = flip(-600, 1);

function documentOf(uuid: string, status: string): CheckDocument {
  return { uuid, name: uuid, slug: uuid, tags: "", status, n_pings: 9, last_ping: iso(LISTED - 36_000) };
}

/** A report that took ten minutes to read, and what was asked for beside the list and the flips. */
async function reported(stories: Record<string, Story>) {
  const asked: string[] = [];
  const source: Source = {
    checks: {
      listedAt: LISTED,
      all: async () => Object.entries(stories).map(([uuid, { listed }]) => documentOf(uuid, listed)),
    },
    api: {
      listFlips: async (uuid) => {
        const { flips, everyChange = true } = stories[uuid] as Story;
        return { flips, everyChange };
      },
      getCheck: async (uuid) => {
        asked.push(uuid);
        return documentOf(uuid, (stories[uuid] as Story).isNow);
      },
    },
  };
  const selection = { tags: [], checks: [] };
  const collected = await collect(
    source,
    selection,
    () => LISTED * 1000,
    () => undefined,
  );
  const report = reportOf(collected, {
    ...{ title: "Uptime", project: undefined, selectedTags: [], leftOut: [], zone: "UTC", gate: undefined },
    window: { start: LISTED - 3600, end: collected.now },
  });
  const checks = new Map(report.checks.map((one) => [one.slug, one]));
  return { asked, checks };
}

/** It comes up ten minutes after the list, which is how long the report knows of. */
const LAST: Story = { listed: "down", flips: [flip(10, 1), flip(-60, 0), BEGIN], isNow: "up" };

describe("what people wrote into a check", () => {
  const UUID = "11111111-2222-4333-8444-555555555555";

  it("is collected without UUIDs and ping URLs, whatever the check's", async () => {
    const document = {
      ...documentOf(UUID, "new"),
      name: `see https://ping.example.com/kEy/backup and http://localhost/ping/${UUID}`,
      slug: `backup-${UUID}`,
      tags: `prod ${UUID}-old https://hc-ping.com/kEy/backup`,
      n_pings: 0,
      ping_url: `https://ping.example.com/${UUID}`,
    };
    const source = { checks: { listedAt: LISTED, all: async () => [document] }, api: {} as Source["api"] };
    const { checks } = await collect(source, { tags: [], checks: [document.slug] }, Date.now, () => {});
    expect(checks).toMatchObject([
      {
        title: "see [ping URL] and [ping URL]",
        slug: "backup-[uuid]",
        tags: ["prod", "[uuid]-old", "[ping URL]"],
      },
    ]);
  });
});

describe("a check that changes while a report is being read", () => {
  it("is down when it went down after the list", async () => {
    const { checks } = await reported({
      backup: { listed: "up", flips: [flip(4, 0), BEGIN], isNow: "down" },
      last: LAST,
    });
    expect(checks.get("backup")).toMatchObject({ status: "down", downNow: true, downSeconds: 360 });
    expect(checks.get("backup")?.incidents).toMatchObject([{ goesOn: true, seconds: 360 }]);
  });

  it("is up when it came up after the list", async () => {
    const { checks } = await reported({ last: LAST });
    expect(checks.get("last")).toMatchObject({ status: "up", downNow: false, unknownSeconds: 0 });
  });

  it("is paused, and not down, when it was paused after the list", async () => {
    const flips = [flip(4, 0), flip(-30, 0), BEGIN];
    const { checks } = await reported({ backup: { listed: "down", flips, isNow: "paused" }, last: LAST });
    expect(checks.get("backup")).toMatchObject({ status: "paused", downSeconds: 0, pausedSeconds: 360 });
  });

  it("is asked once more, and no other is", async () => {
    const { asked } = await reported({
      steady: { listed: "up", flips: [BEGIN], isNow: "up" },
      broken: { listed: "down", flips: [flip(-30, 0), BEGIN], isNow: "down" },
      resting: { listed: "paused", flips: [flip(-30, 0), BEGIN], isNow: "paused" },
      unrecorded: { listed: "paused", flips: [BEGIN], isNow: "paused", everyChange: false },
      last: LAST,
    });
    expect(asked).toEqual(["last"]);
  });

  it("is asked once more also where the service's clock is behind ours", async () => {
    const { checks } = await reported({
      backup: { listed: "up", flips: [flip(-2, 0), BEGIN], isNow: "down" },
    });
    expect(checks.get("backup")).toMatchObject({ downNow: true, downSeconds: 120 });
  });
});
