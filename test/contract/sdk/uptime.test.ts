import { getFlips, hours } from "../../../sdk";
import { Shell } from "../../support/cli/reportCommand";
import { describeWithService } from "../../support/sdk/eachDialect";
import { inProgram } from "../../support/sdk/program";
import { type Document, Service } from "../../support/service";

const DAY = hours(24);

/** Lives of checks: after so many days each of these happens to it. */
const LIVES: Record<string, [day: number, event: "ping" | "fail" | "pause" | "resume"][]> = {
  steady: [[0, "ping"]],
  "failed-and-came-back": [
    [0, "ping"],
    [2, "fail"],
    [3, "ping"],
  ],
  "failed-at-first": [
    [1, "fail"],
    [4, "ping"],
  ],
  "down-since-its-first-ping": [[1, "fail"]],
  "paused-before-its-first-ping": [[1, "pause"]],
  "paused-now": [
    [0, "ping"],
    [5, "pause"],
  ],
  "resumed-and-waiting": [
    [0, "ping"],
    [5, "pause"],
    [6, "resume"],
  ],
  "paused-and-pinged": [
    [0, "ping"],
    [5, "pause"],
    [6, "ping"],
  ],
  "paused-resumed-and-pinged": [
    [0, "ping"],
    [5, "pause"],
    [6, "resume"],
    [7, "ping"],
  ],
  "failed-paused-and-failing-again": [
    [0, "ping"],
    [3, "fail"],
    [4, "pause"],
    [5, "fail"],
  ],
  "paused-twice": [
    [0, "ping"],
    [5, "pause"],
    [6, "pause"],
  ],
  "failed-and-paused-twice": [
    [0, "ping"],
    [4, "fail"],
    [5, "pause"],
    [6, "pause"],
  ],
  "never-pinged": [],
};

/** What `report --json` says of a check. */
interface Reported {
  slug: string;
  uptime: number | null;
  knownRatio: number | null;
  upSeconds: number;
  downSeconds: number;
  pausedSeconds: number;
  unknownSeconds: number;
}

describeWithService("the uptime of a check that was made ten days ago, with thirty asked", (service) => {
  /** Lives all lives at once, to end now. Gives the beginning. */
  async function live(now: number): Promise<number> {
    const made = now - 10 * DAY;
    await service().admin.setClock(made);
    const checks = new Map<string, Document>();
    for (const slug of Object.keys(LIVES)) {
      checks.set(slug, await service().request("POST", "/checks/", { slug, timeout: 60 * DAY }));
    }
    for (let day = 0; day < 10; day++) {
      await service().admin.setClock(made + day * DAY + 60);
      for (const [slug, events] of Object.entries(LIVES)) {
        const check = checks.get(slug);
        for (const [, event] of events.filter(([on]) => on === day)) {
          if (event === "ping" || event === "fail") {
            await fetch(`${check?.ping_url}${event === "fail" ? "/fail" : ""}`);
          } else {
            await service().request("POST", `/checks/${check?.uuid}/${event}`, {});
          }
        }
      }
    }
    await service().admin.setClock(now);
    return made;
  }

  async function reported(from: number, to: number): Promise<Reported[]> {
    const shell = new Shell(service().environment);
    try {
      const iso = (time: number) => new Date(time * 1000).toISOString().replace(".000", "");
      const window = ["--from", iso(from), "--to", iso(to)];
      const { stdout } = await shell.run("report", "--json", "--quiet", ...window);
      return (JSON.parse(stdout) as { checks: Reported[] }).checks;
    } finally {
      shell.close();
    }
  }

  it("is the same in a program and in a report, and none is from before it was made", async () => {
    const now = Math.floor(Date.now() / 1000) - 60;
    const made = await live(now);
    const start = now - 30 * DAY;
    const inReport = await reported(start, now);
    expect(inReport.map(({ slug }) => slug).sort()).toEqual(Object.keys(LIVES).sort());
    for (const { slug, uptime, knownRatio, ...seconds } of inReport) {
      const found = await inProgram(service(), () => getFlips({ slug, start, end: now }));
      expect([slug, found.uptimeRatio ?? null, found.knownRatio]).toEqual([slug, uptime, knownRatio]);
      expect([slug, found.uptimeSeconds, found.downtimeSeconds]).toEqual([
        slug,
        seconds.upSeconds,
        seconds.downSeconds,
      ]);
      expect([slug, found.pausedSeconds, found.unknownSeconds]).toEqual([
        slug,
        seconds.pausedSeconds,
        seconds.unknownSeconds,
      ]);
      const before = await inProgram(service(), () => getFlips({ slug, start, end: made }));
      expect([slug, before.uptimeRatio, before.unknownSeconds]).toEqual([slug, undefined, made - start]);
    }
  });
});

describe("the uptime of a check on a real server", () => {
  it("leaves out pauses, and says how much is known", async () => {
    const service = await Service.start();
    try {
      const start = Math.floor(Date.now() / 1000) - 10 * DAY;
      await service.admin.setClock(start);
      const check = await service.request("POST", "/checks/", { slug: "job", timeout: 60 * DAY });
      await fetch(String(check.ping_url));
      await service.admin.setClock(start + 4 * DAY);
      await service.request("POST", `/checks/${check.uuid}/pause`, {});
      await service.admin.setClock(start + 8 * DAY);
      await fetch(`${check.ping_url}/fail`);
      await service.admin.setClock(start + 10 * DAY);
      const window = { start: start - 10 * DAY, end: start + 10 * DAY - 60 };
      const found = await inProgram(service, () => getFlips({ slug: "job", ...window }));
      expect(found.uptimeRatio).toBeCloseTo(4 / 6, 3);
      expect(found.knownRatio).toBeCloseTo(6 / 20, 3);
      expect(found.pausedSeconds / DAY).toBeCloseTo(4, 3);
    } finally {
      await service.stop();
    }
  });
});
