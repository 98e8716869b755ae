/** Assignments whose writes the service lets wait, while others change the channels of the same checks. */
import { channelAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { letWait } from "../../../support/provider/limited";
import { sessionAt } from "../../../support/provider/run";
import { inService, type Service } from "../../../support/service";

let service: Service;
inService((opened) => {
  service = opened;
});

const inputsFor = (check: string) =>
  ({ check, channels: ["Pager"], mode: "additive" }) as Parameters<typeof channelAssignment.create>[1];
const namesOf = async (slug: string) => {
  const ids = String((await service.check(slug)).channels).split(",");
  const channels = (await service.admin.channels()).alpha ?? [];
  return channels.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
};

it("keep what was attached while they waited, and attach and detach their own", async () => {
  const { uuid: first } = await service.request("POST", "/checks/", { slug: "first" });
  const { uuid: second } = await service.request("POST", "/checks/", { slug: "second" });
  const assigned = await channelAssignment.create(sessionAt(service), inputsFor(second));
  expect(await namesOf("second")).toEqual(["Pager"]);

  await letWait(service, { method: "POST", path: "/checks/.+" }, 2);
  await service.admin.clearRequests();
  const [up, down] = [sessionAt(service), sessionAt(service)];
  const both = Promise.all([
    channelAssignment.create(up, inputsFor(first)),
    channelAssignment.delete(down, assigned.id, assigned.state),
  ]);
  await service.admin.waitFor(2, { route: "POST /api/v3/checks/<uuid>" });
  await service.request("POST", `/checks/${first}`, { channels: "Ops mail" });
  await service.request("POST", `/checks/${second}`, { channels: "Ops mail,Pager" });
  await both;

  expect([await namesOf("first"), await namesOf("second")]).toEqual([["Ops mail", "Pager"], ["Ops mail"]]);
  const { byRoute } = await service.admin.requests();
  expect(byRoute["GET /api/v3/checks/<uuid>"]).toBe(4);
});
