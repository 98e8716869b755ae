import { z } from "zod";
import { fieldMeta, type Values } from "../../../../provider/core/fields";
import {
  compareWithAnswer,
  fieldValue,
  liveValues,
  readInUserSpelling,
  sameOnWire,
  sameValue,
  toWire,
} from "../../../../provider/core/wire";
import { checkFields, checkOutputs } from "../../../../provider/monitor/check/checkFields";

const tags = { managed: "always", separator: " " } as const;
const channels = { managed: "whenNamed", separator: "," } as const;
const plain = { managed: "always" } as const;

/** The UUID of a channel. */
const ID = "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1";

/** The documented defaults of a simple check, as the body of a write. */
const DEFAULTS = {
  name: "",
  tags: "",
  desc: "",
  grace: 3600,
  manual_resume: false,
  methods: "",
  start_kw: "",
  success_kw: "",
  failure_kw: "",
  filter_subject: false,
  filter_body: false,
};

describe("the body of a write", () => {
  it("holds every managed field, with the service's default where the program names none", () => {
    expect(toWire(checkFields, { slug: "backup" })).toEqual({ ...DEFAULTS, slug: "backup", timeout: 86_400 });
  });

  it("uses the service's names, and joins lists", () => {
    const values = {
      slug: "backup",
      tags: ["prod", "db"],
      manualResume: true,
      startKw: ["begin"],
      successKw: ["done", "all good"],
      failureKw: ["error"],
      filterSubject: true,
      filterBody: true,
      filterHttpBody: true,
      filterDefaultFail: false,
      channels: ["Pager", "Ops mail"],
    };
    expect(toWire(checkFields, values)).toMatchObject({
      tags: "prod db",
      manual_resume: true,
      start_kw: "begin",
      success_kw: "done,all good",
      failure_kw: "error",
      filter_subject: true,
      filter_body: true,
      filter_http_body: true,
      filter_default_fail: false,
      channels: "Pager,Ops mail",
    });
  });

  it("sends the zone with a schedule and no timeout, which the service would drop", () => {
    const body = toWire(checkFields, { slug: "backup", schedule: "0 3 * * *", timeout: 600 });
    expect(body).toEqual({ ...DEFAULTS, slug: "backup", schedule: "0 3 * * *", tz: "UTC" });
  });

  it("sends the timeout when the schedule is gone, so that the check becomes simple again", () => {
    const before = { slug: "backup", schedule: "0 3 * * *", tz: "Europe/Riga" };
    expect(toWire(checkFields, { slug: "backup" }, before)).toEqual({
      ...DEFAULTS,
      slug: "backup",
      timeout: 86_400,
    });
  });

  it("says nothing of what only newer servers know, of channels and of options, unless they are named", () => {
    const options = { slug: "a", paused: true, onExisting: "fail", adopt: "uuid", project: "beta" };
    expect(toWire(checkFields, options)).toEqual({ ...DEFAULTS, slug: "a", timeout: 86_400 });
  });

  it("undoes a newer filter whose line was removed, once, and leaves the channels as they are", () => {
    const before = { slug: "a", filterHttpBody: true, filterDefaultFail: true, channels: ["Pager"] };
    expect(toWire(checkFields, { slug: "a", filterDefaultFail: true }, before)).toEqual({
      ...DEFAULTS,
      slug: "a",
      timeout: 86_400,
      filter_http_body: false,
      filter_default_fail: true,
    });
    expect(toWire(checkFields, { slug: "a" }, { slug: "a" })).not.toHaveProperty("filter_http_body");
  });

  it("takes all channels away for an empty list, and asks for all with *", () => {
    expect(toWire(checkFields, { slug: "a", channels: [] }).channels).toBe("");
    expect(toWire(checkFields, { slug: "a", channels: "*" }).channels).toBe("*");
  });
});

