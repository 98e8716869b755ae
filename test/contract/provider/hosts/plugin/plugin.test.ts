import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { withImplied } from "../../../../../provider/core/implied";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { HalfDone } from "../../../../../provider/hosts/plugin/failures";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { check } from "../../../../../provider/monitor/check/check";
import { type PluginRow, PluginRun, urnOf } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const { Kind } = proto.PropertyDiff;

describe("the plugin's protocol", () => {
  let service: Service;
  let run: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
  });

  it("takes secrets, resources and outputs, and says its version", async () => {
    const hello = await run.call<proto.ProviderHandshakeResponse>(
      "handshake",
      new proto.ProviderHandshakeRequest(),
    );
    expect([hello.getAcceptSecrets(), hello.getAcceptResources(), hello.getAcceptOutputs()]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await run.call<{ getVersion(): string }>("getPluginInfo", {})).getVersion()).toBe("1.2.3");
  });

  it("tells all that is wrong without naming a property, whose value the engine would print", async () => {
    const { failures } = await run.check("backup", { slug: "No", grace: 1, colour: "red" });
    expect(failures.map((one) => one.getProperty())).toEqual(["", "", ""]);
    expect(failures.map((one) => one.getReason()).join()).toMatch(
      /colour: there is no such property.*slug: .*grace: /s,
    );
  });

  it("makes a check, and marks what is secret by itself or came as a secret", async () => {
    const { inputs } = await run.check("backup", { slug: "backup", desc: "hush" });
    const made = await run.create("backup", {
      ...inputs,
      desc: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "hush" },
    });
    expect(made.id).toBe((await service.check("backup")).uuid);
    expect([...made.secrets].sort()).toEqual(["desc", "pingUrl"]);
    expect(made.values).toMatchObject({ slug: "backup", desc: "hush", grace: 3600 });
  });

  it("keeps secret what a deprecated property with a secret becomes", async () => {
    const hush = {
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      value: ["hush"],
    };
    const { inputs, secrets } = await run.check("backup", { slug: "backup", subject: hush });
    expect(inputs).toMatchObject({ successKw: ["hush"], filterSubject: true });
    expect(secrets).toContain("successKw");
    const { failures } = await run.check("backup", { slug: "backup", colour: hush });
    expect(failures.map((one) => one.getReason())).toEqual([
      expect.stringMatching(/^colour: there is no such property/),
    ]);
  });

  it("compares field by field with the state, and knows what stays", async () => {
    const { inputs } = await run.check("backup", { slug: "backup", paused: true });
    const { id, values } = await run.create("backup", inputs);
    const same = await run.diff("backup", id, values, inputs);
    expect(same.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_NONE);
    const { paused: _, ...rest } = inputs;
    const other = await run.diff("backup", id, values, {
      ...rest,
      grace: 60,
      filterHttpBody: true,
      project: "beta",
    });
    const kinds = Object.fromEntries(
      [...other.getDetaileddiffMap().entries()].map(([key, one]) => [key, one.getKind()]),
    );
    expect(kinds).toEqual({
      grace: Kind.UPDATE,
      paused: Kind.DELETE,
      filterHttpBody: Kind.ADD,
      project: Kind.ADD_REPLACE,
    });
    expect(other.getReplacesList()).toEqual(["project"]);
    expect(other.getDeletebeforereplace()).toBe(false);
    expect(other.getStablesList()).toContain("pingUrl");
  });

  it("knows in a preview the outputs of what is there, and of nothing else", async () => {
    const there = await service.request("POST", "/checks/", { slug: "there", timeout: 300 });
    await service.request("POST", "/checks/", { slug: "other" });
    const known = await run.create("there", (await run.check("there", { slug: "there" })).inputs, true);
    expect(known.values).toMatchObject({ uuid: there.uuid, pingUrl: there.ping_url });
    expect(known.secrets).toContain("pingUrl");
    const fresh = await run.create("fresh", (await run.check("fresh", { slug: "fresh" })).inputs, true);
    expect(fresh.values).toMatchObject({ slug: "fresh", uuid: UNKNOWN, pingUrl: UNKNOWN });
    await expect(
      run.create("refused", (await run.check("refused", { slug: "other", onExisting: "fail" })).inputs, true),
    ).rejects.toThrow("exists already");
    expect(await service.checks()).toHaveLength(2);
  });

  it("keeps the addresses of a check known in the preview of its update", async () => {
    const { inputs } = await run.check("backup", { slug: "backup" });
    const { id, values } = await run.create("backup", inputs);
    const answer = await run.update("backup", { id, values }, { ...inputs, grace: 60 }, true);
    expect(answer.values).toEqual({ ...withImplied(check, inputs), grace: 60, ...pick(values) });
    expect((await service.check("backup")).grace).toBe(3600);
  });

  it("tells the engine of a check that is half-done with all that there is of it", async () => {
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    const { inputs } = await run.check("backup", { slug: "backup", paused: true });
    const error: unknown = await run.create("backup", inputs).catch((reason: unknown) => reason);
    if (!(error instanceof HalfDone)) throw error;
    const metadata = error.failure.metadata as { get(key: string): Buffer[] };
    const [detail] = Status.deserializeBinary(
      metadata.get("grpc-status-details-bin")[0] as Buffer,
    ).getDetailsList();
    expect(detail?.getTypeName()).toBe("pulumirpc.ErrorResourceInitFailed");
    const kept = proto.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() as Uint8Array);
    expect(kept.getId()).toBe((await service.check("backup")).uuid);
    expect(propertiesOf(kept.getProperties()).values).toMatchObject({ slug: "backup", paused: false });
    expect(kept.getReasonsList()).toHaveLength(1);
  });

  it("answers nothing for what is gone, and leaves the mark of the dynamic host out of what is there", async () => {
    const { inputs } = await run.check("backup", { slug: "backup" });
    const { id, values } = await run.create("backup", inputs);
    const read = () => run.read("backup", id, { ...values, __provider: "exports.handler = …" });
    const there = await read();
    expect(propertiesOf(there.getProperties()).values).toEqual(values);
    expect(propertiesOf(there.getInputs()).values).toEqual(inputs);
    await service.request("DELETE", `/checks/${id}`);
    expect((await read()).getId()).toBe("");
  });

  it("serves two assignments of one check, which have one id", async () => {
    const { id } = await run.create("backup", (await run.check("backup", { slug: "backup" })).inputs);
    const assignment = (channel: string) => ({ check: "backup", channels: [channel], mode: "additive" });
    const type = "checks:index:ChannelAssignment";
    for (const channel of ["Pager", "Ops mail"])
      expect((await run.create(channel, assignment(channel), false, type)).id).toBe(id);
    const state = { ...assignment("Chat room"), uuid: id, channelIds: [] };
    const third = await run.diff("Chat room", id, state, assignment("Chat room"), type);
    expect(third.getReplacesList()).toEqual([]);
    expect(String((await service.check("backup")).channels).split(",")).toHaveLength(2);
  });

  it("lists the checks that there are, by what a read or an import of one takes", async () => {
    const make = (fields: object) => service.request("POST", "/checks/", fields);
    await make({ slug: "backup", name: "Nightly backup", tags: "prod db" });
    const [one, two] = [await make({ slug: "twice", tags: "prod" }), await make({ slug: "twice" })];
    const none = await make({ name: "No slug" });
    const list = async (query: object, limit = 0) => {
      const request = new proto.ListRequest();
      request.setToken("checks:index:Check");
      request.setQuery(struct(query));
      request.setLimit(limit);
      const answers = await run.call<proto.ListResponse[]>("list", request);
      return answers.map((answer) => [answer.getResult()?.getId(), answer.getResult()?.getName()]);
    };
    expect(new Map((await list({})) as [string, string][])).toEqual(
      new Map([
        ["backup", "Nightly backup"],
        [one.uuid, "twice"],
        [two.uuid, "twice"],
        [none.uuid, "No slug"],
      ]),
    );
    expect(await list({ tags: ["db"] })).toEqual([["backup", "Nightly backup"]]);
    expect(await list({}, 2)).toHaveLength(2);
    const found = await run.read("backup", "backup", {});
    expect(propertiesOf(found.getProperties()).values).toMatchObject({ name: "Nightly backup" });
    await expect(list({ colour: "red" })).rejects.toThrow("there is no argument colour");
  });

  describe("keeps what a program comes to look at by its slug", () => {
    const [CHECK, ASSIGNMENT] = ["checks:index:Check", "checks:index:ChannelAssignment"] as const;

    /** To the engine that is another id than the row's, so that it replaces the row: it reads, then deletes. */
    const comesToLookAt = async (type: string, row: PluginRow) => {
      run = await PluginRun.start(service);
      expect((await run.read("backup", "backup", {}, type, {})).getId()).toBe(row.id);
      await run.delete("backup", row, type);
    };

    it("which was its check", async () => {
      const row = await run.made("backup", { slug: "backup" });
      await comesToLookAt(CHECK, row);
      expect((await service.check("backup")).uuid).toBe(row.id);
    });

    it("which was its assignment", async () => {
      await service.request("POST", "/checks/", { slug: "backup" });
      const news = { check: "backup", channels: ["Pager"] };
      await comesToLookAt(ASSIGNMENT, await run.made("backup", news, ASSIGNMENT));
      expect((await service.check("backup")).channels).not.toBe("");
    });

    it("and not what it has imported", async () => {
      const row = await run.made("backup", { slug: "backup" });
      run = await PluginRun.start(service);
      await run.read("backup", "backup", {});
      await run.delete("backup", row);
      expect(await service.checks()).toEqual([]);
    });

    it("and not what somebody at a terminal deletes, where it is read first, too", async () => {
      const row = await run.made("backup", { slug: "backup" });
      const request = new proto.ConfigureRequest();
      request.setUrn("urn:pulumi:dev::default::pulumi:providers:checks::");
      request.setArgs(struct({ url: service.emulator.url, apiKey: service.key }));
      await run.call("configure", request);
      const read = await run.read("Check", "backup", {}, CHECK, {});
      const values = propertiesOf(read.getProperties()).values;
      expect(values).not.toHaveProperty("__lookedAt");
      await run.delete("Check", { id: row.id, values });
      expect(await service.checks()).toEqual([]);
    });
  });

  it("gives as a secret what a data source finds by one", async () => {
    await service.request("POST", "/checks/", { slug: "backup", tags: "hush" });
    const ask = async (tags: unknown) => {
      const request = new proto.InvokeRequest();
      request.setTok("checks:index:getBadges");
      request.setArgs(struct({ tag: tags }));
      const answer = await run.call<proto.InvokeResponse>("invoke", request);
      return propertiesOf(answer.getReturn());
    };
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "hush" };
    const [told, kept] = [await ask("hush"), await ask(secret)];
    expect(kept.values).toEqual(told.values);
    expect([...told.secrets]).toEqual([]);
    expect([...kept.secrets].sort()).toEqual(Object.keys(told.values).sort());
  });

  it("pauses and resumes a check by its methods, not in a preview, and not one that declares it", async () => {
    const { id } = await run.made("backup", { slug: "backup" });
    const call = (method: string, of: string, preview = false) => {
      const request = new proto.CallRequest();
      request.setTok(`checks:index:Check/${method}`);
      const self = {
        "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
        urn: "urn:…",
        id: of,
      };
      request.setArgs(struct({ __self__: self }));
      request.setDryrun(preview);
      return run.call<proto.CallResponse>("call", request);
    };
    const status = async () => (await service.check("backup")).status;
    await call("pause", id, true);
    expect(await status()).toBe("new");
    await call("pause", id);
    expect(await status()).toBe("paused");
    for (let twice = 0; twice < 2; twice += 1) await call("resume", id);
    expect(await status()).toBe("new");
    const kept = await run.made("kept", { slug: "kept", paused: true });
    await expect(call("resume", kept.id)).rejects.toThrow(
      'check "kept": paused: is declared, and each would undo the other. Remove `paused` from the check',
    );
    await expect(call("delete", id)).rejects.toThrow("has no method checks:index:Check/delete");
  });

  describe("calls a method", () => {
    const call = (id: unknown, method = "pause") => {
      const request = new proto.CallRequest();
      request.setTok(`checks:index:Check/${method}`);
      const self = {
        "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
        urn: urnOf("backup"),
        id,
      };
      request.setArgs(struct({ __self__: self }));
      return run.call<proto.CallResponse>("call", request);
    };
    const named = () =>
      PluginRun.start(service, {
        projects: JSON.stringify({ beta: { apiKey: service.emulator.projects.beta.readWriteKey } }),
      });
    const statusInBeta = async () =>
      (await service.checks(service.emulator.projects.beta.readWriteKey)).map(({ status }) => status);

    it("of nothing that the run passes over, as with --target, and says so", async () => {
      const { id } = await run.made("backup", { slug: "backup" });
      run = await PluginRun.start(service);
      // One that is there, and one that is new and has no id.
      for (const one of [id, ""]) await call(one);
      expect((await service.check("backup")).status).toBe("new");
      const line = 'Check "backup": pause: not called, because this run does not include the resource';
      expect(jest.mocked(console.error).mock.calls.flat().join().split(line)).toHaveLength(3);
    });

    it("whose effect data sources show that the run has asked before", async () => {
      const row = await run.made("backup", { slug: "backup" });
      const statuses = async () =>
        ((await run.invoke("checks:index:getChecks", {})).checks as { status: string }[]).map(
          ({ status }) => status,
        );
      run = await PluginRun.start(service);
      await run.declared("backup", row, { slug: "backup" });
      expect(await statuses()).toEqual(["new"]);
      await call(row.id);
      expect(await statuses()).toEqual(["paused"]);
    });

    it("of a check that the run refreshes, in the project in which it is, and of one that it only looks at", async () => {
      run = await named();
      const row = await run.made("backup", { slug: "backup", project: "beta" });
      run = await named();
      await run.read("backup", row.id, row.values);
      await call(row.id);
      expect(await statusInBeta()).toEqual(["paused"]);
      run = await named();
      const { id } = (await run.read("seen", "beta/backup", {})).toObject();
      await call(id, "resume");
      expect(await statusInBeta()).toEqual(["new"]);
    });
  });

  it("never asks to replace a provider", async () => {
    const request = new proto.DiffRequest();
    request.setOldInputs(struct({ url: "https://a.example.com", version: "1.0.0" }));
    request.setNews(struct({ url: "https://b.example.com", version: "2.0.0" }));
    const answer = await run.call<proto.DiffResponse>("diffConfig", request);
    expect(answer.getReplacesList()).toEqual([]);
    expect(answer.getDiffsList()).toEqual(["url", "version"]);
  });
});

const pick = ({
  uuid,
  uniqueKey,
  pingUrl,
  badgeUrl,
  updateUrl,
  pauseUrl,
  resumeUrl,
}: Record<string, unknown>) => ({
  uuid,
  uniqueKey,
  pingUrl,
  badgeUrl,
  updateUrl,
  pauseUrl,
  resumeUrl,
});
