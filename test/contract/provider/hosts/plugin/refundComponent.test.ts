import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { RefundComponent } from "../../../../../provider/hosts/plugin/refundComponent";
import { MonitorStub } from "../../../../support/provider/monitorStub";

const COMPONENT = "checks:payments:Refund";
const ATTEMPT = "checks:payments:RefundAttempt";
const ROW = "checks:payments:RefundRecord";
const PROVIDER = "urn:pulumi:dev::jobs::pulumi:providers:checks::default::42";
const NOTED = { at: "2026-11-22T12:00:00.000Z", timeoutSeconds: 30 };

describe("a refund that a program in any language declares", () => {
  let monitor: MonitorStub;
  let component: RefundComponent;

  beforeEach(async () => {
    monitor = await MonitorStub.start(({ request, values }) => {
      if (request.getType() === ATTEMPT) return { ...values, attempt: NOTED };
      if (request.getType() === ROW) return { ...values, outcome: "refunded", knownAt: 1, __own: "x" };
      return {};
    });
    component = new RefundComponent(PROVIDER);
  });

  afterEach(() => monitor.stop());

  function construct(
    name: string,
    inputs: object,
    shape: (request: proto.ConstructRequest) => void = () => {},
  ) {
    const request = new proto.ConstructRequest();
    request.setProject("jobs");
    request.setStack("dev");
    request.setType(COMPONENT);
    request.setName(name);
    request.setMonitorendpoint(monitor.address);
    request.setInputs(struct(inputs));
    shape(request);
    return component.construct(request);
  }

  it("is its note, then the row that asks under it, both with the options on which their promise rests", async () => {
    const answer = await construct("chair", { transactionNumber: "T-1" }, (request) => {
      const sources = new proto.ConstructRequest.PropertyDependencies();
      sources.setUrnsList(["urn:of:order"]);
      request.getInputdependenciesMap().set("transactionNumber", sources);
      request.setProtect(true);
    });
    const [whole, note, row, ...others] = monitor.registered;
    expect(others).toEqual([]);
    expect([whole, note, row].map((one) => one?.urn)).toEqual([
      `urn:pulumi:dev::jobs::${COMPONENT}::chair`,
      `urn:pulumi:dev::jobs::${ATTEMPT}::transaction T-1`,
      `urn:pulumi:dev::jobs::${COMPONENT}$${ROW}::chair`,
    ]);
    expect(whole?.request.getCustom()).toBe(false);
    for (const { request } of [note, row].flatMap((one) => one ?? [])) {
      expect(request.getCustom()).toBe(true);
      expect(request.getProvider()).toBe(PROVIDER);
      expect([request.getDeletebeforereplacedefined(), request.getDeletebeforereplace()]).toEqual([
        true,
        true,
      ]);
      expect(request.getRetainondelete()).toBe(false);
      expect(request.getProtect()).toBe(true);
    }
    expect(note?.values).toEqual({
      transactionNumber: "T-1",
      recordedBy: `${COMPONENT}::chair`,
      formerly: [],
      before: {},
      __run: { name: "chair", stack: "jobs/dev", preview: false },
    });
    expect(row?.values).toMatchObject({ transactionNumber: "T-1", attempt: NOTED });
    expect(row?.request.getDependenciesList().sort()).toEqual(["urn:of:order", note?.urn].sort());
    const outputs = { transactionNumber: "T-1", outcome: "refunded", knownAt: 1 };
    expect(answer.state).toEqual(outputs);
    expect(monitor.outputs.get(answer.urn)).toEqual(outputs);
    expect(answer.children).toEqual([row?.urn]);
  });

  it("tells its note what the state has of the transaction and of its own row, and its former names", async () => {
    const alias = new Alias();
    const spec = new Alias.Spec();
    spec.setName("stool");
    alias.setSpec(spec);
    monitor.rows = {
      [`urn:pulumi:dev::jobs::${COMPONENT}$${ROW}::chair`]: { outputs: { transactionNumber: "T-0" } },
      [`urn:pulumi:dev::jobs::${ATTEMPT}::transaction T-1`]: {
        outputs: { transactionNumber: "T-1", recordedBy: `${COMPONENT}::sofa`, attempt: NOTED },
      },
    };
    await construct("chair", { transactionNumber: "T-1" }, (request) => request.setAliasesList([alias]));
    const [whole, note, row] = monitor.registered;
    expect(note?.values).toMatchObject({
      before: { transactionNumber: "T-0", recordedBy: `${COMPONENT}::sofa`, attempt: NOTED },
      formerly: [`${COMPONENT}::stool`],
    });
    expect(whole?.request.getAliasesList().map((one) => one.getUrn())).toEqual([
      `urn:pulumi:dev::jobs::${COMPONENT}::stool`,
    ]);
    expect(row?.request.getAliasesList().map((one) => one.getUrn())).toEqual([
      `urn:pulumi:dev::jobs::${COMPONENT}$${ROW}::stool`,
    ]);
  });

  it.each([
    ["of the program's organization", "acme", "acme/jobs/dev"],
    ["of a backend without organizations", "organization", "dev"],
    ["of an engine that tells no organization", "", "dev"],
  ])("looks into the rows of its own stack, %s", async (_where, organization, stack) => {
    await construct("chair", { transactionNumber: "T-1" }, (request) =>
      request.setOrganization(organization),
    );
    expect(monitor.askedFor).toEqual([stack]);
  });

  it("is refused for a transaction that another one of the program refunds, before a row of it is registered", async () => {
    await construct("chair", { transactionNumber: "T-1" });
    await expect(construct("sofa", { transactionNumber: "T-1" })).rejects.toThrow(
      'Refund "sofa": transactionNumber: the Refund "chair" of this program has the same. Remove one of them',
    );
    await construct("table", { transactionNumber: "T-2" });
    expect(monitor.registered.filter(({ request }) => request.getType() === ATTEMPT)).toHaveLength(2);
  });

  it.each([
    [{}, "transactionNumber: is required"],
    [{ transactionNumber: " " }, "transactionNumber: must not be empty"],
    [
      { transactionNumber: "T-1", askAgainAfter: "now" },
      "askAgainAfter: must be the time from the error message",
    ],
    [{ transactionNumber: "T-1", attempt: NOTED }, "attempt: there is no such property"],
  ])("is refused with wrong inputs before anything is registered: %j", async (inputs, reason) => {
    await expect(construct("chair", inputs)).rejects.toThrow(`Refund "chair": ${reason}`);
    expect(monitor.registered).toEqual([]);
  });

  it("has no rows in a preview that does not know its number", async () => {
    const answer = await construct("chair", { transactionNumber: UNKNOWN }, (request) =>
      request.setDryrun(true),
    );
    expect(monitor.registered.map(({ request }) => request.getType())).toEqual([COMPONENT]);
    expect(answer.state).toMatchObject({ outcome: UNKNOWN });
  });
});