describe("a field's value", () => {
  it("is its default where it is managed and not named", () => {
    expect(fieldValue(checkFields, "grace", {})).toBe(3600);
    expect(fieldValue(checkFields, "grace", { grace: 60 })).toBe(60);
    expect(fieldValue(checkFields, "paused", {})).toBeUndefined();
    expect(fieldValue(checkFields, "schedule", {})).toBeUndefined();
  });

  it("does not exist beside what excludes it", () => {
    expect(fieldValue(checkFields, "timeout", { timeout: 60, schedule: "daily" })).toBeUndefined();
    expect(fieldValue(checkFields, "tz", { tz: "UTC" })).toBeUndefined();
    expect(fieldValue(checkFields, "tz", { schedule: "daily" })).toBe("UTC");
  });

  it("is asked for with its declared facts only", () => {
    expect(() => fieldValue({ stray: z.string() }, "stray", {})).toThrow("has no facts registered");
  });
});

describe("equality as the service sees it", () => {
  it.each([
    ["a b", "b a"],
    ["a  b", "a b"],
    [" a b ", "a b"],
    ["a a b", "a b"],
    ["", " "],
  ])("tags %j and %j are the same", (left, right) => {
    expect(sameOnWire(tags, left, right)).toBe(true);
  });

  it.each([
    ["a b", "a"],
    ["a", "a b"],
    ["a", "A"],
    ["a,b", "a b"],
    ["", "a"],
    ["e\u0301", "\u00e9"],
  ])("tags %j and %j differ", (left, right) => {
    expect(sameOnWire(tags, left, right)).toBe(false);
  });

  it("compares everything else exactly, types included", () => {
    expect(sameOnWire(plain, "a b", "b a")).toBe(false);
    expect(sameOnWire(plain, " a", "a")).toBe(false);
    expect(sameOnWire(plain, 60, "60")).toBe(false);
    expect(sameOnWire(plain, false, undefined)).toBe(false);
    expect(sameOnWire(channels, "*", "x,y")).toBe(false);
    expect(sameOnWire(tags, "", undefined)).toBe(false);
  });

  it("treats lists of the program as the service would", () => {
    expect(sameValue(tags, ["b", "a"], ["a", "b"])).toBe(true);
    expect(sameValue(tags, ["a", "a"], ["a"])).toBe(true);
    expect(sameValue(tags, [], undefined)).toBe(false);
    expect(sameValue(channels, ["Ops mail"], "*")).toBe(false);
    expect(sameValue(channels, ["Ops", "mail"], ["Ops mail"])).toBe(false);
  });
});

