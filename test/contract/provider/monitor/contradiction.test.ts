import type { Values } from "../../../../provider/core/fields";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { type Alteration, Contrary } from "../../../support/provider/contrary";
import { changes, type Remembered, Run } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { type Document, Service } from "../../../support/service";

describe("a service that answers something else than was sent", () => {
  let service: Service;
  let contrary: Contrary;
  beforeAll(async () => {
    service = await Service.start();
    contrary = new Contrary(service);
    await contrary.start();
  });
  beforeEach(async () => {
    await service.admin.reset();
    contrary.alter = (document) => document;
    contrary.leavesOutQuery = false;
  });
  afterAll(async () => {
    await contrary.stop();
    await service.stop();
  });

  /** The check as it was made, what was said, and the fields that the next refresh shows. */
  async function made(args: Values, alter: Alteration): Promise<{ said: string[]; drift: string[] }> {
    contrary.alter = alter;
    const run = new Run(contrary);
    const resource = await run.create({ slug: "backup", ...args });
    expect(changes(resource, { slug: "backup", ...args })).toEqual([]);
    return { said: run.said, drift: await driftOf(resource, args) };
  }

  async function driftOf(resource: Remembered, args: Values): Promise<string[]> {
    const seen = await new Run(contrary).read(resource);
    if (!seen) throw new Error("the check is gone");
    return changes(seen, { slug: "backup", ...args });
  }

  const FURTHER =
    "It will show as drift; declare what the service keeps, or find out why it does not keep this";

  it.each<[string, Values, Values, string]>([
    ["grace", { grace: 60 }, { grace: 120 }, "60 was sent, but the service keeps 120"],
    ["manualResume", {}, { manual_resume: true }, "false was sent, but the service keeps true"],
    ["methods", { methods: "POST" }, { methods: "" }, "the service keeps something other than what was sent"],
    ["name", { name: "TOPSECRET" }, { name: "" }, "the service keeps something other than what was sent"],
    ["desc", { desc: "TOPSECRET" }, { desc: "TOP" }, "the service keeps something other than what was sent"],
    ["tags", { tags: ["TOPSECRET"] }, { tags: "" }, "the service keeps something other than what was sent"],
    [
      "failureKw",
      { failureKw: ["TOPSECRET"] },
      { failure_kw: "" },
      "the service keeps something other than what was sent",
    ],
    [
      "channels",
      { channels: ["Ops mail"] },
      { channels: "" },
      "the service keeps something other than what was sent",
    ],
    [
      "tz",
      { schedule: "daily", tz: "Asia/Tokyo" },
      { tz: "UTC" },
      "the service keeps something other than what was sent",
    ],
    [
      "schedule",
      { schedule: "0 3 * * *" },
      { schedule: "0 4 * * *" },
      "the service keeps something other than what was sent",
    ],
  ])("is told in one line about %s, which is drift afterwards", async (field, args, answered, reason) => {
    const { said, drift } = await made(args, (document) => ({ ...document, ...answered }));
    expect(said).toEqual([`check "backup": ${field}: ${reason}. ${FURTHER}`]);
    expect(said.join()).not.toContain("SECRET");
    expect(drift).toEqual([field]);
  });

  it("is not told where it only spells the same in its own way", async () => {
    const args = { tags: ["b", "a"], schedule: " 0 3  * * *", tz: "Europe/Kiev", desc: "one\r\ntwo\n" };
    const spelling = { tags: "a b", schedule: "0 3 * * *", tz: "Europe/Kyiv", desc: "one\ntwo" };
    const { said, drift } = await made(args, (document) => ({ ...document, ...spelling }));
    expect([said, drift]).toEqual([[], []]);
  });

  it.each<[string, Values, Values]>([
    ["a simple check", { timeout: 600 }, { schedule: null, tz: null }],
    ["a cron check", { schedule: "0 3 * * *", tz: "Europe/Riga" }, { timeout: null }],
    ["a check before its first ping", {}, { last_ping: null, next_ping: null, n_pings: null }],
  ])("has nothing where it says null: %s", async (_, args, nulls) => {
    const { said, drift } = await made(args, (document) => ({ ...document, ...nulls }) as Document);
    expect([said, drift]).toEqual([[], []]);
  });

  it.each<[string, Values, Values]>([
    ["name", { name: "Backup" }, { name: null }],
    ["tags", { tags: ["prod"] }, { tags: null }],
    ["desc", { desc: "dumps all" }, { desc: null }],
    ["methods", { methods: "POST" }, { methods: null }],
    ["startKw", { startKw: ["begin"] }, { start_kw: null }],
    ["successKw", { successKw: ["done"] }, { success_kw: null }],
    ["failureKw", { failureKw: ["error"] }, { failure_kw: null }],
    ["manualResume", { manualResume: true }, { manual_resume: null }],
    ["filterSubject", { filterSubject: true }, { filter_subject: null }],
    ["filterHttpBody", { filterHttpBody: true }, { filter_http_body: null }],
    ["channels", { channels: ["Ops mail"] }, { channels: null }],
  ])("says by null that there is none: %s, emptied by somebody, is drift", async (field, args, nulls) => {
    const run = new Run(contrary);
    const resource = await run.create({ slug: "backup", ...args });
    expect([run.said, await driftOf(resource, args)]).toEqual([[], []]);
    const emptied = (document: Document) => ({ ...document, ...nulls }) as Document;
    contrary.alter = emptied;
    expect(await driftOf(resource, args)).toEqual([field]);
    await service.admin.reset();
    const { said } = await made(args, emptied);
    expect(said).toEqual([expect.stringMatching(`^check "backup": ${field}: .*the service keeps `)]);
    await service.admin.reset();
    expect(await made({}, emptied)).toEqual({ said: [], drift: [] });
  });

  it("may say so of the slug of another check, which has none", async () => {
    const { url } = service.emulator;
    const headers = { "X-Api-Key": service.key };
    await fetch(`${url}/api/v3/checks/`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "By hand" }),
    });
    const slugless = (document: Document) =>
      (document.name === "By hand" ? { ...document, slug: null } : document) as Document;
    expect(await made({}, slugless)).toEqual({ said: [], drift: [] });
  });

  it("may show the period that a cron check keeps without effect", async () => {
    const args = { schedule: "0 3 * * *", tz: "Europe/Riga" };
    const shown = await made(args, (document) => ({ ...document, timeout: 86_400 }) as unknown as Document);
    expect(shown).toEqual({ said: [], drift: [] });
  });

  it("hides from a read-only key by null, too", async () => {
    const resource = await new Run(contrary).create({ slug: "backup", grace: 60 });
    const hidden = { uuid: null, ping_url: null, update_url: null, pause_url: null, channels: null };
    contrary.alter = (document) =>
      ({ ...document, ...hidden, unique_key: uniqueKeyOf(String(document.uuid)) }) as unknown as Document;
    expect(await driftOf(resource, { grace: 60 })).toEqual([]);
  });

  it("is told of what it does not know once a run", async () => {
    contrary.alter = ({ filter_http_body: _, ...older }) => older as Document;
    const run = new Run(contrary);
    await run.create({ slug: "backup", filterHttpBody: true });
    const other = await run.create({ slug: "other", filterHttpBody: true });
    expect(run.said).toEqual([
      'check "backup": filterHttpBody: this service does not know this field, and ignored it for this and all other checks. Remove the line, or upgrade the service',
    ]);
    const seen = await new Run(contrary).read(other);
    expect(seen && changes(seen, { slug: "other", filterHttpBody: true })).toEqual([]);
    const next = new Run(contrary);
    await next.update(other, { slug: "other" });
    expect(next.said).toEqual([]);
  });

  it("may lack a field that nobody declares, and is told of the same once somebody does", async () => {
    contrary.alter = ({ desc: _, ...older }) => older as Document;
    const run = new Run(contrary);
    const plain = await run.create({ slug: "backup" });
    expect(run.said).toEqual([]);
    const seen = await new Run(contrary).read(plain);
    expect(seen && changes(seen, { slug: "backup" })).toEqual([]);
    await run.create({ slug: "other", desc: "dumps all" });
    expect(run.said).toEqual([
      expect.stringMatching(/^check "other": desc: this service does not know this field/),
    ]);
  });

  it.each([
    ["a flag that is declared as false", "filter_http_body", { filterHttpBody: false }],
    ["a text that nobody declares", "desc", {}],
  ])("has a check taken over as unchanged where it does not know %s", async (_what, lacking, args) => {
    await service.request("POST", "/checks/", { slug: "backup" });
    contrary.alter = ({ [lacking]: _, ...older }) => older as Document;
    const run = new Run(contrary);
    await run.create({ slug: "backup", onExisting: "adoptUnchanged", ...args });
    expect(run.said).toEqual([expect.stringMatching(/none of its fields changed$/)]);
  });

  it("has none taken over as unchanged that it would not change as declared", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    contrary.alter = ({ filter_http_body: _, ...older }) => older as Document;
    const declared = { slug: "backup", onExisting: "adoptUnchanged", filterHttpBody: true };
    expect(await refusal(new Run(contrary).create(declared))).toContain("filterHttpBody would change");
  });

  it("is told when it keeps the schedule of a check that was made simple", async () => {
    const run = new Run(contrary);
    const cron = await run.create({ slug: "backup", schedule: "0 3 * * *" });
    contrary.alter = ({ timeout: _, ...document }) =>
      ({ ...document, schedule: "0 3 * * *", tz: "UTC" }) as Document;
    const simple = await run.update(cron, { slug: "backup", timeout: 600 });
    expect(run.said).toEqual([
      `check "backup": schedule: not declared, but the service keeps one. ${FURTHER}`,
    ]);
    expect(changes(simple, { slug: "backup", timeout: 600 })).toEqual([]);
    expect(await driftOf(simple, { timeout: 600 })).toEqual(["timeout", "schedule", "tz"]);
  });

  it("is told when it keeps the period of a check that was given a schedule", async () => {
    const { said } = await made(
      { schedule: "0 3 * * *" },
      ({ schedule: _, tz: __, ...document }) =>
        ({
          ...document,
          timeout: 600,
        }) as unknown as Document,
    );
    expect(said).toEqual([`check "backup": schedule: it was sent, but the service keeps none. ${FURTHER}`]);
  });

  it("is refused where it answers with another check: its ping URL comes into no row", async () => {
    const run = new Run(contrary);
    const backup = await run.create({ slug: "backup" });
    await run.create({ slug: "other" });
    const other = await service.check("other");
    contrary.alter = (document) => (document.slug === "backup" ? other : document);
    const calls = [
      () => new Run(contrary).read(backup),
      () => new Run(contrary).update(backup, { slug: "backup", grace: 60 }),
      () => new Run(contrary).delete(backup),
    ];
    for (const call of calls) {
      const said = await refusal(call());
      expect(said).toContain("the answer was JSON, but not what the service's API promises in uuid");
      expect(said).not.toContain(other.uuid);
    }
  });

  it("has no other check taken for one with the slug where it lists all of them, whatever is asked for", async () => {
    await new Run(contrary).create({ slug: "other" });
    contrary.leavesOutQuery = true;
    const match = { method: "POST", path: "/checks/$" };
    await service.admin.faults({ match, times: 1, action: { kind: "status", status: 502, when: "after" } });
    await new Run(contrary).create({ slug: "backup" });
    expect((await service.checks()).map(({ slug }) => slug)).toEqual(["other", "backup"]);
  });
});
