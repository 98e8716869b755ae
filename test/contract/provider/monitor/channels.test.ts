import type { Channel } from "../../../../emulator";
import type { ResourceDefinition } from "../../../../provider/core/resource";
import { channelAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { check } from "../../../../provider/monitor/check/check";
import { changes, inputsOf, type Remembered, Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

/** A UUID that no channel has. */
const STRANGER = "00000000-0000-4000-8000-000000000000";

describe("channels", () => {
  let service: Service;
  let channels: Channel[];
  inService(async (opened) => {
    service = opened;
    channels = (await service.admin.channels()).alpha ?? [];
  });

  const idOf = (name: string) => channels.find((channel) => channel.name === name)?.id ?? "";
  const assigned = async (slug = "backup") => String((await service.check(slug)).channels);
  const create = (spelled: unknown) => new Run(service).create({ slug: "backup", channels: spelled });

  async function refreshed(made: Remembered): Promise<Remembered> {
    const seen = await new Run(service).read(made);
    if (!seen) throw new Error("the check is gone");
    return seen;
  }

  it("are found by name or UUID, blanks and case counting", async () => {
    await create(["Pager", idOf("Ops mail")]);
    expect(new Set((await assigned()).split(","))).toEqual(new Set([idOf("Pager"), idOf("Ops mail")]));
  });

  it.each(["pager", "Pager ", "Pagers"])(
    "have no other name: %j is refused, and nothing is made",
    async (name) => {
      expect(await refusal(create(["Ops mail", name]))).toBe(
        'check "backup": channels[1]: no channel has this name; the channels are "Ops mail", "Pager", "dup", "dup", "Chat room". Correct the name (spaces and upper or lower case matter), or give a UUID',
      );
      expect(await service.checks()).toEqual([]);
    },
  );

  it("without a name, as the service itself makes them, are told by their UUID", async () => {
    const { id } = await service.admin.addChannel("alpha", "", "email");
    expect(await refusal(create(["Email"]))).toContain(
      `the channels are "Ops mail", "Pager", "dup", "dup", "Chat room", an unnamed email channel (${id}). Correct`,
    );
  });

  it.each([[["*"]], [["Pager", "*"]]])("are not all of them in a list, %j, which is told", async (list) => {
    expect(await refusal(create(list))).toMatch(
      /no channel has this name; the channels are .*\. For all channels make it the text "\*", not a list$/,
    );
    expect(await service.checks()).toEqual([]);
  });

  it("are said to be unknown all at once, whatever words the service refuses them in", async () => {
    for (const body of ['{"error": "bad request"}', '{"error": "unknown integration"}', "<h1>400</h1>"]) {
      await service.admin.faults({
        match: { method: "POST", path: "/checks/" },
        times: 1,
        action: { kind: "status", status: 400, body },
      });
      await service.admin.clearRequests();
      expect(await refusal(create(["Ops mail", "pager", "mail"]))).toBe(
        'check "backup": channels[1], channels[2]: no channels have these names; the channels are "Ops mail", "Pager", "dup", "dup", "Chat room". Correct the names (spaces and upper or lower case matter), or give a UUID',
      );
      expect((await service.admin.requests()).byRoute).toMatchObject({ "GET /api/v3/channels/": 1 });
    }
  });

  it("that are right leave a refusal about something else in the service's words", async () => {
    const body = '{"error": "name is too odd"}';
    await service.admin.faults({
      match: { method: "POST" },
      times: 1,
      action: { kind: "status", status: 400, body },
    });
    expect(await refusal(create(["Pager"]))).toBe(
      'check "backup": creating the check: the service answered 400 (the service said: name is too odd)',
    );
  });

  it("by names and UUIDs together are sent as UUIDs, which every service understands", async () => {
    await create(["Pager", idOf("Ops mail")]);
    const { byRoute } = await service.admin.requests();
    expect(byRoute).toMatchObject({ "GET /api/v3/channels/": 1 });
  });

  it("that share a name must be told apart by their UUIDs", async () => {
    const [first, second] = channels.filter(({ name }) => name === "dup").map(({ id }) => id);
    expect(await refusal(create(["dup"]))).toBe(
      `check "backup": channels[0]: 2 channels have this name (${first}, ${second}). Give the UUID of the one you mean`,
    );
    await create([second]);
    expect(await assigned()).toBe(second);
  });

  it("by a UUID that is none of the project's are refused by the service, in its words", async () => {
    expect(await refusal(create([STRANGER]))).toBe(
      `check "backup": creating the check: the service answered 400 (the service said: invalid channel identifier: ${STRANGER})`,
    );
    expect(await service.checks()).toEqual([]);
  });

  it("are all those there are now for *, and one that is added later is a difference", async () => {
    const made = await create("*");
    expect((await assigned()).split(",")).toHaveLength(5);
    expect(await refreshed(made)).toEqual(made);
    const late = await service.admin.addChannel("alpha", "Late", "email");
    const seen = await refreshed(made);
    expect(seen.state.channels).toHaveLength(5);
    expect(changes(seen, { slug: "backup", channels: "*" })).toEqual(["channels"]);
    const updated = await new Run(service).update(seen, { slug: "backup", channels: "*" });
    expect(await assigned()).toContain(late.id);
    expect((await refreshed(updated)).state.channels).toBe("*");
  });

  it("are none for *, in a project without channels", async () => {
    for (const { id } of channels) await service.admin.deleteChannel(id);
    const made = await create("*");
    expect(await assigned()).toBe("");
    expect(await refreshed(made)).toEqual(made);
  });

  it("changed by hand are shown by their names where the user gave names, by UUID where those are shared", async () => {
    const made = await create(["Pager"]);
    const [dup] = channels.filter(({ name }) => name === "dup");
    const body = { channels: `${idOf("Ops mail")},${dup?.id}` };
    await service.request("POST", `/checks/${made.id}`, body);
    const seen = await refreshed(made);
    expect(new Set(seen.state.channels as string[])).toEqual(new Set(["Ops mail", dup?.id]));
    const repaired = await new Run(service).update(seen, { slug: "backup", channels: ["Pager"] });
    expect(await assigned()).toBe(idOf("Pager"));
    expect((await refreshed(repaired)).state.channels).toEqual(["Pager"]);
  });

  it("that no program can name are shown by UUID, so that what a refresh tells is taken as it is", async () => {
    const { id: nameless } = await service.admin.addChannel("alpha", "", "email");
    const { id: listed } = await service.admin.addChannel("alpha", "Ops,Night", "email");
    const { id: star } = await service.admin.addChannel("alpha", "*", "email");
    const { id: uuidLike } = await service.admin.addChannel("alpha", STRANGER, "email");
    const [dup] = channels.filter(({ name }) => name === "dup");
    const odd = [nameless, listed, star, uuidLike, dup?.id ?? ""];
    const body = { channels: [idOf("Pager"), ...odd].join() };
    for (const spelled of [["Pager"], "*"]) {
      const made = await create(spelled);
      await service.request("POST", `/checks/${made.id}`, body);
      const shown = (await refreshed(made)).state.channels as string[];
      expect(shown.toSorted()).toEqual(["Pager", ...odd].toSorted());
      await new Run(service).update(made, { slug: "backup", channels: shown });
      expect((await assigned()).split(",").toSorted()).toEqual([idOf("Pager"), ...odd].toSorted());
    }
  });

  it("that were deleted drop out, and that is a difference", async () => {
    const made = await create(["Pager", "Ops mail"]);
    await service.admin.deleteChannel(idOf("Pager"));
    const seen = await refreshed(made);
    expect(seen.state.channels).toEqual(["Ops mail"]);
    const said = await refusal(
      new Run(service).update(seen, { slug: "backup", channels: ["Pager", "Ops mail"] }),
    );
    expect(said).toContain("channels[0]: no channel has this name");
    expect(await assigned()).toBe(idOf("Ops mail"));
  });

  it("that only got another name are no difference", async () => {
    const made = await create(["Pager"]);
    await service.admin.renameChannel(idOf("Pager"), "Night pager");
    expect(await refreshed(made)).toEqual(made);
  });

  it("that a check names itself are not changed by an assignment under another name of its project", async () => {
    const same = JSON.stringify({ same: { apiKey: service.key } });
    const session = sessionAt(service, { projects: same });
    const checks: ResourceDefinition = check;
    const assignments: ResourceDefinition = channelAssignment;
    const { id } = await checks.create(session, inputsOf({ slug: "backup", channels: ["Ops mail"] }));
    const pager = { project: "same", check: id, channels: ["Pager"], mode: "exclusive" };
    expect(await refusal(assignments.create(session, pager))).toContain(
      "the check names channels itself, and each would undo the other",
    );
    expect(await assigned()).toBe(idOf("Ops mail"));
  });

  it("are left as they are, and not asked about, when the program does not name them", async () => {
    const made = await new Run(service).create({ slug: "backup" });
    await service.request("POST", `/checks/${made.id}`, { channels: "*" });
    await service.admin.clearRequests();
    const seen = await refreshed(made);
    expect(seen).toEqual(made);
    await new Run(service).update(seen, { slug: "backup", name: "n" });
    expect((await assigned()).split(",")).toHaveLength(5);
    expect((await service.admin.requests()).byRoute).not.toHaveProperty("GET /api/v3/channels/");
  });

  it("are left as they are when their line is removed, and taken away by an empty list", async () => {
    const made = await create(["Pager"]);
    const unnamed = await new Run(service).update(made, { slug: "backup" });
    expect(await assigned()).toBe(idOf("Pager"));
    expect(unnamed.state).not.toHaveProperty("channels");
    await new Run(service).update(unnamed, { slug: "backup", channels: [] });
    expect(await assigned()).toBe("");
  });
});
