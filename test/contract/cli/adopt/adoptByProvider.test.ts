import fc from "fast-check";
import { collect } from "../../../../cli/adopt/collect";
import { planAdoption } from "../../../../cli/adopt/plan";
import type { DialectName } from "../../../../emulator";
import { withConfigured } from "../../../../provider/monitor/check/configuredCheck";
import { arbitraryCheck } from "../../../support/cli/adopt/serviceChecks";
import { Run, sessionAt } from "../../../support/provider/run";
import { type Document, Service } from "../../../support/service";

describe.each<DialectName>(["server", "spec"])(
  "the provider, given what adopt wrote, on a service of the dialect %s",
  (dialect) => {
    let service: Service;
    beforeEach(async () => {
      service = await Service.start({ dialect });
    });
    afterEach(() => service.stop());

    it("changes of any checks what the plan says: at most their slugs", async () => {
      const channels = ((await service.admin.channels()).alpha ?? []).map(({ id }) => id);
      for (const [n, { uuid: _, ...fields }] of fc
        .sample(arbitraryCheck, { numRuns: 80, seed: 6 })
        .entries()) {
        const attached = channels.slice(0, n % 4).join(",");
        // What the service refuses is no check of anybody.
        await service
          .request("POST", "/checks/", { ...writable(fields), channels: attached })
          .catch(() => {});
      }
      const before = await service.checks();
      expect(before.length).toBeGreaterThan(30);

      const collected = await collect(sessionAt(service), { channels: "names" });
      const { adoptions, leftOut } = planAdoption(collected, { tags: [], slugs: [], channels: "names" });
      expect(adoptions.length + leftOut.length).toBe(before.length);
      const firstUp = new Run(service);
      for (const { args } of adoptions) await firstUp.create(args);

      const planned = new Map(before.map((check) => [check.uuid, check]));
      for (const { uuid, changes = [] } of adoptions) {
        for (const { field, to } of changes)
          planned.set(uuid, { ...(planned.get(uuid) as Document), [field]: to });
      }
      expect(await service.checks()).toEqual([...planned.values()]);
    });

    it("changes nothing of checks without tags and channels, though the configuration has defaults", async () => {
      await service.request("POST", "/checks/", { slug: "bare", name: "bare" });
      await service.request("POST", "/checks/", { slug: "tagged", name: "tagged", tags: "prod db" });
      const before = await service.checks();
      const settings = {
        defaultTags: "everywhere",
        defaultChannels: "*",
        defaultGrace: "10m",
        channelsByTag: '{"db": []}',
      };
      const session = sessionAt(service, settings);
      const collected = await collect(session, { channels: "names" });
      const { adoptions } = planAdoption(collected, { tags: [], slugs: [], channels: "names" });
      expect(adoptions.map(({ changes }) => changes)).toEqual([[], []]);
      const firstUp = new Run(service, settings);
      for (const { args } of adoptions) await firstUp.create(withConfigured(session, args));
      expect(await service.checks()).toEqual(before);
    });

    it("changes no channels that are left to people, where the configuration names the same ones by a tag alone", async () => {
      await service.request("POST", "/checks/", { slug: "db", name: "db", tags: "db", channels: "Pager" });
      const before = await service.checks();
      const settings = { channelsByTag: '{"db": ["Pager"]}' };
      const session = sessionAt(service, settings);
      const collected = await collect(session, { channels: "leave" });
      const { adoptions } = planAdoption(collected, { tags: [], slugs: [], channels: "leave" });
      expect(adoptions.map(({ changes }) => changes)).toEqual([[]]);
      const firstUp = new Run(service, settings);
      for (const { args } of adoptions) await firstUp.create(withConfigured(session, args));
      expect(await service.checks()).toEqual(before);
    });

    it.each(["fail", "adoptUnchanged"])(
      "takes over what it promises where checks:onExisting is %s",
      async (onExisting) => {
        await service.request("POST", "/checks/", { slug: "backup", name: "backup" });
        await service.request("POST", "/checks/", { name: "By hand" });
        const collected = await collect(sessionAt(service, { onExisting }), { channels: "names" });
        const { adoptions } = planAdoption(collected, { tags: [], slugs: [], channels: "names" });
        expect(adoptions.map(({ changes }) => changes?.length)).toEqual([0, 1]);
        const firstUp = new Run(service, { onExisting });
        const made = [];
        for (const { args } of adoptions) made.push(await firstUp.create(args));
        expect(made.map(({ id }) => id)).toEqual(adoptions.map(({ uuid }) => uuid));
      },
    );
  },
);

/** The fields that a person can set. */
function writable(check: object): object {
  const readOnly = ["n_pings", "status", "ping_url", "subject", "subject_fail", "channels"];
  return Object.fromEntries(Object.entries(check).filter(([key]) => !readOnly.includes(key)));
}
