/** Updates of two checks of a run, with a failure between them, a second stack, and people who change the same checks. */
import { withoutBackOff } from "../../../support/provider/backOff";
import { type Remembered, Run } from "../../../support/provider/run";
import { inService, type Service } from "../../../support/service";

const WITH = (slug: string, grace = 3600) => ({
  slug,
  tags: ["db"],
  channels: slug === "all" ? "*" : ["Pager"],
  grace,
});

describe.each(["server", "spec"] as const)(
  "an update that changes neither tags nor channels (dialect %s)",
  (dialect) => {
    let service: Service;
    withoutBackOff();
    inService(
      (opened) => {
        service = opened;
      },
      { dialect },
    );
    const made = () => Promise.all(["all", "one"].map((slug) => new Run(service).create(WITH(slug))));
    const channelsOf = async (slug: string) =>
      String((await service.check(slug)).channels)
        .split(",")
        .sort();
    const both = () => Promise.all(["all", "one"].map(channelsOf));
    const updateBoth = (run: Run, checks: readonly Remembered[]) =>
      Promise.allSettled(checks.map((check) => run.update(check, WITH(String(check.state.slug), 120))));

    it("puts back tags and channels that somebody took off, as ever", async () => {
      const checks = await made();
      const before = await both();
      for (const { id } of checks) await service.request("POST", `/checks/${id}`, { tags: "", channels: "" });
      expect((await updateBoth(new Run(service), checks)).map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
      ]);
      expect(await both()).toEqual(before);
      expect((await service.checks()).map(({ tags, grace }) => [tags, grace])).toEqual([
        ["db", 120],
        ["db", 120],
      ]);
    });

    it("puts them back in the next run where the service failed in between", async () => {
      const checks = await made();
      const before = await both();
      for (const { id } of checks)
        await service.request("POST", `/checks/${id}`, { tags: "web", channels: "" });
      // The first request of each is carried out; the one that puts tags and channels back is refused.
      await service.admin.faults({
        match: { method: "POST", path: "/checks/.+" },
        nth: 3,
        times: 2,
        action: { kind: "status", status: 403 },
      });
      const failed = await updateBoth(new Run(service), checks);
      expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      // The engine kept the old state: the same update again.
      await updateBoth(new Run(service), checks);
      expect(await both()).toEqual(before);
      expect((await service.checks()).map(({ tags }) => tags)).toEqual(["db", "db"]);
    });

    it("keeps the stamp of its own stack, beside a second one that stamps its checks", async () => {
      const stamping = { stamp: "true" };
      const one = await new Run(service, stamping, "jobs/dev").create(WITH("one"));
      const other = await new Run(service, stamping, "jobs/prod").create(WITH("all"));
      await new Run(service, stamping, "jobs/dev").update(one, WITH("one", 120));
      const refused = new Run(service, stamping, "jobs/dev").update(
        { ...one, id: other.id },
        WITH("all", 120),
      );
      await expect(refused).rejects.toThrow("jobs/prod");
      const tags = (await service.checks()).map((check) => [
        check.slug,
        String(check.tags).split(" ").sort(),
        check.grace,
      ]);
      expect(tags.sort()).toEqual([
        ["all", ["db", "pulumi:jobs/prod"], 3600],
        ["one", ["db", "pulumi:jobs/dev"], 120],
      ]);
    });
  },
);