describe("what the service made of a write", () => {
  const outcome = (sent: Values, answered: Values) => compareWithAnswer(checkFields, sent, answered);

  it("is kept only where it is spelt in another way than was sent", () => {
    const sent = { slug: "a", tz: "Europe/Kiev", schedule: " daily ", tags: "b a", name: "n", channels: "*" };
    const answer = { slug: "a", tz: "Europe/Kyiv", schedule: "daily", tags: "a b", name: "n", channels: ID };
    expect(outcome(sent, { ...answer, n_pings: 0 })).toEqual({
      canonical: { tz: "Europe/Kyiv", schedule: "daily", channels: expect.stringMatching(/^sha256:\w{16}$/) },
      contradicted: [],
      unknown: [],
    });
  });

  it("is not contradicted by null in place of what was not sent", () => {
    const simple = { slug: "a", timeout: 60 };
    expect(outcome(simple, { ...simple, schedule: null, tz: null }).contradicted).toEqual([]);
    expect(outcome(simple, { ...simple, schedule: "daily" }).contradicted).toEqual([
      { key: "schedule", kept: "daily" },
    ]);
  });

  it("is known again by the digest of a list, whatever the order of its members", () => {
    const sent = { slug: "a", channels: "A,B" };
    const other = ID.replace(/^./, "0");
    const { canonical } = outcome(sent, { slug: "a", channels: `${ID},${other}` });
    const state = { slug: "a", channels: ["A", "B"] };
    const now = (live: string) =>
      readInUserSpelling(checkFields, state, canonical, { slug: "a", channels: live }).values.channels;
    expect(now(`${other},${ID}`)).toEqual(["A", "B"]);
    expect(now(ID)).toEqual([ID]);
    expect(now(`${ID},${other.replace(/^./, "1")}`)).not.toEqual(["A", "B"]);
  });

  it("contradicts it in any field that is something else", () => {
    const sent = {
      slug: "a",
      name: "n",
      grace: 60,
      tags: "a b",
      schedule: "daily",
      tz: "Asia/Tokyo",
      channels: "A,B",
    };
    const answer = {
      slug: "b",
      name: "N",
      grace: 61,
      tags: "a",
      schedule: "weekly",
      tz: "UTC",
      channels: ID,
    };
    const { canonical, contradicted, unknown } = outcome(sent, answer);
    expect([canonical, unknown]).toEqual([{}, []]);
    expect(contradicted.map(({ key }) => key).sort()).toEqual(Object.keys(sent).sort());
    expect(contradicted).toContainEqual({ key: "grace", sent: 60, kept: 61 });
  });

  it("names the fields that are not in the answer, but not one that was only to be undone", () => {
    expect(outcome({ filter_http_body: true, filter_default_fail: false }, { desc: "x" })).toEqual({
      canonical: {},
      contradicted: [],
      unknown: ["filterHttpBody"],
    });
  });

  it("contradicts it where the check stays of the other kind", () => {
    const [cron, simple] = [{ schedule: "daily", tz: "UTC" }, { timeout: 60 }];
    expect(outcome(simple, cron)).toEqual({
      canonical: {},
      contradicted: [{ key: "schedule", kept: "daily" }],
      unknown: [],
    });
    expect(outcome(cron, simple)).toEqual({
      canonical: {},
      contradicted: [{ key: "schedule", sent: "daily" }],
      unknown: [],
    });
  });
});

