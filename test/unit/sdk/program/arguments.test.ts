import * as pulumi from "@pulumi/pulumi";
import {
  ChannelAssignment,
  Check,
  getCheck,
  getFlips,
  getPingBody,
  getPings,
  monitored,
  payments,
} from "../../../../sdk";
import { MonitoredCronJob } from "../../../../sdk/kubernetes";

/** As a program in JavaScript can, which no compiler tells. */
type Untyped = new (name: string, args: never) => object;

describe("a resource whose arguments are missing", () => {
  const missing = [undefined, null, "nightly-backup"];
  const classes: Record<string, Untyped> = {
    Check,
    ChannelAssignment,
    MonitoredCronJob,
    Refund: payments.Refund,
    PaymentsConfig: payments.PaymentsConfig,
    InvoiceShare: payments.InvoiceShare,
  };

  it.each(Object.entries(classes))("is told in a sentence: %s", (kind, Declared) => {
    for (const args of missing) {
      expect(() => new Declared("nightly", args as never)).toThrow(
        `${kind} "nightly": has no arguments. Pass them as one object, the second argument, after the name`,
      );
    }
  });

  it("is told in a sentence: monitored", () => {
    for (const args of missing) {
      expect(() => monitored("nightly", args as never)).toThrow('monitored "nightly": has no arguments.');
    }
  });
});

it("names the property that has half of a surrogate pair, which the engine could not read", () => {
  const reason = "has half of a surrogate pair, which the service cannot store; remove it";
  const cut = "x".padEnd(3, "🦑").slice(0, 2);
  expect(() => new Check("a", { slug: "a", name: cut })).toThrow(`Check "a": name: ${reason}`);
  expect(() => new Check("a", { slug: "a", tags: ["prod", cut] })).toThrow(`Check "a": tags[1]: ${reason}`);
  expect(() => new ChannelAssignment("a", { check: "a", channels: [cut] })).toThrow(
    `: channels[0]: ${reason}`,
  );
  const screen = { titleText: cut };
  expect(() => new payments.PaymentsConfig("a", { environment: "sandbox", screen })).toThrow(
    `PaymentsConfig "a": screen.titleText: ${reason}`,
  );
});

describe("a resource where a value belongs, which no compiler tells in JavaScript", () => {
  class Job extends pulumi.ComponentResource {
    readonly check: Check;

    constructor(name: string) {
      super("jobs:Job", name);
      this.check = new Check(name, { slug: name }, { parent: this });
    }
  }

  beforeAll(() =>
    pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) }),
  );

  it("is told in a sentence, with its property", () => {
    const remedy = "is a resource, not a value. Give one of its outputs, as the uuid of a Check";
    const job = new Job("job");
    const given: [string, Untyped, object][] = [
      ['ChannelAssignment "a": check', ChannelAssignment, { check: job, channels: ["Pager"] }],
      ['ChannelAssignment "a": channels', ChannelAssignment, { check: job.check, channels: job }],
      ['Check "a": slug', Check, { slug: job.check }],
      ['Check "a": tags[1]', Check, { slug: "a", tags: ["prod", job.check] }],
      ['InvoiceShare "a": config', payments.InvoiceShare, { config: job }],
      // It was sent as the check's UUID, for the sources of an app.
      ['PaymentsConfig "a": screen.image', payments.PaymentsConfig, { screen: { image: job.check } }],
    ];
    for (const [place, Declared, args] of given) {
      expect(() => new Declared("a", args as never)).toThrow(`${place}: ${remedy}`);
    }
  });

  it("is told of a function, too, of which nothing would reach the provider", () => {
    const tags = () => ["prod"];
    const given: [string, Untyped, object][] = [
      ['Check "a": tags', Check, { slug: "a", tags }],
      ['Check "a": tags[0]', Check, { slug: "a", tags: [tags] }],
      ['ChannelAssignment "a": check', ChannelAssignment, { check: Check, channels: ["Pager"] }],
      ['PaymentsConfig "a": triggers', payments.PaymentsConfig, { environment: "sandbox", triggers: tags }],
      [
        'PaymentsConfig "a": screen.paymentTypes[0]',
        payments.PaymentsConfig,
        { screen: { paymentTypes: [tags] } },
      ],
    ];
    for (const [place, Declared, args] of given) {
      const words = `${place}: is a function, not a value. Give what it returns`;
      expect(() => new Declared("a", args as never)).toThrow(words);
    }
  });
});

describe("a data source whose arguments are missing", () => {
  it.each(Object.entries({ getCheck, getFlips, getPings, getPingBody }))(
    "is told in a sentence: %s",
    async (name, look) => {
      for (const args of [undefined, null]) {
        await expect(look(args as never)).rejects.toThrow(new RegExp(`^${name}: .*must be`));
      }
    },
  );
});
