import { type Declared, RefundProgram } from "../support/campaign/refundProgram";
import { succeeded } from "../support/engine";

const NUMBERS = ["T-SUCCESS", "T-CENTS", "T-LARGE"];

/** As a loop over a list declares them. */
function listed(numbers: readonly string[], options: Declared["options"] = {}): Declared[] {
  return numbers.map((transactionNumber, index) => ({ name: `refund-${index}`, transactionNumber, options }));
}

describe("at a service that neither marks nor refuses refunds, on the real engine, no money moves twice", () => {
  let program: RefundProgram;
  beforeEach(async () => {
    program = await RefundProgram.start();
  });
  afterEach(() => program.end());

  const once = async (numbers = NUMBERS) =>
    expect(await program.given()).toEqual(Object.fromEntries(numbers.map((number) => [number, 1])));

  it("when a list of refunds shifts by one, when two are swapped, or a number is changed: the preview refuses it", async () => {
    succeeded(await program.up(listed(NUMBERS)));
    const [first = "", second = "", third = ""] = NUMBERS;
    for (const changed of [
      [second, third],
      [second, first, third],
      ["T-GUEST", second, third],
    ]) {
      program.declare(listed(changed));
      const preview = await program.stack.preview();
      expect(preview.code).not.toBe(0);
      expect(preview.text).toMatch(
        /this is the record of the refund of T-|is recorded by the Refund "refund-\d"/,
      );
      expect(preview.text).toContain("refund-");
      expect(preview.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect((await program.stack.tryUp()).code).not.toBe(0);
      await once();
    }
    // The number that was tried has left a note, which goes.
    succeeded(await program.up(listed(NUMBERS)));
    await once();
  });

  it("when a refund gets another name: the preview refuses it and tells the alias, with which it keeps its record", async () => {
    const [transactionNumber = ""] = NUMBERS;
    succeeded(await program.up([{ name: "chair", transactionNumber }]));
    program.declare([{ name: "sofa", transactionNumber }]);
    const preview = await program.stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.text).toContain(`the refund of ${transactionNumber} is recorded by the Refund "chair"`);
    expect(preview.text).toContain('aliases: [{ name: "chair" }]');
    expect((await program.stack.tryUp()).code).not.toBe(0);

    const renamed = { name: "sofa", transactionNumber };
    succeeded(await program.up([{ ...renamed, options: { aliases: [{ name: "chair" }] } }]));
    succeeded(await program.up([renamed], "--expect-no-changes"));
    expect(program.rows()).toMatchObject([{ urn: program.urnOf("sofa"), outputs: { outcome: "refunded" } }]);
    await once([transactionNumber]);
  });

  it("when everything is replaced, by two processes or one, tainted, or made anew with retainOnDelete; what is known stays known", async () => {
    const [transactionNumber = ""] = NUMBERS;
    const declared = [{ name: "chair", transactionNumber, options: { retainOnDelete: true } }];
    const first = succeeded(await program.up(declared));
    expect(first.text).toContain("retainOnDelete is ignored");
    const known = program.rows()[0]?.outputs;
    expect(known).toMatchObject({ outcome: "refunded" });
    const replace = async (...options: string[]) => {
      const run = succeeded(await program.up(declared, ...options));
      expect(run.text).not.toContain("not known");
      const [row, ...others] = program.rows();
      expect(others).toEqual([]);
      expect(row?.outputs).toMatchObject({
        outcome: "refunded",
        reverseTransactionNumber: known?.reverseTransactionNumber,
      });
      await once([transactionNumber]);
    };
    await replace("--replace", "**");
    await replace("--replace", "**");
    await replace("--replace", program.urnOf("chair"));
    succeeded(await program.stack.pulumi(["state", "taint", program.urnOf("chair"), "--yes"]));
    await replace();
    await replace("--replace", "**", "--refresh");
  });

  it("unless its record was removed by hand, which says so", async () => {
    const [transactionNumber = ""] = NUMBERS;
    const declared = [{ name: "chair", transactionNumber }];
    succeeded(await program.up(declared));
    const removal = succeeded(await program.up([]));
    expect(removal.text).toContain(
      `refund of ${transactionNumber}: removed from the state only; the money stays refunded. Unless this run creates its resource again, a Refund declared for it later does not know about this one`,
    );
  });
});
