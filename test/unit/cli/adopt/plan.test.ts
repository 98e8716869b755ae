import type { LiveCheck } from "../../../../cli/adopt/args";
import { type Choices, type Collected, planAdoption } from "../../../../cli/adopt/plan";
import { planText } from "../../../../cli/adopt/show";
import { coloursFor } from "../../../../cli/render/terminal";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { CHANNELS, liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";

const ALL: Choices = { tags: [], slugs: [], channels: "names" };

const planned = (checks: LiveCheck[], choices: Partial<Choices> = {}, more: Partial<Collected> = {}) =>
  planAdoption({ checks, channels: CHANNELS, live: true, ...more }, { ...ALL, ...choices });

const argsOf = (check: Partial<LiveCheck>, choices: Partial<Choices> = {}) =>
  planned([liveCheck(uuid(1), { slug: "a", ...check })], choices).adoptions[0]?.args;

describe("the arguments of a check", () => {
  it("are its slug alone when all else is the default", () => {
    expect(argsOf({})).toEqual({ slug: "a" });
  });

  it("have no timeout beside a schedule, and no zone without one", () => {
    expect(argsOf({ schedule: "0 3 * * *" })).toEqual({ slug: "a", schedule: "0 3 * * *" });
    expect(argsOf({ timeout: 60, tz: "Europe/Riga" })).toEqual({ slug: "a", timeout: 60 });
  });

  it("have what only newer servers know where it is set, and leave it out where it is not", () => {
    expect(argsOf({ filter_http_body: true, filter_default_fail: false })).toEqual({
      slug: "a",
      filterHttpBody: true,
    });
  });

  it("leave a pause to people, and say nothing of what the service keeps by itself", () => {
    expect(argsOf({ status: "paused", subject: "x", unknown_to_us: 1 })).toEqual({ slug: "a" });
  });

  it("take lists apart, whatever stands between their members", () => {
    expect(argsOf({ tags: "  prod  db prod ", success_kw: "done, all good,," })).toEqual({
      slug: "a",
      tags: ["prod", "db", "prod"],
      successKw: ["done", "all good"],
    });
  });

  it("name the project that was asked for", () => {
    expect(argsOf({}, { project: "beta" })).toEqual({ slug: "a", project: "beta" });
  });
});

describe("channels", () => {
  const all = { channels: CHANNELS.map(({ id }) => id).join(",") };

  it("are named where the name is clear, and given by UUID where it is shared or would mean something else", () => {
    expect(argsOf(all)?.channels).toEqual([
      '"${quoted}"',
      ...[2, 3, 4, 5, 6, 7].map((n) => uuid(0xc0 + n)),
      "Ops mail",
      "Pager 🦑",
    ]);
  });

  it("are all given by UUID, or left to people, when asked", () => {
    expect(argsOf(all, { channels: "ids" })?.channels).toEqual(CHANNELS.map(({ id }) => id));
    expect(argsOf(all, { channels: "leave" })).toEqual({ slug: "a" });
  });

  it("that a maintenance brings back, and its tag does not tell, leave the check out until then", () => {
    const hiddenBy = {
      id: "3f2a9c1e",
      from: 0,
      until: Date.UTC(2100, 0) / 1000,
      channels: undefined,
      reason: "new disk",
    };
    const checks = [liveCheck(uuid(1), { slug: "a", hiddenBy })];
    const defaults = { channels: "*" as const };
    const leftOut = {
      adoptions: [],
      leftOut: [
        {
          uuid: uuid(1),
          known: "a",
          reason:
            "it is in maintenance until 2100-01-01 00:00 UTC (new disk), and its maintenance tag has no room for the channels that come back when it ends. Run again after that",
        },
      ],
    };
    expect(planned(checks)).toEqual(leftOut);
    expect(planned(checks, {}, { defaults })).toEqual(leftOut);
    expect(planned(checks, { channels: "leave" }, { defaults })).toEqual(leftOut);
    expect(planned(checks, { channels: "leave" }).adoptions).toMatchObject([{ args: { slug: "a" } }]);
  });

  it("that the service does not list stay as UUIDs", () => {
    expect(argsOf({ channels: uuid(5) })?.channels).toEqual([uuid(5)]);
  });
});

describe("the first up", () => {
  it("changes nothing of a check that its slug finds", () => {
    expect(
      planned([liveCheck(uuid(1), { slug: "a", tags: " b  a ", channels: uuid(0xc0) })]).adoptions,
    ).toEqual([
      {
        resource: "a",
        uuid: uuid(1),
        foundBy: "slug",
        args: { slug: "a", tags: ["b", "a"], channels: ["Ops mail"] },
        changes: [],
        notes: [],
      },
    ]);
  });

  it("may store an old name of a time zone under its new one, which is no unchanged check", () => {
    const old = liveCheck(uuid(1), { slug: "a", schedule: "0 3 * * *", tz: "Europe/Kiev" });
    expect(planned([old]).adoptions).toMatchObject([
      {
        args: { tz: "Europe/Kiev" },
        changes: [],
        perhaps: [{ field: "tz", from: "Europe/Kiev", to: "Europe/Kyiv" }],
      },
    ]);
    const present = liveCheck(uuid(1), { slug: "a", schedule: "0 3 * * *", tz: "Europe/Kyiv" });
    expect(planned([present]).adoptions[0]).not.toHaveProperty("perhaps");
    const text = planText(planned([old]), coloursFor(false));
    expect(text).toContain('tz: "Europe/Kiev" → "Europe/Kyiv"');
    expect(text).toContain("0 unchanged, 1 unchanged except for the current name of a time zone");
  });

  it("gives a check without a slug one, and nothing else", () => {
    expect(planned([liveCheck(uuid(1), { name: "Backup" })]).adoptions).toMatchObject([
      {
        foundBy: "uuid",
        args: { slug: "backup", name: "Backup", adopt: uuid(1) },
        changes: [{ field: "slug", from: "", to: "backup" }],
      },
    ]);
  });

  it("finds checks that share a slug by UUID; the plan says which keeps it, also when only one is chosen", () => {
    const checks = [liveCheck(uuid(1), { slug: "a" }), liveCheck(uuid(2), { slug: "a", tags: "x" })];
    const keys = [1, 2].map((n) => uniqueKeyOf(uuid(n)).slice(0, 8)).join(", ");
    const note = `2 checks have the slug a (unique keys ${keys}): the first keeps it, the others get one of their own. If they are duplicates, delete all but one before you adopt`;
    const second = { resource: "a-00000002", foundBy: "uuid", changes: [{ field: "slug" }], notes: [note] };
    const first = { resource: "a", foundBy: "uuid", changes: [], notes: [note] };
    expect(planned(checks).adoptions).toMatchObject([first, second]);
    expect(planned(checks, { tags: ["x"] }).adoptions).toMatchObject([second]);
  });
});

describe("what is left out", () => {
  it("is a check whose slug no program can have: to rename it would break the jobs that ping it by slug", () => {
    expect(planned([liveCheck(uuid(1), { slug: "Back up" })])).toEqual({
      adoptions: [],
      leftOut: [
        {
          uuid: uuid(1),
          known: "Back up",
          reason: expect.stringMatching(/^slug: must consist of .* Give it another one on the service/),
        },
      ],
    });
  });

  it.each([
    ["tags", { tags: "a\u00a0b" }, "tags[0]: must not hold a blank"],
    ["a schedule", { schedule: "0 0 * * * *" }, "schedule: at character"],
    ["a time zone", { schedule: "daily", tz: "Mars/Base" }, "tz: is not a time zone"],
    [
      "a timeout",
      { timeout: 5, grace: 5 },
      'timeout: must be a whole number of seconds, 60 to 31536000, or a text such as "5m", "1h30m" or "P1D"; grace: ',
    ],
  ])(
    "is a check with %s that the provider would refuse, and the plan says all that is wrong",
    (_, fields, reason) => {
      const { adoptions, leftOut } = planned([liveCheck(uuid(1), { slug: "a", name: "A", ...fields })]);
      expect(adoptions).toEqual([]);
      expect(leftOut).toEqual([{ uuid: uuid(1), known: "a", reason: expect.stringContaining(reason) }]);
    },
  );
});

describe("checks that the first up would refuse", () => {
  const stamped = liveCheck(uuid(1), { slug: "a", owners: ["billing/prod"] });
  const by = "it belongs to the stack billing/prod by its stamp, so `pulumi up` would refuse it. ";

  it("because of the stamp of another stack are left out, and the plan says how to get them", () => {
    expect(planned([stamped], {}, { stack: "jobs/dev" })).toMatchObject({
      adoptions: [],
      leftOut: [
        {
          known: "a",
          reason: `${by}Hand it over with \`pulumi-checks handover a --to jobs/dev\`, then run again`,
        },
      ],
    });
    expect(planned([stamped]).leftOut[0]?.reason).toBe(
      `${by}Hand it over with \`pulumi-checks handover a --to PROJECT/STACK\`, then run again. If billing/prod is the stack that adopts it, select that stack and run this again`,
    );
    const nameless = liveCheck(uuid(1), { slug: "", owners: ["billing/prod"] });
    expect(planned([nameless], {}, { stack: "jobs/dev" }).leftOut[0]?.reason).toContain(
      `\`pulumi-checks handover ${uniqueKeyOf(uuid(1))} --to jobs/dev\``,
    );
    expect(planned([stamped], {}, { stack: "billing/prod" }).adoptions).toMatchObject([
      { resource: "a", changes: [] },
    ]);
  });

  it("because of checks:onExisting say that they are taken over, where that is needed", () => {
    const checks = [liveCheck(uuid(1), { slug: "a" }), liveCheck(uuid(2), { name: "B" })];
    const policies = (onExisting: Collected["onExisting"]) =>
      planned(checks, {}, onExisting && { onExisting }).adoptions.map(({ args }) => args.onExisting);
    expect(policies("adopt")).toEqual([undefined, undefined]);
    expect(policies("adoptUnchanged")).toEqual([undefined, "adopt"]);
    expect(policies("fail")).toEqual(["adopt", "adopt"]);
    expect(planned(checks, {}, { onExisting: "fail" }).adoptions[0]).toMatchObject({
      changes: [],
      notes: [
        'checks:onExisting is "fail": where that would refuse a check, the program sets `onExisting: "adopt"`',
      ],
    });
  });
});

describe("choosing checks", () => {
  const checks = [
    liveCheck(uuid(1), { slug: "a", tags: "prod db" }),
    liveCheck(uuid(2), { slug: "b", tags: "prod" }),
    liveCheck(uuid(3), { name: "A" }),
  ];
  const chosen = (choices: Partial<Choices>) =>
    planned(checks, choices).adoptions.map(({ resource }) => resource);

  it("goes by all tags that are given, and by any of the slugs", () => {
    expect(chosen({ tags: ["prod"] })).toEqual(["a", "b"]);
    expect(chosen({ tags: ["prod", "db"] })).toEqual(["a"]);
    expect(chosen({ slugs: ["a", "b"] })).toEqual(["a", "b"]);
    expect(chosen({ slugs: ["b"], tags: ["db"] })).toEqual([]);
  });

  it("changes no names: a slug is taken also when its check is not chosen", () => {
    expect(chosen({})).toEqual(["a", "a-00000003", "b"]);
    const without = planned([...checks, liveCheck(uuid(4), { name: "B", tags: "x" })], { tags: ["x"] });
    expect(without.adoptions).toMatchObject([{ resource: "b-00000004" }]);
  });

  it("refuses a tag or slug that no check has, and says what there is", () => {
    expect(() => chosen({ tags: ["prod", "Prod"] })).toThrow(
      "--tag: no check has the tag Prod. There are db, prod",
    );
    expect(() => chosen({ slugs: ["c"] })).toThrow("--slug: no check has the slug c. There are a, b");
    expect(() => chosen({ slugs: [""] })).toThrow('--slug: no check has the slug "". There are a, b');
    expect(() => planned([], { tags: ["x"] })).toThrow("--tag: no check has the tag x. No check has a tag");
  });
});

describe("checks of a Terraform state", () => {
  const document = { slug: "a", name: "A", grace: 60, tags: "db prod" };
  const state = (n: number) => ({ address: `healthchecksio_check.c${n}`, uuid: uuid(n), document });

  it("are the only ones that are adopted, as the service has them, with a note where the state differs", () => {
    const checks = [
      liveCheck(uuid(1), { slug: "a", name: "A", grace: 120, desc: "by hand", tags: "prod db" }),
      liveCheck(uuid(2), { slug: "b" }),
    ];
    const alone = planned(checks, { slugs: ["a"] }).adoptions;
    const { adoptions, leftOut } = planned(checks, {}, { terraform: [state(1)] });
    const note =
      "healthchecksio_check.c1: Terraform's state differs from the service in grace; the program has what the service has";
    expect(adoptions).toEqual(alone.map((adoption) => ({ ...adoption, notes: [note] })));
    expect(leftOut).toEqual([]);
  });

  it("are left out when the project has no such check", () => {
    expect(planned([], {}, { terraform: [state(7)] })).toEqual({
      adoptions: [],
      leftOut: [
        {
          uuid: uuid(7),
          known: "healthchecksio_check.c7",
          reason: expect.stringContaining("it was deleted"),
        },
      ],
    });
  });

  it("are found by UUID when the service is not asked, and the plan claims to know nothing of changes", () => {
    const checks = [{ ...document, uuid: uuid(1) }];
    const [adoption] = planned(checks, {}, { terraform: [state(1)], live: false, channels: [] }).adoptions;
    expect(adoption).toMatchObject({
      foundBy: "uuid",
      args: { slug: "a", name: "A", tags: ["db", "prod"], grace: 60, adopt: uuid(1) },
      changes: undefined,
      notes: [expect.stringContaining("does not have all fields")],
    });
  });
});
