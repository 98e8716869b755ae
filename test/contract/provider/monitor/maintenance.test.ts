/** A check in maintenance, as runs see it: none of them undoes it, and none takes it for drift. */

import { difference, type ResourceDefinition } from "../../../../provider/core/resource";
import { channelAssignment as typedAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { removeMaintenance } from "../../../../provider/monitor/maintenance";
import { withoutBackOff } from "../../../support/provider/backOff";
import { beginMaintenance, MAINTENANCE_ID } from "../../../support/provider/maintained";
import { changes, Run, sessionAt } from "../../../support/provider/run";
import { inService, type Service } from "../../../support/service";

const assignment: ResourceDefinition = typedAssignment;

describe.each(["server", "spec"] as const)("a check in maintenance (dialect %s)", (dialect) => {
  let service: Service;
  withoutBackOff();
  inService(
    (opened) => {
      service = opened;
    },
    { dialect },
  );

  const isMark = (tag: string) => tag.startsWith("maintenance:");
  const begin = (slug: string, until?: number) => beginMaintenance(service, slug, until);
  /** What `pulumi-checks maintenance end` does. */
  async function end(slug: string, channels: unknown): Promise<void> {
    const check = await service.check(slug);
    const tags = removeMaintenance(String(check.tags), MAINTENANCE_ID);
    await service.request("POST", `/checks/${check.uuid}`, { tags, channels });
  }
  const tagsOf = async (slug: string) => String((await service.check(slug)).tags).split(" ");

  it("is as declared to a refresh, which says once what is going on", async () => {
    const made = [];
    const run = new Run(service);
    for (const slug of ["a", "b"]) made.push(await run.create({ slug, tags: ["db"], channels: ["Pager"] }));
    for (const slug of ["a", "b"]) await begin(slug);
    const refresh = new Run(service);
    for (const one of made) expect(await refresh.read(one)).toEqual(one);
    expect(refresh.said).toEqual([
      expect.stringMatching(
        /^check "a": in maintenance until .* UTC \(new disk\); until it ends, the channels of its checks stay off$/,
      ),
    ]);
  });

  it("is left quiet by an update of another field, and keeps its channels in the state", async () => {
    const made = await new Run(service).create({ slug: "a", tags: ["db"], channels: ["Pager"] });
    const { channels } = await service.check("a");
    await begin("a");
    const run = new Run(service);
    const updated = await run.update(made, { slug: "a", tags: ["web"], grace: 120, channels: ["Pager"] });
    expect(await service.check("a")).toMatchObject({ channels: "", grace: 120 });
    expect((await tagsOf("a")).filter((tag) => !isMark(tag))).toEqual(["web"]);
    expect((await tagsOf("a")).filter(isMark)).toHaveLength(1);
    expect(run.said.filter((line) => !line.includes("in maintenance until"))).toEqual([]);
    expect(changes(updated, { slug: "a", tags: ["web"], grace: 120, channels: ["Pager"] })).toEqual([]);
    await end("a", channels);
    expect(await new Run(service).read(updated)).toEqual(updated);
  });

  it("is updated in another field by one request, as at any other time", async () => {
    const made = await new Run(service).create({ slug: "a", tags: ["db"], channels: ["Pager"] });
    await begin("a");
    await service.admin.clearRequests();
    await new Run(service).update(made, { slug: "a", tags: ["db"], grace: 120, channels: ["Pager"] });
    expect((await service.admin.requests()).byRoute).toEqual({ "POST /api/v3/checks/<uuid>": 1 });
  });

  it("loses a tag that somebody gave it meanwhile by an update of another field, as any check", async () => {
    const made = await new Run(service).create({ slug: "a", tags: ["db"], channels: ["Pager"] });
    await begin("a");
    const { uuid, tags } = await service.check("a");
    await service.request("POST", `/checks/${uuid}`, { tags: `${String(tags)} by-hand` });
    const run = new Run(service);
    const updated = await run.update(made, { slug: "a", tags: ["db"], grace: 120, channels: ["Pager"] });
    expect(run.said).toEqual([expect.stringMatching(/^check "a": in maintenance until /)]);
    expect((await tagsOf("a")).filter((tag) => !isMark(tag))).toEqual(["db"]);
    expect((await tagsOf("a")).filter(isMark)).toHaveLength(1);
    expect(await service.check("a")).toMatchObject({ channels: "", grace: 120 });
    expect(await new Run(service).read(updated)).toEqual(updated);
  });

  it("has its channels under whatever names they get, also after an update of another field", async () => {
    const made = await new Run(service).create({ slug: "a", channels: ["Pager"] });
    const { channels } = await service.check("a");
    await begin("a");
    const updated = await new Run(service).update(made, { slug: "a", grace: 120, channels: ["Pager"] });
    await end("a", channels);
    await service.admin.renameChannel(String(channels), "Night pager");
    expect(await new Run(service).read(updated)).toEqual(updated);
  });

  it("gets other channels by the first update after it", async () => {
    const made = await new Run(service).create({ slug: "a", channels: ["Pager"] });
    const { channels } = await service.check("a");
    await begin("a");
    const wanted = { slug: "a", channels: "*" };
    const run = new Run(service);
    const updated = await run.update(made, wanted);
    expect(run.said).toContain(
      'check "a": channels: not written in maintenance; the up after it writes them',
    );
    expect((await service.check("a")).channels).toBe("");
    expect(changes(updated, wanted)).toEqual(["channels"]);
    await end("a", channels);
    const after = await new Run(service).update(updated, wanted);
    expect(String((await service.check("a")).channels).split(",").length).toBeGreaterThan(1);
    expect(changes(after, wanted)).toEqual([]);
  });

  it("is told that its channels are not written, where the program names them for the first time", async () => {
    const made = await new Run(service).create({ slug: "a" });
    await begin("a");
    const wanted = { slug: "a", channels: ["Pager"] };
    const run = new Run(service);
    const updated = await run.update(made, wanted);
    expect(run.said).toContain(
      'check "a": channels: not written in maintenance; the up after it writes them',
    );
    expect(changes(updated, wanted)).toEqual(["channels"]);
  });

  it("is taken over without them also where it began long after the run looked at all checks", async () => {
    await service.request("POST", "/checks/", { slug: "a" });
    const run = new Run(service);
    await run.create({ slug: "first" });
    await begin("a");
    const steady = performance.now();
    jest.spyOn(performance, "now").mockImplementation(() => steady + 60_000);
    await run.create({ slug: "a", channels: ["Pager"] });
    expect((await service.check("a")).channels).toBe("");
    expect((await tagsOf("a")).filter(isMark)).toHaveLength(1);
  });

  it("is taken over without its channels, which the next update writes", async () => {
    await service.request("POST", "/checks/", { slug: "a", channels: "*" });
    await begin("a");
    const wanted = { slug: "a", channels: ["Pager"], onExisting: "adoptUnchanged" };
    const run = new Run(service);
    const made = await run.create(wanted);
    expect(run.said).toContain(
      'check "a": channels: not written in maintenance; the up after it writes them',
    );
    expect(await service.check("a")).toMatchObject({ channels: "" });
    expect((await tagsOf("a")).filter(isMark)).toHaveLength(1);
    expect(changes(made, wanted)).toEqual(["channels"]);
  });

  it.each<[string, object, string]>([
    ["the grace", { grace: 120 }, ""],
    ["the tags", { tags: ["db"] }, "db"],
  ])(
    "whose end a run's list has not seen is not begun again by an update of %s",
    async (_what, change, tags) => {
      const made = await new Run(service).create({ slug: "a", channels: ["Pager"] });
      const { channels } = await service.check("a");
      await begin("a");
      const run = new Run(service);
      for (const slug of ["b", "c"]) await run.create({ slug });
      await end("a", channels);
      await run.update(made, { slug: "a", ...change, channels: ["Pager"] });
      expect(await service.check("a")).toMatchObject({ channels, tags });
    },
  );

  it("that was meant to be over is a warning, with what puts it right", async () => {
    const made = await new Run(service).create({ slug: "a", channels: ["Pager"] });
    await begin("a", Math.floor(Date.now() / 1000) - 60);
    const run = new Run(service);
    expect(await run.read(made)).toEqual(made);
    expect(run.said).toEqual([
      expect.stringContaining(`Run \`pulumi-checks maintenance end ${MAINTENANCE_ID}\` to put them back`),
    ]);
  });

  it("is left alone by assignments: as they were to a refresh, and written by the first update after it", async () => {
    const said: string[] = [];
    const tell = (line: string) => void said.push(line);
    const session = () => sessionAt(service, {}, { info: tell, warn: tell, status: tell });
    const check = await service.request("POST", "/checks/", { slug: "a" });
    const inputs = { check: check.uuid, channels: ["Pager"], mode: "additive" };
    const { id, state } = await assignment.create(session(), inputs);
    const { channels } = await service.check("a");
    await begin("a");
    expect(await assignment.read(session(), id, state)).toEqual(state);
    const wider = { ...inputs, channels: "*" };
    const updated = await assignment.update(session(), id, state, wider);
    const second = await assignment.create(session(), { ...inputs, channels: ["Ops mail"] });
    expect(updated).toEqual(state);
    expect(second.state).toMatchObject({ channels: [], channelIds: [] });
    expect((await service.check("a")).channels).toBe("");
    await assignment.delete(session(), id, state);
    expect(said.at(-1)).toMatch(/its channels come back when it ends\. Detach those of this assignment/);
    await end("a", channels);
    await assignment.update(session(), id, updated, wider);
    expect(String((await service.check("a")).channels).split(",").length).toBeGreaterThan(1);
  });

  it("keeps what an assignment has that is updated in it, when another one with the same channel is deleted", async () => {
    const said: string[] = [];
    const tell = (line: string) => void said.push(line);
    const check = await service.request("POST", "/checks/", { slug: "a" });
    const inputs = { check: check.uuid, channels: ["Pager"], mode: "additive" };
    const { id, state } = await assignment.create(sessionAt(service), inputs);
    await begin("a");
    const session = sessionAt(service, {}, { info: tell, warn: tell, status: tell });
    await assignment.update(session, id, state, { ...inputs, channels: ["Pager", "Ops mail"] });
    await assignment.delete(session, id, state);
    expect(said.at(-1)).toMatch(/: another assignment of this run has its channels, so they are kept$/);
  });

  it("lets the first update after it make an assignment exclusive that became so meanwhile, or is new and empty", async () => {
    const session = () => sessionAt(service);
    const check = await service.request("POST", "/checks/", { slug: "a", channels: "*" });
    const inputs = { check: check.uuid, channels: ["Pager"], mode: "additive" };
    const { id, state } = await assignment.create(session(), inputs);
    const { channels } = await service.check("a");
    await begin("a");
    const exclusive = { ...inputs, mode: "exclusive" };
    const updated = await assignment.update(session(), id, state, exclusive);
    expect(difference(assignment, updated, exclusive).changed).toEqual(["mode"]);
    const none = { ...inputs, channels: [], mode: "exclusive" };
    const made = await assignment.create(session(), none);
    expect(difference(assignment, made.state, none).changed).toEqual(["mode"]);
    await end("a", channels);
    const after = await assignment.update(session(), id, updated, exclusive);
    expect(String((await service.check("a")).channels).split(",")).toHaveLength(1);
    expect(difference(assignment, after, exclusive).changed).toEqual([]);
  });
});