describe("what is observed", () => {
  const state: Values = {
    slug: "backup",
    tags: ["prod", "db"],
    schedule: "0 3 * * *",
    tz: "Europe/Kiev",
    grace: 60,
    uuid: "u",
  };
  const live = {
    ...DEFAULTS,
    slug: "backup",
    tags: "db prod",
    schedule: "0 3 * * *",
    tz: "Europe/Kyiv",
    grace: 60,
    status: "down",
  };
  const canonical = { tz: "Europe/Kyiv" };

  it("is the state itself, in the user's spelling, when nothing changed since our last write", () => {
    expect(readInUserSpelling(checkFields, state, canonical, live)).toEqual({ values: state, canonical });
  });

  it("is the live value where an older version took a contradiction for a spelling", () => {
    const seen = readInUserSpelling(
      checkFields,
      state,
      { ...canonical, grace: 120 },
      { ...live, grace: 120 },
    );
    expect(seen).toEqual({ values: { ...state, grace: 120 }, canonical });
  });

  it("is the live value where somebody changed it, and what was kept beside it is forgotten", () => {
    const seen = readInUserSpelling(checkFields, state, canonical, { ...live, tz: "Asia/Tokyo", tags: "db" });
    expect(seen.values).toEqual({ ...state, tz: "Asia/Tokyo", tags: ["db"] });
    expect(seen.canonical).toEqual({});
  });

  it.each([
    ["EST", "America/Panama"],
    ["EET", "Europe/Athens"],
    ["WET", "Europe/Lisbon"],
    ["Europe/Kiev", "Europe/Kyiv"],
  ])(
    "is the state itself after an upgrade of the service that rewrote the zone %s to %s",
    (tz, rewritten) => {
      const declared = { ...state, tz };
      expect(readInUserSpelling(checkFields, declared, {}, { ...live, tz: rewritten }).values).toEqual(
        declared,
      );
      const back = readInUserSpelling(checkFields, { ...state, tz: rewritten }, {}, { ...live, tz });
      expect(back.values.tz).toBe(tz);
    },
  );

  it("is the state itself where the service's website saved its texts unchanged, and shows another change of them", () => {
    const declared = { ...state, desc: "one\ntwo\n", schedule: "Mon 09:00\nTue 10:00" };
    const saved = { ...live, desc: "one\r\ntwo", schedule: "Mon 09:00\r\nTue 10:00" };
    expect(readInUserSpelling(checkFields, declared, canonical, saved).values).toEqual(declared);
    const changed = { ...saved, desc: "one\r\n\r\ntwo" };
    expect(readInUserSpelling(checkFields, declared, canonical, changed).values.desc).toBe(changed.desc);
  });

  it("shows a field the program leaves to its default once somebody set it", () => {
    const seen = readInUserSpelling(checkFields, state, canonical, {
      ...live,
      desc: "hello",
      manual_resume: true,
    });
    expect(seen.values).toEqual({ ...state, desc: "hello", manualResume: true });
  });

  it("knows a check made simple by hand: its schedule and zone are gone", () => {
    const { schedule: _, tz: __, ...rest } = live;
    const seen = readInUserSpelling(checkFields, state, canonical, { ...rest, timeout: 300 });
    expect(seen.values).toEqual({
      slug: "backup",
      tags: ["prod", "db"],
      grace: 60,
      uuid: "u",
      timeout: 300,
    });
    expect(seen.canonical).toEqual({});
  });

  it("knows a check made periodic by hand: its timeout is gone", () => {
    const simple = { slug: "backup", timeout: 600 };
    const seen = readInUserSpelling(checkFields, simple, {}, { ...live, tags: "" });
    expect(seen.values).toEqual({
      slug: "backup",
      schedule: "0 3 * * *",
      tz: "Europe/Kyiv",
      grace: 60,
    });
  });

  it("does not take up channels and newer filters that the program does not name", () => {
    const byHand = { ...live, channels: "u1", filter_http_body: true };
    expect(readInUserSpelling(checkFields, state, canonical, byHand).values).toEqual(state);
  });

  it("keeps what an answer does not show: the channels for a read-only key, a filter on an old server", () => {
    const named = { ...state, channels: ["Pager"], filterHttpBody: true };
    expect(readInUserSpelling(checkFields, named, canonical, live).values).toEqual(named);
  });

  it("is not changed by the arguments' later fate", () => {
    const before = structuredClone(state);
    readInUserSpelling(checkFields, state, canonical, { ...live, tags: "x", timeout: 5 });
    expect(state).toEqual(before);
    expect(canonical).toEqual({ tz: "Europe/Kyiv" });
  });
});

describe("a document's values", () => {
  it("are read under the SDK's names, lists split, strangers ignored", () => {
    const document = {
      slug: "a",
      tags: " b  a ",
      start_kw: "",
      methods: "POST",
      last_ping: null,
      brand_new: 1,
    };
    expect(liveValues(checkFields, document)).toEqual({
      slug: "a",
      tags: ["b", "a"],
      startKw: [],
      methods: "POST",
    });
  });

  it("give the outputs that are named in them", () => {
    const document = { uuid: "u", ping_url: "p", badge_url: "b", update_url: "w", status: "up" };
    expect(liveValues(checkOutputs, document)).toEqual({
      uuid: "u",
      pingUrl: "p",
      badgeUrl: "b",
      updateUrl: "w",
    });
  });

  it("leave nothing volatile in a state: no status, counters or times", () => {
    const wires = [...Object.values(checkFields), ...Object.values(checkOutputs)].map(
      (type) => fieldMeta.get(type as z.ZodType)?.wire,
    );
    for (const volatile of ["status", "started", "n_pings", "last_ping", "next_ping", "last_duration"])
      expect(wires).not.toContain(volatile);
  });
});
