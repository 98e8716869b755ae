import { pendingIn } from "../../../../cli/drift/changes";
import { classify, type Scope } from "../../../../cli/drift/classify";
import { sentenceOf } from "../../../../cli/drift/formats/words";
import type { Observed } from "../../../../cli/drift/observed";
import type { Values } from "../../../../provider/core/fields";
import { UNKNOWN } from "../../../../provider/core/unknown";
import type { CheckDocument } from "../../../../provider/monitor/api";
import { applied, declared, live, observation, seen } from "../../../support/cli/drift/seen";

const SCOPE: Scope = {
  now: Date.parse("2026-05-10T00:00:00Z"),
  downFor: 86_400,
  tags: [],
  stacks: ["jobs/dev"],
};

function found(...observed: Observed[]) {
  return classify(observation(...observed), SCOPE);
}

describe("a check with the stamp of a stack", () => {
  const stampedBy = (owner: string) => ({ ...live({ slug: "other", unique_key: "k" }), owners: [owner] });
  const classesWith = (owner: string) => {
    const nothing = observation();
    const project = {
      name: "default",
      checks: [stampedBy(owner)],
      slugsToCome: new Set<string>(),
      readOnly: false,
    };
    return classify({ ...nothing, projects: [project] }, SCOPE).findings.map((finding) => finding.class);
  };

  it("is managed there, when that is another stack", () => {
    expect(classesWith("billing/prod")).toEqual([]);
  });

  it("is unmanaged, when that is a stack of this run and has no row for it", () => {
    expect(classesWith("jobs/dev")).toEqual(["unmanaged"]);
  });

  it("is told with its owner, when a row of this run still has it", () => {
    const ownedBy = (owner: string, row = applied()) =>
      found(seen({ row, live: { ...live(), owners: [owner] } })).findings;
    expect(ownedBy("billing/prod")).toMatchObject([
      { class: "advice", condition: "handedOver", owner: "billing/prod", declaredBy: { stack: "jobs/dev" } },
    ]);
    expect(ownedBy("jobs/dev")).toEqual([]);
    // The stack had another name when it stamped the check.
    expect(ownedBy("jobs/old", applied({ __owner: "jobs/old" }))).toEqual([]);
  });

  it("is no drift of the stack that had it, whatever became of it there", () => {
    const inState = (values: Values, secret: string[] = []) => {
      const row = applied({ grace: 3600, __canonical: {}, ...values });
      row.applied.sealed = new Set(secret);
      return found(
        seen({
          row,
          now: { slug: "backup", grace: 60 },
          live: { ...live({ status: "paused", channels: "" }), owners: ["billing/prod"] },
        }),
      );
    };
    const handedOver = { class: "advice", condition: "handedOver", owner: "billing/prod" };
    const { findings, ...rest } = inState({ __owner: "jobs/dev" });
    expect(findings).toMatchObject([handedOver]);
    expect(findings).toHaveLength(1);
    expect(rest).toEqual({ problems: [], unclear: [], stillShort: [] });
    expect(inState({ __owner: "jobs/dev" }, ["__canonical"])).toMatchObject({ problems: [], unclear: [] });
    // A stack that puts no stamps on its checks writes to it all the same.
    expect(inState({}).findings.map((one) => one.class)).toEqual([
      "changed",
      "operational",
      "advice",
      "advice",
    ]);
  });
});

it("says never pinged of a check that was not, and not of one that was resumed", () => {
  const told = (fields: Partial<CheckDocument>) => {
    // What the service says is null is absent by now.
    const checks = [live({ slug: "other", unique_key: "k", status: "new", ...fields })];
    const project = { name: "default", checks, slugsToCome: new Set<string>(), readOnly: false };
    return classify({ ...observation(), projects: [project] }, SCOPE).findings.map((one) => sentenceOf(one));
  };
  const says = (life: string) => [`is on the service, but no stack declares it (${life})`];
  expect(told({ n_pings: 0 })).toEqual(says("new, never pinged"));
  expect(told({ n_pings: 512 })).toEqual(says("new"));
});

