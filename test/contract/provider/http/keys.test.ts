import type { Fault } from "../../../../emulator";
import { withoutBackOff } from "../../../support/provider/backOff";
import { fastForward, withFakeTime } from "../../../support/provider/fakeTime";
import { type Remembered, Run } from "../../../support/provider/run";
import { withServices } from "../../../support/provider/services";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

type Action = Fault["action"];

const WRONG = "x".repeat(32);

/** Answers to a list request that are no list of checks. */
const NO_LISTS: Action[] = [
  { kind: "html" },
  { kind: "empty" },
  { kind: "half" },
  { kind: "redirect" },
  { kind: "status", status: 404 },
  { kind: "html", body: "{}" },
  { kind: "html", body: '{"checks": [{"id": 1}]}' },
  { kind: "html", body: '{"error": "maintenance"}' },
];

describe.each(["server", "spec"] as const)(
  "only proof removes a check from the state (dialect %s)",
  (dialect) => {
    let service: Service;
    let checks: Remembered[];
    withoutBackOff();
    inService(
      async (opened) => {
        service = opened;
        const run = new Run(service);
        const slugs = ["a", "b", "c", "d", "e", "f"];
        checks = await Promise.all(
          slugs.map((slug) => run.create({ slug, channels: ["Pager"], tags: ["x"] })),
        );
        await service.admin.clearRequests();
      },
      { dialect },
    );

    const [readOnly, beta] = [
      () => service.emulator.projects.alpha.readOnlyKey,
      () => service.emulator.projects.beta,
    ];

    /** Reads of all checks, more than go out singly, each of which must fail. */
    async function unreadable(settings: Record<string, string>, gone: Remembered[] = []): Promise<string[]> {
      const run = new Run(service, settings);
      return Promise.all([...checks, ...gone].map((check) => refusal(run.read(check))));
    }

    it("and a wrong key gives none: every call is refused, and the checks stay", async () => {
      const [made] = checks;
      if (!made) throw new Error("no check");
      const wrong = new Run(service, { apiKey: WRONG });
      const calls = [
        () => wrong.create({ slug: "new" }),
        () => wrong.update(made, { slug: "a", name: "n" }),
        () => wrong.delete(made),
      ];
      const said = await Promise.all(calls.map((call) => refusal(call())));
      said.push(...(await unreadable({ apiKey: WRONG })));
      for (const message of said) {
        expect(message).toMatch(
          /the service refused the API key.*\. It is wrong, or it is a read-only key|\. It is wrong or was revoked/,
        );
        expect(message).not.toContain(WRONG);
      }
      expect(await service.checks()).toHaveLength(6);
    });

    it("and a read-only key reads all there is to read: no difference, nobody gone", async () => {
      const run = new Run(service, { apiKey: readOnly() });
      expect(await Promise.all(checks.map((check) => run.read(check)))).toEqual(checks);
      expect((await service.admin.requests()).total).toBe(5);
    });

    it("and a read-only key sees who is really gone", async () => {
      for (const { id } of checks.slice(1)) await service.request("DELETE", `/checks/${id}`);
      const run = new Run(service, { apiKey: readOnly() });
      const seen = await Promise.all(checks.map((check) => run.read(check)));
      expect(seen).toEqual([checks[0], ...Array.from({ length: 5 })]);
    });

    it("and a read-only key changes nothing, and is named as a possible cause", async () => {
      const [made] = checks;
      if (!made) throw new Error("no check");
      const run = new Run(service, { apiKey: readOnly() });
      expect(await refusal(run.create({ slug: "new" }))).toBe(
        'check "new": the API key is read-only. Creating a check needs a read-write key in checks:apiKey or CHECKS_API_KEY',
      );
      for (const call of [run.update(made, { slug: "a", name: "n" }), run.delete(made)])
        expect(await refusal(call)).toMatch(/read-only|403/);
      expect((await service.checks()).map(({ name }) => name)).toEqual(Array(6).fill(""));
    });

    it("and a read-only key does not create in an empty project either", async () => {
      const run = new Run(service, { apiKey: beta().readOnlyKey });
      expect(await refusal(run.create({ slug: "new" }))).toMatch(/read-only key|may not create checks/);
      expect(await service.checks(beta().readWriteKey)).toEqual([]);
    });

    it("and a 403 to a list speaks of no check that belongs to another project", async () => {
      await service.admin.faults({
        match: { method: "GET", path: "/checks/" },
        action: { kind: "status", status: 403, body: '{"error": "no"}' },
        times: 100,
      });
      expect(await refusal(new Run(service).create({ slug: "new" }))).toBe(
        'check "new": listing the checks: the service refused access with this API key (403) (the service said: no). The key is not good for this, or something in front of the service refuses it; set another key of the project in checks:apiKey or CHECKS_API_KEY, or ask whoever runs the service',
      );
    });

    it("and a wrong address gives none, though it answers 404 to everything", async () => {
      const [made] = checks;
      if (!made) throw new Error("no check");
      const url = `${service.emulator.url}/nowhere`;
      for (const message of await unreadable({ url })) expect(message).toContain("the service answered 404");
      const lost = new Run(service, { url });
      expect(await refusal(lost.delete(made))).toContain("listing the checks: the service answered 404");
      expect(await refusal(lost.create({ slug: "new" }))).toContain(
        "listing the checks: the service answered 404",
      );
      expect(await service.checks()).toHaveLength(6);
    });

    it("and an empty list gives none either: the check itself is asked for", async () => {
      await service.admin.faults({
        match: { path: "/checks/$" },
        action: { kind: "html", body: '{"checks": []}' },
      });
      const run = new Run(service);
      expect(await Promise.all(checks.map((check) => run.read(check)))).toEqual(checks);
    });

    it("and a check that is gone is seen as such, one request each and one for all", async () => {
      for (const { id } of checks) await service.request("DELETE", `/checks/${id}`);
      await service.admin.clearRequests();
      const run = new Run(service);
      expect(await Promise.all(checks.map((check) => run.read(check)))).toEqual(Array(6).fill(undefined));
      expect((await service.admin.requests()).total).toBe(7);
    });
  },
);

describe("what stands in place of the list of checks", () => {
  withFakeTime();
  const start = withServices();

  it("is an error for those whom it should have shown, and no proof that one is gone", async () => {
    const stories = NO_LISTS.map(async (action) => {
      const service = await start();
      const before = new Run(service);
      const slugs = ["a", "b", "c", "d", "e"];
      const checks = await Promise.all(slugs.map((slug) => before.create({ slug })));
      const gone = await before.create({ slug: "gone" });
      await service.request("DELETE", `/checks/${gone.id}`);
      await service.admin.faults({ match: { path: "/checks/$" }, action });
      const run = new Run(service);
      const single = checks.slice(0, 4);
      expect(await Promise.all(single.map((check) => run.read(check)))).toEqual(single);
      const others = [...checks.slice(4), gone].map((check) => refusal(run.read(check)));
      for (const message of await Promise.all(others)) expect(message).toContain("listing the checks: ");
    });
    await fastForward(Promise.all(stories));
  });
});
