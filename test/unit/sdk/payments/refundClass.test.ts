import * as pulumi from "@pulumi/pulumi";
import { Provider, payments } from "../../../../sdk";

interface Declared {
  type: string;
  name: string;
  provider: string | undefined;
  inputs: Record<string, unknown>;
}

/** A component of a program. */
class Corner extends pulumi.ComponentResource {
  constructor(name: string, make: (parent: Corner) => unknown, options?: pulumi.ComponentResourceOptions) {
    super("shop:index:Corner", name, {}, options);
    make(this);
    this.registerOutputs({});
  }
}

const RECORD = "pulumi-nodejs:dynamic/checks:Refund";

describe("a Refund in a program", () => {
  let declared: Declared[];
  /** The stack's rows, by URN. */
  let rows: Record<string, { outputs: object }>;
  /** Whether the engine does not list them. */
  let unlisted: boolean;
  beforeEach(async () => {
    declared = [];
    unlisted = false;
    rows = {};
    await pulumi.runtime.setMocks(
      {
        newResource({ type, name, provider, inputs }) {
          declared.push({ type, name, provider, inputs });
          return { id: name, state: { ...inputs, attempt: { at: "2025-01-31T12:00:00.000Z" } } };
        },
        call({ token }) {
          if (unlisted && token.endsWith(":readStackResourceOutputs"))
            throw Object.assign(new Error(), { details: "permission denied" });
          return { outputs: rows };
        },
      },
      "jobs",
      "dev",
    );
    // A connection to an engine has one; what stands in for it does not.
    Object.assign(pulumi.runtime.getMonitor() ?? {}, { getChannel() {} });
  });

  const note = async (refund: payments.Refund) => {
    await new Promise((resolve) => refund.urn.apply(resolve));
    return declared.find(({ type }) => type.endsWith(":RefundAttempt"));
  };

  it("has a note that is named after its transaction, and knows whose it is", async () => {
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" });
    expect(await note(refund)).toMatchObject({
      name: "transaction T-1",
      inputs: {
        transactionNumber: "T-1",
        recordedBy: "pulumi-nodejs:dynamic/checks:Refund::chair",
        formerly: [],
      },
    });
  });

  it("tells its note what the state has of the transaction: in a replacement the engine does not", async () => {
    const noted = {
      transactionNumber: "T-1",
      recordedBy: `${RECORD}::chair`,
      attempt: { at: "2025-01-31T13:00:00.000Z", after: "2025-01-31T12:00:00.000Z" },
      askAgainAfter: "2025-01-31T12:00:00.000Z",
    };
    rows = {
      [`urn:pulumi:dev::jobs::${RECORD}Attempt::transaction T-1`]: { outputs: noted },
      [`urn:pulumi:dev::jobs::${RECORD}Attempt::transaction T-2`]: {
        outputs: { ...noted, transactionNumber: "T-2", recordedBy: "other" },
      },
    };
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" });
    const { transactionNumber: _, ...told } = noted;
    expect((await note(refund))?.inputs.before).toEqual(told);
  });

  it("is not asked for where the engine does not list the stack's rows, of which one may be its note", async () => {
    unlisted = true;
    jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    // What an output throws ends a program, and jest with it: here what is asked is taken out of its output.
    const questions: ((urns: string[]) => Promise<unknown>)[] = [];
    const apply = (question: (urns: string[]) => Promise<unknown>) => void questions.push(question);
    const all = jest.spyOn(pulumi, "all").mockReturnValue({ apply } as never);
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" });
    all.mockRestore();
    await note(refund);
    expect(questions).toHaveLength(1);
    await expect(questions[0]?.([])).rejects.toThrow(
      "refund of T-1: not refunded: the engine does not list the stack's resources, so it is not known whether an earlier run requested it. Run again",
    );
  });

  it("has the same for a number that another resource gives", async () => {
    const refund = new payments.Refund("chair", { transactionNumber: pulumi.output("T-1") });
    expect(await note(refund)).toMatchObject({ name: "transaction T-1" });
  });

  it.each([
    [undefined, "is required"],
    [1001, "must be a string"],
  ])(
    "without a text as its number (%s) is refused in a sentence, before anything is declared",
    (given, words) => {
      const declare = () => new payments.Refund("chair", { transactionNumber: given as never });
      expect(declare).toThrow(`Refund "chair": transactionNumber: ${words}.`);
      expect(declared).toEqual([]);
    },
  );

  it("cannot be looked at by an id, and neither can what else nothing has made", () => {
    const options = { id: "T-1" };
    const words =
      ": the option id does not work here, because the service has nothing to look up. Remove it.";
    expect(() => new payments.Refund("chair", { transactionNumber: "T-1" }, options)).toThrow(
      `Refund "chair"${words}`,
    );
    expect(() => new payments.PaymentsConfig("shop", { environment: "sandbox" }, options)).toThrow(
      `PaymentsConfig "shop"${words}`,
    );
    const share = { invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" } as const;
    expect(() => new payments.InvoiceShare("march", share, options)).toThrow(`InvoiceShare "march"${words}`);
    expect(declared).toEqual([]);
  });

  it("cannot be imported, and whoever wants that is not advised to declare it, which requests a refund", () => {
    const options = { import: "T-1" };
    const words =
      ": the option import does not work here, because the service has nothing to look up. Remove it.";
    const refused = (make: () => unknown) => {
      expect(make).toThrow(words);
      expect(make).not.toThrow(/declaring|RefundAttempt/);
    };
    refused(() => new payments.Refund("chair", { transactionNumber: "T-1" }, options));
    refused(() => new payments.PaymentsConfig("shop", { environment: "sandbox" }, options));
    const share = { invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" } as const;
    refused(() => new payments.InvoiceShare("march", share, options));
    expect(declared).toEqual([]);
  });

  it("is told by its own name what is wrong with its arguments, not by that of its note", () => {
    expect(() => new payments.Refund("chair", { transactionNumber: "T-\ud800" })).toThrow(
      'Refund "chair": transactionNumber: has half of a surrogate pair',
    );
    expect(declared).toEqual([]);
  });

  it("tells the names that its aliases mean, in whatever form they are", async () => {
    const type = "pulumi-nodejs:dynamic/checks:Refund";
    const aliases = [
      { name: "stool" },
      `urn:pulumi:dev::jobs::${type}::sofa`,
      pulumi.output({ name: "bench" }),
      { parent: pulumi.rootStackResource },
    ];
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" }, { aliases });
    expect((await note(refund))?.inputs.formerly).toEqual(
      ["stool", "sofa", "bench", "chair"].map((name) => `${type}::${name}`),
    );
  });

  it.each([
    ["no alias", [], () => []],
    ["an alias for its name", ["stool"], () => [{ name: "stool" }]],
    ["an alias that is a URN", ["stool"], (parent: Corner) => [pulumi.createUrn("stool", RECORD, parent)]],
  ])(
    "is registered within a component, whose children wait for each other: %s",
    async (_form, names, aliases) => {
      let refund: payments.Refund | undefined;
      new Corner("corner", (parent) => {
        const options = { parent, aliases: aliases(parent) };
        refund = new payments.Refund("chair", { transactionNumber: "T-1" }, options);
      });
      const types = `shop:index:Corner$${RECORD}`;
      expect(refund && (await note(refund))?.inputs).toMatchObject({
        recordedBy: `${types}::chair`,
        formerly: names.map((name) => `${types}::${name}`),
      });
      expect(declared.map(({ name }) => name)).toEqual(["corner", "transaction T-1", "chair"]);
    },
  );

  it("has its note and its record with the provider of the component that it is in", async () => {
    const shop = new Provider("shop", { merchant: { url: "https://shop.example.com" } });
    let refund: payments.Refund | undefined;
    const make = (parent: Corner) => {
      refund = new payments.Refund("chair", { transactionNumber: "T-1" }, { parent });
    };
    new Corner("corner", make, { providers: { checks: shop } });
    expect(refund && (await note(refund))?.type).toBe("checks:payments:RefundAttempt");
    const [attempt, record] = declared.filter(({ type }) => type.startsWith("checks:payments:"));
    expect(attempt?.provider).toMatch(/pulumi:providers:checks::shop::/);
    expect(record?.provider).toBe(attempt?.provider);
  });
});
