import fc from "fast-check";
import type { Values } from "../../../../../provider/core/fields";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { validate, warnings } from "../../../../../provider/core/validation";
import { check } from "../../../../../provider/monitor/check/check";
import { inputsOf, problemOf, problemsOf } from "../../../../support/provider/validated";

describe("deprecated subject and subjectFail", () => {
  it("become the new fields", () => {
    const inputs = inputsOf({ subject: ["done"], subjectFail: ["broken", "failed"] });
    expect(inputs).toMatchObject({
      successKw: ["done"],
      failureKw: ["broken", "failed"],
      filterSubject: true,
    });
    expect(inputs).not.toHaveProperty("subject");
    expect(inputs).not.toHaveProperty("subjectFail");
  });

  it("filter nothing when they are empty, as on the service", () => {
    expect(inputsOf({ subject: [], subjectFail: [] })).toMatchObject({
      successKw: [],
      failureKw: [],
      filterSubject: false,
    });
  });

  it("go together with the new form of the other one", () => {
    expect(problemsOf({ subject: ["done"], failureKw: ["broken"] })).toEqual([]);
    expect(inputsOf({ subject: ["done"], failureKw: ["broken"] })).toMatchObject({
      successKw: ["done"],
      failureKw: ["broken"],
      filterSubject: true,
    });
  });

  it.each<[Values, boolean]>([
    [{ subject: ["done"], subjectFail: [] }, true],
    [{ subject: [], subjectFail: ["broken"] }, true],
    [{ subjectFail: [] }, false],
    [{ successKw: ["done"], subjectFail: [] }, true],
    [{ subject: [], failureKw: ["broken"] }, true],
    [{ subject: [], failureKw: [] }, false],
  ])(
    "look at the subject if there is any keyword, old or new, as on the service: %j",
    (given, filterSubject) => {
      expect(problemsOf(given)).toEqual([]);
      const { subject, subjectFail, ...rest } = given;
      const successKw = subject ?? rest.successKw ?? [];
      const failureKw = subjectFail ?? rest.failureKw ?? [];
      expect(inputsOf(given)).toMatchObject({ successKw, failureKw, filterSubject });
    },
  );

  it("are refused beside what they stand for", () => {
    expect(problemOf({ subject: ["a"], successKw: ["a"] })).toBe(
      "subject: is the deprecated form of successKw, which is also given; remove subject",
    );
    expect(problemOf({ subjectFail: ["a"], failureKw: [] })).toBe(
      "subjectFail: is the deprecated form of failureKw, which is also given; remove subjectFail",
    );
    expect(problemOf({ subject: ["a"], filterSubject: false })).toBe(
      "filterSubject: is set by the deprecated subject; remove one of them",
    );
  });

  it("are told as deprecated", () => {
    expect(warnings(check, { slug: "a", subject: ["a"], subjectFail: ["b"] })).toEqual([
      "subject is deprecated; use successKw",
      "subjectFail is deprecated; use failureKw",
    ]);
  });
});

describe("properties that do not exist", () => {
  it.each([
    ["time_out", "timeout"],
    ["Grace", "grace"],
    ["manual_resume", "manualResume"],
    ["start-kw", "startKw"],
    ["description", "desc"],
    ["interval", "timeout"],
    ["grace_period", "grace"],
    ["cron", "schedule"],
    ["timezone", "tz"],
    ["channel", "channels"],
  ])("%s: did you mean %s?", (key, meant) => {
    expect(problemOf({ [key]: "x" })).toBe(`${key}: there is no such property; did you mean ${meant}?`);
  });

  it("are told what there is when nothing is near", () => {
    expect(problemOf({ colour: 5 })).toMatch(
      /^colour: there is no such property; the properties are slug, name, tags, desc, timeout,/,
    );
  });
});

it("tells of a wrong slug what it consists of, and of slugify() only as what one language has", () => {
  expect(problemOf({ slug: "Nightly Backup" })).toBe(
    "slug: must consist of one or more of a-z, 0-9, hyphen and underscore; slugify() makes one from a name in TypeScript",
  );
});

describe("problems", () => {
  it("are all told at once", () => {
    const { problems } = validate(check, {
      slug: "Backup",
      name: null,
      tags: ["a b", ""],
      timeout: 5,
      tz: "Europe/Riga",
      paused: "no",
      time_out: 3,
    });
    expect(problems.map(({ property }) => property).sort()).toEqual([
      "name",
      "paused",
      "slug",
      "tags[0]",
      "tags[1]",
      "time_out",
      "timeout",
      "tz",
    ]);
  });

  it("never quote what was given: it could be a secret", () => {
    const secret = fc
      .tuple(
        fc.constantFrom("", " ", ",", "A ", "* * * * ", "@", "Mon "),
        fc.stringMatching(/^[A-Z]{3}[0-9a-f]{9}$/),
      )
      .map(([before, token]) => ({ token, value: before + token }));
    const forms = (value: string) => [
      value,
      [value],
      { k: value },
      [[value]],
      `${value}\0`,
      `${value}\ud800`,
    ];
    fc.assert(
      fc.property(secret, fc.constantFrom(...Object.keys(check.fields)), ({ token, value }, field) => {
        let refused = 0;
        for (const given of forms(value)) {
          const { problems } = validate(check, { slug: "backup", [field]: given });
          refused += problems.length;
          for (const { property, reason } of problems) expect(`${property}: ${reason}`).not.toContain(token);
        }
        expect(refused).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it("stay on one line", () => {
    for (const key of Object.keys(check.fields)) {
      for (const { reason } of problemsOf({ [key]: { a: "\n" } })) expect(reason).not.toContain("\n");
    }
  });
});

describe("values that are not known yet", () => {
  it("pass in every field", () => {
    for (const key of Object.keys(check.fields)) {
      const companion = key === "tz" ? { schedule: "0 0 * * *" } : {};
      expect(problemsOf({ ...companion, [key]: UNKNOWN })).toEqual([]);
    }
  });

  it("pass inside lists, also beside what would be refused", () => {
    for (const key of ["tags", "startKw", "successKw", "failureKw", "channels", "subject", "subjectFail"]) {
      expect(problemsOf({ [key]: ["a", UNKNOWN] })).toEqual([]);
    }
  });

  it("count as given where one field needs or replaces another", () => {
    expect(problemsOf({ tz: "Europe/Riga", schedule: UNKNOWN })).toEqual([]);
    expect(inputsOf({ schedule: UNKNOWN })).not.toHaveProperty("timeout");
    expect(inputsOf({ subject: UNKNOWN })).toMatchObject({ successKw: UNKNOWN, filterSubject: UNKNOWN });
  });

  it("do not hide the problems of the others", () => {
    expect(problemOf({ name: UNKNOWN, grace: 5 })).toMatch(/^grace: /);
  });
});

describe("warnings", () => {
  it("are none for a usual check", () => {
    expect(warnings(check, { slug: "a", schedule: "0 0 * * *", tz: "Europe/Riga", tags: ["x"] })).toEqual([]);
    expect(warnings(check, { slug: "a", timeout: 60, grace: 60 })).toEqual([]);
    expect(warnings(check, { slug: "a", timeout: 60, schedule: null, subject: null })).toEqual([]);
  });
});
