/** Looks at several projects, on a clock that the test moves. */
import { AxiosError } from "axios";
import { coloursFor } from "../../../../cli/render/terminal";
import { text } from "../../../../cli/wait/show";
import type { Watched } from "../../../../cli/wait/targets";
import { type Outcome, type Pace, type Rules, watch } from "../../../../cli/wait/watch";
import { sleep } from "../../../../provider/core/interruption";
import { NotFound, Unreachable } from "../../../../provider/http/failure";
import type { CheckDocument } from "../../../../provider/monitor/api";
import { connect } from "../../../../provider/monitor/connection";
import { readSettings } from "../../../../provider/monitor/settings";

const SETTINGS: Record<string, string> = { "checks:url": "http://127.0.0.1:1", "checks:apiKey": "key" };

/** A project with one check; `states` are its status at each look, the first one when the wait begins. */
function project(label: string, ...states: (string | Error)[]): Watched {
  const document = (status: string): CheckDocument => ({
    name: label,
    slug: label,
    tags: "",
    status,
    unique_key: label,
    last_ping: "2026-05-04T00:00:00Z",
  });
  const [first, ...later] = states;
  const getCheck = async () => {
    const state = later.length > 1 ? later.shift() : later[0];
    if (state instanceof Error) throw state;
    return document(String(state ?? first));
  };
  return {
    api: { getCheck, listChecks: async () => [await getCheck()] },
    targets: [{ label, uniqueKey: label, project: label, first: document(String(first)) }],
  };
}

/** One project with the checks of these: what cannot be asked of one cannot be asked at all. */
function together(...projects: Watched[]): Watched {
  const all = async () => (await Promise.all(projects.map(({ api }) => api.listChecks()))).flat();
  const [first = project("none")] = projects;
  const targets = projects.flatMap((one) => one.targets.map((target) => ({ ...target, project: "default" })));
  return { api: { ...first.api, listChecks: all }, targets };
}

function wait(watched: Watched[], rules: Partial<Rules> = {}): Promise<Outcome> {
  let now = Date.parse("2026-05-04T00:10:00Z");
  const pace: Pace = {
    now: () => now,
    isOver: () => false,
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  };
  return watch(watched, { until: "up", timeout: 60, every: 10, ...rules }, () => {}, pace);
}

const statusOf = ({ standings }: Outcome) => standings.map(({ document }) => document?.status);

it("takes no project for up because it was up at an earlier look", async () => {
  const outcome = await wait([project("shop", "up", "down"), project("jobs", "down", "down", "up")]);
  expect([outcome.ending, statusOf(outcome)]).toEqual(["missed", ["down", "up"]]);
  const both = await wait([project("shop", "up", "down", "up"), project("jobs", "down", "up")]);
  expect([both.ending, statusOf(both)]).toEqual(["reached", ["up", "up"]]);
});

const connection = connect(readSettings((key) => SETTINGS[key], {}));
const away = new Unreachable("list", connection, new AxiosError("nothing listens", "ECONNREFUSED"));

it("does not know whether a project is still up that could not be asked at the end", async () => {
  const outcome = await wait([project("shop", "up", away), project("jobs", "down", "up")]);
  expect(outcome.ending).toBe("unknown");
  expect(text(outcome, "up", coloursFor(false))).toContain(
    "Not known after 1 min: the service could not be asked whether all are still up.",
  );
});

it("knows that a check is not up, whatever another project is, and tells that beside it", async () => {
  const outcome = await wait([project("shop", "up", away), project("jobs", "down")]);
  expect([outcome.ending, outcome.problems.length]).toEqual(["missed", 1]);
  expect(text(outcome, "up", coloursFor(false))).toContain("1 of 2 checks not up after 1 min:");
});

it("counts what it could not be asked about: whatever was up, but no ping that came", async () => {
  const both = await wait([project("shop", "up", away), project("jobs", "down", away)]);
  expect(text(both, "up", coloursFor(false))).toContain("could not be asked about 2 checks.");
  const pinged = project("pinged", "up", new Error("it was asked again"));
  for (const target of pinged.targets) target.since = 0;
  const outcome = await wait([pinged, project("jobs", "down", away)], { until: "ping" });
  expect(text(outcome, "ping", coloursFor(false))).toContain("could not be asked about 1 check.");
});

it("knows that a check is gone, also where the service cannot be asked about the others of its project any more", async () => {
  const gone = project("gone", "up");
  gone.api.listChecks = async () => [];
  gone.api.getCheck = async () => {
    throw new NotFound("read", connection, new AxiosError("not there", "ERR_BAD_REQUEST"));
  };
  const outcome = await wait([together(gone, project("shop", "down", "down", away))], { until: "ping" });
  expect([outcome.ending, outcome.problems.length, outcome.unasked]).toEqual(["missed", 1, 1]);
  expect(text(outcome, "ping", coloursFor(false))).toContain("gone  is not on the service");
});

it("asks only those that were not pinged yet where a ping is waited for", async () => {
  const pinged = project("shop", "up", new Error("it was asked again"));
  for (const target of pinged.targets) target.since = 0;
  expect((await wait([pinged, project("jobs", "down")], { until: "ping" })).ending).toBe("missed");
});

it("can be given more days than a timer has", async () => {
  const slow = project("jobs", "down", "up");
  const { getCheck } = slow.api;
  slow.api.getCheck = async (key) => {
    await sleep(20);
    return getCheck(key);
  };
  const outcome = await wait([slow], { timeout: 30 * 86_400 });
  expect([outcome.ending, outcome.problems]).toEqual(["reached", []]);
});

it.each([40, 80])(
  "has a result that fits a terminal of %i columns, however long a slug is",
  async (width) => {
    const outcome = await wait([project("short", "down"), project("l".repeat(100), "down")]);
    const lines = text(outcome, "up", coloursFor(false), width).split("\n");
    const command = lines.findIndex((line) => line.startsWith("To try the ping"));
    const table = command === -1 ? lines : lines.slice(0, command);
    expect(table.join("").match(/l/g)?.length).toBeGreaterThanOrEqual(100);
    expect(table.filter((line) => line.length > width)).toEqual([]);
  },
);

it("names each variable that the command for a ping by hand reads: a stack's configuration is not where the job runs", async () => {
  const lines = text(
    await wait([project("jobs", "down")], { until: "ping" }),
    "ping",
    coloursFor(false),
  ).split("\n");
  const sentence = lines.findIndex((line) => line.startsWith("To try the ping"));
  const read = lines
    .slice(sentence + 1)
    .join("\n")
    .match(/CHECKS_\w+/g);
  expect(read).toEqual(["CHECKS_API_KEY", "CHECKS_URL"]);
  for (const variable of read ?? []) expect(lines[sentence]).toContain(`${variable} (`);
});