it("keeps apart what is down, though not for as long as it may be", () => {
  const down = seen({
    live: live({ status: "down", last_ping: "2026-05-09T23:00:00Z", timeout: 60, grace: 60 }),
  });
  const classified = (downFor: number) => classify(observation(down), { ...SCOPE, downFor });
  const name = { class: "operational", condition: "down", declaredBy: { resource: "backup" } };
  expect(classified(86_400)).toMatchObject({ findings: [], stillShort: [name] });
  expect(classified(60)).toMatchObject({ findings: [name], stillShort: [] });
});

describe("a changed check", () => {
  const row = applied({ grace: 3600, tags: ["a"] });

  it("is told field by field with what is declared, was applied, and is live", () => {
    const now = { slug: "backup", grace: 60, tags: ["a"] };
    const [finding] = found(seen({ row, declared: declared({ grace: 7200, tags: ["a"] }), now })).findings;
    expect(finding).toMatchObject({
      class: "changed",
      fields: [{ field: "grace", declared: 7200, applied: 3600, live: 60 }],
      declaredBy: { stack: "jobs/dev", resource: "backup", file: "index.ts", line: 12 },
    });
  });

  it("takes what the last up wrote for declared when only the state is known", () => {
    const [finding] = found(seen({ row, now: { slug: "backup", grace: 60, tags: ["a"] } })).findings;
    expect(finding).toMatchObject({ fields: [{ declared: 3600, applied: 3600, live: 60 }] });
  });

  it("is settled when somebody changed it to what the program says now", () => {
    const now = { slug: "backup", grace: 60, tags: ["a"] };
    expect(found(seen({ row, declared: declared({ grace: 60, tags: ["a"] }), now })).findings).toEqual([]);
  });

  it("is only pending when the program alone changed", () => {
    const view = {
      name: "jobs/dev",
      session: undefined as never,
      applied: [row],
      declared: [declared({ grace: 60, tags: ["a"] })],
    };
    expect(found(seen({ row, declared: view.declared[0] as never })).findings).toEqual([]);
    expect(pendingIn(view)).toMatchObject([{ change: "update", declaredBy: { resource: "backup" } }]);
  });

  it("tells no values of a secret field", () => {
    const secretRow = applied({ desc: "one" });
    secretRow.applied.secret = new Set(["desc"]);
    const now = { slug: "backup", desc: "two" };
    const [finding] = found(
      seen({ row: secretRow, declared: declared({ desc: UNKNOWN }, ["desc"]), now }),
    ).findings;
    expect(finding).toMatchObject({
      fields: [{ field: "desc", declared: "[secret]", applied: "[secret]", live: "[secret]" }],
    });
  });

  it("says that a value is not known before up", () => {
    const now = { slug: "backup", desc: "two" };
    const [finding] = found(
      seen({ row: applied({ desc: "one" }), declared: declared({ desc: UNKNOWN }), now }),
    ).findings;
    expect(finding).toMatchObject({ fields: [{ declared: "[unknown]", applied: "one", live: "two" }] });
  });

  it("leaves out of a field what is not set", () => {
    const cron = applied({ schedule: "0 3 * * *", tz: "UTC" });
    const now = { slug: "backup", timeout: 300 };
    const [finding] = found(seen({ row: cron, now })).findings;
    expect(finding).toMatchObject({
      fields: [
        { field: "timeout", live: 300 },
        { field: "schedule", declared: "0 3 * * *", applied: "0 3 * * *" },
        { field: "tz", declared: "UTC", applied: "UTC" },
      ],
    });
    expect(JSON.stringify(finding)).not.toContain("null");
  });

  it("cannot be told from another spelling when the state's secrets are sealed, which makes the run incomplete", () => {
    const sealed = applied({ tz: "Europe/Kiev", schedule: "0 3 * * *" });
    sealed.applied.sealed = new Set(["__canonical"]);
    const now = { slug: "backup", tz: "Europe/Kyiv", schedule: "0 3 * * *" };
    const { findings, problems, unclear } = found(
      seen({ row: sealed, now, live: live({ status: "paused" }) }),
      seen(),
    );
    expect(unclear).toEqual([sealed]);
    expect(findings).toMatchObject([{ class: "operational", condition: "paused" }]);
    expect(problems).toEqual([expect.stringContaining("PULUMI_CONFIG_PASSPHRASE")]);
    expect(found(seen({ row: sealed }))).toMatchObject({ findings: [], problems: [], unclear: [] });
  });
});

