/** Checks whose writes the service lets wait, while others change or get them. */
import { handOver } from "../../../../cli/handover/handover";
import { checkMethods } from "../../../../provider/monitor/check/checkMethods";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { letWait } from "../../../support/provider/limited";
import { beginMaintenance } from "../../../support/provider/maintained";
import { Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

let service: Service;
inService((opened) => {
  service = opened;
});

it("stay in the maintenance that began while their update or takeover waited", async () => {
  const made = await new Run(service).create({ slug: "updated", tags: ["db"], channels: ["Pager"] });
  await service.request("POST", "/checks/", { slug: "taken", tags: "db", channels: "*" });
  await letWait(service, { method: "POST", path: "/checks/.+" }, 2);
  await service.admin.clearRequests();
  const both = Promise.all([
    new Run(service).update(made, { slug: "updated", tags: ["web"], channels: ["Pager"] }),
    new Run(service).create({ slug: "taken", tags: ["web"], channels: ["Pager"] }),
  ]);
  await service.admin.waitFor(2, { route: "POST /api/v3/checks/<uuid>" });
  const begun = [await beginMaintenance(service, "updated"), await beginMaintenance(service, "taken")];
  await both;

  const checks = [await service.check("updated"), await service.check("taken")];
  expect(checks.map(({ tags }) => tags)).toEqual(begun.map(({ tags }) => String(tags).replace("db", "web")));
  expect(checks.map(({ channels }) => channels)).toEqual(["", ""]);
});

it("are left to the stack that got them while their update, deletion or pause waited", async () => {
  const stamping = () => new Run(service, { stamp: "true" }, "jobs/one");
  const slugs = ["updated-late", "deleted-late", "paused-late"] as const;
  const [updated, deleted, paused] = await Promise.all(slugs.map((slug) => stamping().create({ slug })));
  if (!updated || !deleted || !paused) throw new Error("none was made");
  const said: string[] = [];
  const tell = (message: string) => void said.push(message);
  const pausing = sessionAt(service, { stamp: "true" }, { info: tell, warn: tell, status: tell });
  pausing.stack = "jobs/one";
  const deleting = stamping();

  await letWait(service, { method: "POST", path: "/checks/.+" }, 2);
  await letWait(service, { method: "DELETE", path: "/checks/.+" });
  await service.admin.clearRequests();
  const all = Promise.all([
    refusal(stamping().update(updated, { slug: "updated-late", tags: ["web"] })),
    deleting.delete(deleted),
    checkMethods.pause.act(pausing, paused.id, { slug: "paused-late" }),
  ]);
  await service.admin.waitFor(1, { route: "POST /api/v3/checks/<uuid>" });
  await service.admin.waitFor(1, { route: "POST /api/v3/checks/<uuid>/pause" });
  await service.admin.waitFor(1, { route: "DELETE /api/v3/checks/<uuid>" });
  await handOver(monitorOf(sessionAt(service)).project(), {
    checks: [...slugs],
    to: "jobs/two",
    dryRun: false,
  });
  const [refused] = await all;

  for (const slug of slugs)
    expect(await service.check(slug)).toMatchObject({ tags: "pulumi:jobs/two", status: "new" });
  expect(refused).toContain("the check belongs to the stack jobs/two");
  expect(deleting.said.at(-1)).toBe('check "deleted-late": belongs to the stack jobs/two, and is kept');
  expect(said.at(-1)).toBe('check "paused-late": belongs to the stack jobs/two, and is left as it is');
});
