import fc from "fast-check";
import { ChecksError, describe as inOneLine, oneLine } from "../../../provider/errors";

describe("an error", () => {
  it("reads: subject, property, reason, the service's words, remedy", () => {
    const parts = {
      subject: 'check "backup"',
      property: "grace",
      reason: "is too short",
      service: "grace is too small",
      remedy: "Make it 60 or more",
    };
    expect(inOneLine(parts)).toBe(
      'check "backup": grace: is too short (the service said: grace is too small). Make it 60 or more',
    );
    expect(inOneLine({ subject: "configuration", reason: "is not set" })).toBe("configuration: is not set");
  });

  it("has no stack, which the engine would print", () => {
    expect(new ChecksError({ subject: "a", reason: "b" }).stack).toBe("");
  });

  it("can be told about something more precise, keeping its other parts", () => {
    const error = new ChecksError({ subject: "", property: "slug", reason: "is taken", remedy: "Choose" });
    expect(error.about({ subject: 'check "a"' }).message).toBe('check "a": slug: is taken. Choose');
    expect(error.about({ subject: "x" })).toBeInstanceOf(ChecksError);
  });

  it("stays on one line whatever a service says, and cannot play tricks on a terminal", () => {
    expect(oneLine(" a\r\n b\t\tc\u2028d\u0085e ")).toBe("a b c d e");
    expect(oneLine("\u001b[2Jgone\u0007\u0000")).toBe("[2Jgone");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (words) => {
        const message = inOneLine({ subject: "a", reason: words, service: words, remedy: words });
        expect(message).not.toMatch(/[\r\n\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