describe("a check that is gone", () => {
  it("is missing, and named by what the state says of it", () => {
    const gone: Observed = seen({ row: applied({ name: "Backup", tags: ["prod"] }) });
    delete gone.live;
    delete gone.now;
    expect(found(gone).findings).toMatchObject([
      { class: "missing", check: { slug: "backup", name: "Backup", tags: ["prod"] } },
    ]);
  });
});

describe("a channel assignment", () => {
  const assignment = applied(
    { check: "backup", channels: ["Pager"], mode: "exclusive", channelIds: ["p"] },
    { kind: "ChannelAssignment", resource: "backup-channels" },
  );
  delete assignment.applied.values.slug;

  it("is told when the channels of its check were changed", () => {
    const now = { ...assignment.applied.values, channels: ["Ops mail"] };
    expect(found(seen(), seen({ row: assignment, now })).findings).toMatchObject([
      {
        class: "changed",
        check: { slug: "backup" },
        declaredBy: { kind: "ChannelAssignment", resource: "backup-channels" },
        fields: [{ field: "channels", applied: ["Pager"], live: ["Ops mail"] }],
      },
    ]);
  });

  it("is missing with its check, unless the check's own resource is told to be", () => {
    const gone = (row: Observed["row"]): Observed => {
      const { live: _live, now: _now, ...rest } = seen({ row });
      return rest;
    };
    const alone = { ...observation(gone(assignment)), managed: new Set<string>() };
    expect(classify(alone, SCOPE).findings).toMatchObject([{ class: "missing", check: { slug: "backup" } }]);
    const both = found(gone(applied()), gone(assignment)).findings;
    expect(both).toMatchObject([{ class: "missing", declaredBy: { kind: "Check" } }]);
    expect(both).toHaveLength(1);
  });

  it("says whom its check alerts, also when that is nobody", () => {
    const silent = seen({ live: live({ channels: "" }) });
    expect(found(silent).findings).toMatchObject([{ condition: "alertsNobody" }]);
    expect(found(silent, seen({ row: assignment, live: live({ channels: "" }) })).findings).toEqual([]);
  });
});

describe("checks that nobody declares", () => {
  const stray = live({ uuid: "99999999-2222-4333-8444-555555555555", slug: "stray", tags: "prod db" });
  const withStray = (slugsToCome: string[] = []) => ({
    ...observation(seen()),
    projects: [
      { name: "default", checks: [live(), stray], slugsToCome: new Set(slugsToCome), readOnly: false },
    ],
  });

  it("are unmanaged, whatever key showed them", () => {
    const { uuid, ...hidden } = stray;
    const readOnly = { ...hidden, unique_key: "f".repeat(40) };
    const asReadOnly = withStray();
    asReadOnly.projects = [{ name: "default", checks: [readOnly], slugsToCome: new Set(), readOnly: true }];
    expect(uuid).toBeDefined();
    expect(classify(withStray(), SCOPE).findings).toMatchObject([
      { class: "unmanaged", check: { slug: "stray" } },
    ]);
    expect(classify(asReadOnly, SCOPE).findings).toMatchObject([
      { class: "unmanaged", check: { slug: "stray", uniqueKey: "f".repeat(40) } },
    ]);
  });

  it("count only with all of the tags asked for", () => {
    expect(classify(withStray(), { ...SCOPE, tags: ["db", "prod"] }).findings).toHaveLength(1);
    expect(classify(withStray(), { ...SCOPE, tags: ["db", "dev"] }).findings).toHaveLength(0);
  });

  it("are not unmanaged when the next up takes them over", () => {
    expect(classify(withStray(["stray"]), SCOPE).findings).toEqual([]);
  });
});

