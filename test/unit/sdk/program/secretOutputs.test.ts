import * as pulumi from "@pulumi/pulumi";
import { secretsOf } from "../../../../provider/core/resource";
import { definitions } from "../../../../provider/hosts/definitions";
import { ChannelAssignment, Check, payments } from "../../../../sdk";

/** As much of a registration as is needed here. */
interface Registration {
  getType(): string;
  getAdditionalsecretoutputsList(): string[];
}

/** For each kind, the outputs that the engine was told to keep secret. */
const told = new Map<string, string[]>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({
      id: "1",
      state: { ...inputs, attempt: { at: "2026-01-01T00:00:00.000Z" } },
    }),
    call: () => ({}),
  });
  const monitor = pulumi.runtime.getMonitor() as unknown as {
    registerResource(registration: Registration, ...rest: unknown[]): void;
  };
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (registration, ...rest) => {
    const [kind = ""] = registration.getType().split(":").slice(-1);
    told.set(kind, registration.getAdditionalsecretoutputsList());
    register(registration, ...rest);
  };
});

/** The id, once the resource is registered. */
const registered = (resource: pulumi.CustomResource) =>
  new Promise<string>((resolve) => void resource.id.apply(resolve));

it("every secret of every resource is marked as one to the engine", async () => {
  const made = [
    new Check("c", { slug: "c", tags: ["a", pulumi.output("b")] }),
    new ChannelAssignment("a", { check: "c", channels: [] }),
    new payments.PaymentsConfig("p", { environment: "sandbox" }),
    new payments.Refund("r", { transactionNumber: "T-1" }),
    new payments.InvoiceShare("i", { invoiceNumber: "I-1", channel: "sms", receiver: "+974 5555 1234" }),
  ];
  await Promise.all(made.map(registered));
  const secrets = Object.values(definitions).map((one) => [one.kind, secretsOf(one)] as const);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(secrets));
});

it("what repeats the inputs of a resource is none where all of them are plain", async () => {
  await registered(new Check("c", { slug: "c", tags: ["a"] }));
  expect(told.get("Check")).toEqual(["pingUrl"]);
  await registered(new Check("d", { slug: "d", desc: pulumi.secret("x") }));
  expect(told.get("Check")).toEqual(["pingUrl", "__canonical"]);
});
