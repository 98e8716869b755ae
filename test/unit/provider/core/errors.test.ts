import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ChecksError, describe as inOneLine } from "../../../../provider/core/errors";
import { refusal, withSubject } from "../../../../provider/core/refusal";
import { oneLine } from "../../../../provider/core/visible";
import { anyText } from "../../../support/anyText";

const ROOT = join(__dirname, "..", "..", "..", "..");

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
    const error = new ChecksError({ property: "slug", reason: "is taken", remedy: "Choose" });
    expect(error.about({ subject: 'check "a"' }).message).toBe('check "a": slug: is taken. Choose');
    expect(error.about({ subject: "x" })).toBeInstanceOf(ChecksError);
  });

  it("has no more to say than a transport sends: the beginning, whole, and what to do", () => {
    const letters = "\u{1f600}".repeat(10_000);
    for (const reason of [letters, `x${letters}`]) {
      const { message } = new ChecksError({ subject: "here", reason, remedy: "Correct it" });
      expect(message.length).toBe(8000);
      expect(message).toMatch(/^here: x?\u{1f600}+.? \[…\] .?\u{1f600}+\. Correct it$/u);
      expect(message.isWellFormed()).toBe(true);
    }
    const fits = "x".repeat(8000 - "here: ".length);
    expect(new ChecksError({ subject: "here", reason: fits }).message).toBe(`here: ${fits}`);
  });

  it("has no empty part, whatever is not known of it", () => {
    // A part is a word, or is not there, or is there and empty.
    const part = fc.constantFrom("word", undefined, "", " \n ");
    const parts = fc.record({ subject: part, property: part, service: part, remedy: part });
    fc.assert(
      fc.property(parts, part, (given, subject) => {
        const { subject: about, ...known } = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined),
        );
        const error = new ChecksError({ ...known, ...(about && { subject: about }), reason: "reason" });
        for (const { message } of [error, withSubject(subject ?? "", error)]) {
          expect(message).toMatch(/^(word: ){0,3}reason( \(the service said: word\))?(\. word)?$/);
        }
      }),
    );
    expect(refusal("is taken", "Choose").message).toBe("is taken. Choose");
    expect(withSubject("check", refusal("is taken", "Choose", "slug")).message).toBe(
      "check: slug: is taken. Choose",
    );
  });

  it("is nowhere made with an empty subject for somebody else to fill in", () => {
    const files = ["provider", "sdk", "cli"].flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(room, file)),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.filter((file) => /subject: ["'`]["'`]/.test(readFileSync(join(ROOT, file), "utf8"))),
    ).toEqual([]);
  });

  it("stays on one line whatever a service says, and cannot play tricks on a terminal", () => {
    expect(oneLine(" a\r\n b\t\tc\u2028d\u0085e ")).toBe("a b c d e");
    expect(oneLine("\u001b[2Jgone\u0007\u0000")).toBe("[2Jgone");
    fc.assert(
      fc.property(anyText(), (words) => {
        const message = inOneLine({ subject: "a", reason: words, service: words, remedy: words });
        expect(message).not.toMatch(/[\r\n\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