describe("two checks with one slug", () => {
  const other = live({ uuid: "99999999-2222-4333-8444-555555555555", name: "Twin" });
  const project = {
    name: "default",
    checks: [live(), other],
    slugsToCome: new Set<string>(),
    readOnly: false,
  };

  it("are one finding, not an unmanaged check beside a healthy one", () => {
    const { findings } = classify({ ...observation(seen()), projects: [project] }, SCOPE);
    expect(findings).toMatchObject([
      {
        class: "duplicate",
        check: { slug: "backup" },
        declaredBy: { stack: "jobs/dev" },
        others: [{ check: { name: "Twin" } }],
      },
    ]);
  });

  it("are told as an unmanaged check where only that is looked for, or makes the run fail", () => {
    const seenBy = (asked: Pick<Scope, "classes" | "failOn">) =>
      classify({ ...observation(seen()), projects: [project] }, { ...SCOPE, ...asked }).findings;
    const unmanaged = { class: "unmanaged", check: { name: "Twin" } };
    expect(seenBy({ classes: ["unmanaged"] })).toContainEqual(
      expect.objectContaining({ class: "unmanaged" }),
    );
    expect(seenBy({ failOn: ["changed", "unmanaged"] })).toMatchObject([{ class: "duplicate" }, unmanaged]);
    expect(seenBy({ failOn: ["duplicate", "unmanaged"] })).toMatchObject([{ class: "duplicate" }]);
    expect(seenBy({ classes: ["duplicate"], failOn: ["duplicate"] })).toMatchObject([{ class: "duplicate" }]);
  });

  it("are found where two stacks hold one each, which nothing else tells", () => {
    const row = applied(
      {},
      { id: other.uuid as string, stack: "jobs/prod", urn: "urn:pulumi:prod::jobs::x::backup" },
    );
    const both = observation(seen(), seen({ row, live: other }));
    const { findings } = classify({ ...both, projects: [project] }, SCOPE);
    expect(findings).toMatchObject([
      {
        class: "duplicate",
        declaredBy: { stack: "jobs/dev" },
        others: [{ declaredBy: { stack: "jobs/prod" } }],
      },
    ]);
  });

  it("are called as they are declared, if somebody gave one of them the slug of the other", () => {
    const renamed = live({ slug: "other" });
    const row = applied(
      { slug: "other" },
      { id: other.uuid as string, resource: "other", urn: "urn:pulumi:dev::jobs::x::other" },
    );
    const twin = { ...other, slug: "other" };
    const both = observation(seen({ live: renamed }), seen({ row, live: twin }));
    const { findings } = classify({ ...both, projects: [{ ...project, checks: [renamed, twin] }] }, SCOPE);
    expect(findings.filter((finding) => finding.class === "duplicate")).toMatchObject([
      {
        check: { slug: "backup" },
        declaredBy: { resource: "backup" },
        others: [{ check: { slug: "other" }, declaredBy: { resource: "other" } }],
      },
    ]);
  });

  it("are none that have no slug, as one of which somebody took it off", () => {
    const bare = { ...project, checks: [live({ slug: "" }), { ...other, slug: "" }] };
    const { findings } = classify({ ...observation(seen()), projects: [bare] }, SCOPE);
    expect(findings.map((finding) => finding.class)).toEqual(["unmanaged"]);
  });

  it("are unmanaged where no stack holds either", () => {
    const stray = { ...project, checks: [other, { ...other, uuid: "88888888-2222-4333-8444-555555555555" }] };
    const { findings } = classify({ ...observation(), projects: [stray] }, SCOPE);
    expect(findings.map((finding) => finding.class)).toEqual(["unmanaged", "unmanaged"]);
  });
});

it("keeps what a healthy new stack may well have apart from drift", () => {
  const { findings } = found(seen({ live: live({ channels: "", status: "paused" }) }));
  expect(findings).toMatchObject([
    { class: "operational", condition: "paused" },
    { class: "advice", condition: "alertsNobody" },
  ]);
});

it("lists findings by class, then in the order of the program", () => {
  const gone = seen();
  delete gone.live;
  delete gone.now;
  const paused = seen({ live: live({ status: "paused" }) });
  const changed = seen({ now: { slug: "backup", desc: "x" } });
  const classes = found(paused, gone, changed).findings.map((finding) => finding.class);
  expect(classes).toEqual(["changed", "missing", "operational"]);
});
