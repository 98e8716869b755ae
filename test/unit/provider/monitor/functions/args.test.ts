import { lookUp } from "../../../../../provider/core/function";
import { silent } from "../../../../../provider/core/log";
import { Session } from "../../../../../provider/core/session";
import { getBadges } from "../../../../../provider/monitor/functions/getBadges";
import { getCheck } from "../../../../../provider/monitor/functions/getCheck";
import { getChecks } from "../../../../../provider/monitor/functions/getChecks";
import { getFlips } from "../../../../../provider/monitor/functions/getFlips";
import { getPingBody } from "../../../../../provider/monitor/functions/getPingBody";
import { getStatus } from "../../../../../provider/monitor/functions/getStatus";

/** Nothing is configured: what gets as far as the service fails with that. */
const nowhere = new Session(() => undefined, silent);

const messageOf = (definition: Parameters<typeof lookUp>[0], args: object) =>
  lookUp(definition, args, nowhere).then(
    () => "no error",
    (error: unknown) => (error as Error).message,
  );

const UUID = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
const SELECTED = "exactly one of uuid, uniqueKey and slug must be given";

describe("arguments of functions", () => {
  it.each([
    ["none of the selectors", {}, SELECTED],
    ["two selectors", { uuid: UUID, slug: "backup" }, SELECTED],
    ["a UUID in capitals", { uuid: UUID.toUpperCase() }, "uuid: must be a UUID in lower case, with hyphens"],
    [
      "a unique key with a slash",
      { uniqueKey: "a/b" },
      "uniqueKey: must be a unique key as the service shows it",
    ],
    ["a wrong type", { slug: 5 }, "slug: must be a string"],
    [
      "an empty project",
      { slug: "a", project: "" },
      "project: must not be empty; leave it out for the default project",
    ],
  ])("are refused with the reason: %s", async (_, args, reason) => {
    expect(await messageOf(getCheck, args)).toBe(`getCheck: ${reason}`);
  });

  it("are refused all at once, and misspelt ones with those that there are", async () => {
    expect(await messageOf(getFlips, { slug: "A", seconds: 0.5, begin: 3 })).toMatch(
      /^getFlips: slug: must consist .+; seconds: must be a whole number .+; there is no argument begin; the arguments are uuid, uniqueKey, slug, project, seconds, start, end$/,
    );
  });

  it.each([
    [
      { seconds: 31_536_001 },
      'seconds: must be a whole number of seconds, 1 to 31536000, or a text such as "5m", "1h30m" or "P1D"',
    ],
    [
      { start: 1.5 },
      "start: must be a UNIX time in whole seconds (not milliseconds), or in TypeScript a Date",
    ],
    [
      { start: Date.now() },
      "start: must be a UNIX time in whole seconds (not milliseconds), or in TypeScript a Date",
    ],
    [
      { end: "2026-01-01" },
      "end: must be a UNIX time in whole seconds (not milliseconds), or in TypeScript a Date",
    ],
    [
      { end: new Date("never") },
      "end: must be a UNIX time in whole seconds (not milliseconds), or in TypeScript a Date",
    ],
    [{ start: 200, end: new Date(200_000) }, "start must be before end"],
  ])("that make no window of time are refused: %j", async (window, reason) => {
    expect(await messageOf(getFlips, { slug: "backup", ...window })).toBe(`getFlips: ${reason}`);
  });

  it.each([0, 601, "P1D", "soon"])(
    "that are no time to wait are refused with a text that is one: %j",
    async (waitSeconds) => {
      expect(await messageOf(getStatus, { waitSeconds })).toBe(
        'getStatus: waitSeconds: must be a whole number of seconds, 1 to 600, or a text such as "5m"',
      );
    },
  );

  it.each([undefined, 0, -1, 1.5, "2"])("that name no ping are refused: %j", async (n) => {
    expect(await messageOf(getPingBody, { slug: "backup", n })).toBe(
      "getPingBody: n: must be the number of a ping, 1 or more; getPings shows them as n",
    );
  });

  it("are not quoted, since they could be secret", async () => {
    const secret = "TOP SECRET";
    for (const definition of [getCheck, getChecks, getBadges, getFlips, getStatus]) {
      const args = { slug: secret, uuid: secret, tags: [secret], tag: [secret], waitSeconds: secret };
      expect(await messageOf(definition, args)).not.toContain(secret);
    }
  });

  it("that are good get as far as the service; undefined is as good as absent", async () => {
    const args = { slug: "backup", uuid: undefined, start: new Date(), project: undefined };
    expect(await messageOf(getFlips, args)).toMatch(/^getFlips: configuration: checks:url: /);
    expect(await messageOf(getStatus, { waitSeconds: 5 })).toMatch(/^getStatus: configuration: checks:url: /);
  });
});
