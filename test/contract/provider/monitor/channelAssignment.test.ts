import type { ResourceDefinition } from "../../../../provider/core/resource";
import { validate } from "../../../../provider/core/validation";
import { channelAssignment as typedAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { sessionAt } from "../../../support/provider/run";
import { inService, Service } from "../../../support/service";

/** As a host serves it: by what is known of any resource. */
const channelAssignment: ResourceDefinition = typedAssignment;

const REPETITIONS = 20;
const TEAMS = 20;

describe("twenty additive assignments of one check", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const session = () => sessionAt(service);
  const attached = async () =>
    String((await service.check("backup")).channels)
      .split(",")
      .filter(Boolean)
      .sort();

  it(`lose nothing when they are created and destroyed at once (${REPETITIONS} repetitions)`, async () => {
    const ids: string[] = [];
    for (let team = 0; team < TEAMS; team += 1)
      ids.push((await service.admin.addChannel("alpha", `Team ${team}`, "email")).id);
    const byHand = (await service.admin.channels()).alpha?.[0]?.id ?? "";
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup", channels: byHand });

    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const up = session();
      const made = await Promise.all(
        ids.map((_, team) => {
          const { inputs } = validate(channelAssignment, { check: uuid, channels: [`Team ${team}`] });
          return channelAssignment.create(up, inputs);
        }),
      );
      expect(await attached()).toEqual([...ids, byHand].sort());
      const down = session();
      await Promise.all(made.map(({ id, state }) => channelAssignment.delete(down, id, state)));
      expect(await attached()).toEqual([byHand]);
    }
  });
});

describe("a run that has listed all checks", () => {
  let service: Service;
  inService((opened) => {
    service = opened;
  });

  it("sees what an assignment has attached since", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup", channels: "" });
    const session = sessionAt(service);
    const { checks } = monitorOf(session).project();
    await checks.all();
    const { inputs } = validate(channelAssignment, { check: uuid, channels: ["Pager"] });
    const { id, state } = await channelAssignment.create(session, inputs);
    expect(await checks.find(id)).toMatchObject({ channels: String(state.channelIds) });
  });
});
