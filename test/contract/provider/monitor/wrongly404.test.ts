import { channelAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

describe.each(["server", "spec"] as const)(
  "a check that is there, although something answers 404 once (dialect %s)",
  (dialect) => {
    let service: Service;
    let run: Run;
    inService(
      (opened) => {
        service = opened;
        run = new Run(service);
      },
      { dialect },
    );
    const answers404 = (method: string, path = "") =>
      service.admin.faults({ match: { method, path }, times: 1, action: { kind: "status", status: 404 } });

    it("stays a resource when it is read, also when its project was listed before", async () => {
      const made = await run.create({ slug: "backup" });
      for (const isListed of [false, true]) {
        const next = new Run(service);
        if (isListed) await next.create({ slug: "other" });
        await answers404("GET");
        expect(await next.read(made)).toEqual(made);
      }
    });

    it("stays a resource until it is deleted", async () => {
      const made = await run.create({ slug: "backup" });
      await answers404("DELETE");
      expect(await refusal(new Run(service).delete(made))).toContain(
        "deleting the check: the service answered 404",
      );
      await answers404("GET");
      await new Run(service).delete(made);
      expect(await service.checks()).toEqual([]);
    });

    it("is not called deleted when it is changed, nor when channels are attached to it", async () => {
      const made = await run.create({ slug: "backup" });
      await answers404("POST");
      const update = () => new Run(service).update(made, { slug: "backup", grace: 60 });
      expect(await refusal(update())).toContain("updating the check: the service answered 404");
      expect((await update()).state.grace).toBe(60);
      for (const method of ["GET", "POST"]) {
        await service.admin.clearFaults();
        await answers404(method, made.id);
        const attach = channelAssignment.create(sessionAt(service), {
          check: made.id,
          channels: ["Pager"],
          mode: "additive",
        });
        expect(await refusal(attach)).toMatch(/(reading|updating) the check: the service answered 404/);
      }
    });

    it("is not made a second time when another resource takes it over with another slug", async () => {
      const { id } = await run.create({ slug: "backup" });
      await answers404("POST");
      const args = { slug: "vault", adopt: id };
      expect(await refusal(new Run(service).create(args))).toContain(
        "updating the check: the service answered 404",
      );
      expect((await new Run(service).create(args)).id).toBe(id);
      expect(await service.checks()).toHaveLength(1);
    });
  },
);
