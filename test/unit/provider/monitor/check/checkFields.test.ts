import { validate, warnings } from "../../../../../provider/core/validation";
import { check } from "../../../../../provider/monitor/check/check";
import { inputsOf, problemOf, problemsOf } from "../../../../support/provider/validated";

describe("what a program may say about a check", () => {
  it("asks only for a slug and fills in the service's defaults", () => {
    expect(validate(check, { slug: "backup" })).toEqual({
      problems: [],
      inputs: {
        slug: "backup",
        name: "",
        tags: [],
        desc: "",
        timeout: 86_400,
        grace: 3600,
        manualResume: false,
        methods: "",
        startKw: [],
        successKw: [],
        failureKw: [],
        filterSubject: false,
        filterBody: false,
      },
    });
  });

  it("gives a scheduled check UTC and no timeout", () => {
    const inputs = inputsOf({ schedule: "30 2 * * *" });
    expect(inputs).toMatchObject({ schedule: "30 2 * * *", tz: "UTC" });
    expect(inputs).not.toHaveProperty("timeout");
  });

  it("leaves channels, pause and the newer filters alone until they are named", () => {
    const inputs = inputsOf({});
    for (const key of ["channels", "paused", "filterHttpBody", "filterDefaultFail", "onExisting", "adopt"]) {
      expect(inputs).not.toHaveProperty(key);
    }
    const named = { channels: "*", paused: false, filterHttpBody: false, filterDefaultFail: true };
    expect(inputsOf(named)).toMatchObject(named);
  });

  it("treats undefined as not named", () => {
    expect(validate(check, { slug: "backup", grace: undefined, tz: undefined })).toEqual(
      validate(check, { slug: "backup" }),
    );
  });

  it("keeps the user's own spelling", () => {
    const spelled = { tags: ["b", "a"], name: " Backup ", schedule: "30  2 * * *", tz: "Europe/Kiev" };
    expect(problemsOf(spelled)).toEqual([]);
    expect(inputsOf(spelled)).toMatchObject(spelled);
  });
});

describe("tags in the form of those that the package sets itself", () => {
  it.each([
    ["pulumi:shop/prod", "such a tag says which stack the check belongs to, and checks:stamp sets it"],
    [
      "maintenance:3f2a9c1e/20260503T220000Z/20260504T000000Z/-/disk",
      "such a tag says that the check is in maintenance, and `pulumi-checks maintenance` sets it",
    ],
  ])("are refused before anything is asked: %s", (tag, meaning) => {
    expect(problemsOf({ tags: ["db", tag] })).toEqual([
      { property: "tags[1]", reason: `is reserved: ${meaning}` },
    ]);
  });

  it("and tags that only begin like them are tags like any others", () => {
    expect(problemsOf({ tags: ["pulumi:prod", "pulumi", "maintenance:now", "maintenance"] })).toEqual([]);
  });
});

describe("slug", () => {
  it("accepts lower-case letters, digits, hyphens and underscores, up to 100", () => {
    for (const slug of ["a", "0", "-", "_", "nightly-backup_2", "a".repeat(100)])
      expect(problemsOf({ slug })).toEqual([]);
  });

  it("is required", () => {
    expect(validate(check, {}).problems).toEqual([{ property: "slug", reason: "is required" }]);
  });

  it.each(["", "Backup", "back up", "bäckup", "a/b", "backup\n"])("refuses %j", (slug) => {
    expect(problemOf({ slug })).toMatch(/^slug: must consist of one or more of a-z/);
  });

  it("refuses more than 100 characters", () => {
    expect(problemOf({ slug: "a".repeat(101) })).toBe(
      "slug: has more than 100 characters; at most 100 are allowed",
    );
  });

  it.each([null, 5, true, {}, ["a"]])("refuses %j, which is no string", (slug) => {
    expect(problemOf({ slug })).toBe("slug: must be a string");
  });
});

describe("timeout and grace", () => {
  const range = 'must be a whole number of seconds, 60 to 31536000, or a text such as "5m", "1h30m" or "P1D"';

  describe.each(["timeout", "grace"])("%s", (field) => {
    it.each([60, 61, 86_400, 31_536_000])("accepts %d seconds", (seconds) => {
      expect(problemsOf({ [field]: seconds })).toEqual([]);
      expect(inputsOf({ [field]: seconds })[field]).toBe(seconds);
    });

    it.each([59, 31_536_001, 60.5, 0, -60, NaN, Infinity, "60", true, null, [60]])("refuses %p", (value) => {
      expect(problemOf({ [field]: value })).toBe(`${field}: ${range}`);
    });
  });
});

describe("texts", () => {
  it("counts the code points of a name, as the service does", () => {
    expect(problemsOf({ name: "🕛".repeat(100) })).toEqual([]);
    expect(problemOf({ name: "🕛".repeat(101) })).toBe("name: has 101 characters; at most 100 are allowed");
  });

  it("sets no limit to a description", () => {
    expect(problemsOf({ desc: "long\n".repeat(10_000) })).toEqual([]);
  });

  it.each(["name", "desc"])("refuses in %s what the service cannot store", (field) => {
    expect(problemOf({ [field]: "half \ud83d of one" })).toBe(
      `${field}: has half of a surrogate pair, which the service cannot store; remove it`,
    );
    expect(problemOf({ [field]: "a\0b" })).toBe(
      `${field}: has a NUL character, which databases refuse; remove it`,
    );
  });

  it.each(["name", "desc"])("refuses null and other types in %s", (field) => {
    for (const value of [null, 1, false, ["a"], {}])
      expect(problemOf({ [field]: value })).toBe(`${field}: must be a string`);
  });
});

describe("tags", () => {
  it("accepts words, of any script", () => {
    expect(problemsOf({ tags: ["prod", "größe", "бэкап", "🕛", "a,b"] })).toEqual([]);
  });

  it.each(["a b", "a\tb", "a\nb", " a", "a\u00a0b"])("refuses a blank inside: %j", (tag) => {
    expect(problemOf({ tags: ["ok", tag] })).toBe("tags[1]: must not hold a blank; make it two elements");
  });

  it("refuses an empty one", () => {
    expect(problemOf({ tags: [""] })).toBe("tags[0]: must not be empty");
  });

  it("accepts 500 characters when joined, and not one more", () => {
    const tag = "x".repeat(249);
    expect(problemsOf({ tags: [tag, `${tag}xx`.slice(0, 250)] })).toEqual([]);
    expect(problemOf({ tags: [tag, `${tag}xx`] })).toBe(
      "tags: has 501 characters when joined; the service keeps at most 500",
    );
  });

  it("refuses one string, which people try, and lists of anything else", () => {
    expect(problemOf({ tags: "prod db" })).toBe("tags: must be a list of strings");
    expect(problemOf({ tags: null })).toBe("tags: must be a list of strings");
    expect(problemOf({ tags: [5] })).toBe("tags[0]: must be a string");
  });
});

describe("keywords", () => {
  describe.each(["startKw", "successKw", "failureKw", "subject", "subjectFail"])("%s", (field) => {
    it("accepts keywords with blanks", () => {
      expect(problemsOf({ [field]: ["backup done", "OK!"] })).toEqual([]);
    });

    it("refuses a comma, which would make two keywords of one", () => {
      expect(problemOf({ [field]: ["done, really"] })).toBe(
        `${field}[0]: must not hold a comma; make it two elements`,
      );
    });

    it("accepts 200 characters when joined, and not one more", () => {
      const ninetyNine = "x".repeat(99);
      expect(problemsOf({ [field]: [ninetyNine, `${ninetyNine}x`] })).toEqual([]);
      expect(problemOf({ [field]: [`${ninetyNine}x`, `${ninetyNine}x`] })).toBe(
        `${field}: has 201 characters when joined; the service keeps at most 200`,
      );
    });
  });
});

describe("schedule and time zone", () => {
  it.each(["* * * * *", "30 2 * * mon-fri", "daily", "Mon..Fri 02:30", "*-*-01 06:00:00\n*-*-15 06:00:00"])(
    "accepts %j",
    (schedule) => {
      expect(problemsOf({ schedule })).toEqual([]);
    },
  );

  it("says why a schedule is refused, and at which character", () => {
    expect(problemOf({ schedule: "30 25 * * *" })).toBe("schedule: at character 4: the hour must be 0 to 23");
    expect(problemOf({ schedule: "@daily" })).toMatch(/^schedule: at character 1: shortcuts with @/);
    expect(problemOf({ schedule: "0 0 31 2 *" })).toBe(
      "schedule: at character 1: never fires; no such day or time comes after the year 2000",
    );
    expect(problemOf({ schedule: "" })).toMatch(/^schedule: at character 1: is empty/);
  });

  it("counts the characters before a problem as code points", () => {
    expect(problemOf({ schedule: "0 0 * 🕛 *" })).toMatch(/^schedule: at character 7: the month/);
    expect(problemOf({ schedule: "🕛 0 * * *" })).toMatch(/^schedule: at character 1: the minute/);
  });

  it("refuses more than 100 characters", () => {
    const schedule = `0 0 * * ${"1,".repeat(46)}1`;
    expect(schedule).toHaveLength(101);
    expect(problemOf({ schedule })).toBe("schedule: has 101 characters; at most 100 are allowed");
    expect(problemsOf({ schedule: schedule.replace("0 0", "0  0").replace("1,1,", "1,") })).toEqual([]);
  });

  it("accepts zones by their exact names, old ones too", () => {
    for (const tz of [
      "UTC",
      "Etc/UTC",
      "Europe/Riga",
      "Europe/Kiev",
      "US/Eastern",
      "America/Argentina/Ushuaia",
    ])
      expect(problemsOf({ schedule: "0 0 * * *", tz })).toEqual([]);
  });

  it.each(["europe/riga", "Europe/riga", "Europe/Rīga", "Mars/Olympus", "", "+02:00"])(
    "refuses the zone %j",
    (tz) => {
      expect(problemOf({ schedule: "0 0 * * *", tz })).toBe(
        "tz: is not a time zone the service knows; use an IANA name such as Europe/Riga (upper or lower case matters)",
      );
    },
  );

  it("refuses a zone without a schedule", () => {
    expect(problemOf({ tz: "Europe/Riga" })).toBe(
      "tz: only works together with schedule; set schedule or remove tz",
    );
  });

  it("lets the schedule win over a timeout, and warns", () => {
    const both = { schedule: "0 0 * * *", timeout: 60 };
    expect(problemsOf(both)).toEqual([]);
    expect(inputsOf(both)).not.toHaveProperty("timeout");
    expect(warnings(check, both)).toEqual([
      "timeout is ignored because schedule is given too; remove one of them",
    ]);
  });
});

describe("flags and choices", () => {
  it.each(["manualResume", "filterSubject", "filterBody", "filterHttpBody", "filterDefaultFail", "paused"])(
    "%s is true or false",
    (field) => {
      expect(problemsOf({ [field]: true })).toEqual([]);
      expect(problemsOf({ [field]: false })).toEqual([]);
      for (const value of [null, 0, 1, "true", []])
        expect(problemOf({ [field]: value })).toBe(`${field}: must be true or false`);
    },
  );

  it("knows two sets of methods", () => {
    expect(problemsOf({ methods: "" })).toEqual([]);
    expect(problemsOf({ methods: "POST" })).toEqual([]);
    for (const methods of ["GET", "post", "POST,GET", null])
      expect(problemOf({ methods })).toBe('methods: must be "" (HEAD, GET and POST) or "POST"');
  });

  it("adopts or fails when the slug exists", () => {
    expect(problemsOf({ onExisting: "adopt" })).toEqual([]);
    expect(problemsOf({ onExisting: "fail" })).toEqual([]);
    for (const onExisting of ["replace", "", true])
      expect(problemOf({ onExisting })).toBe('onExisting: must be "adopt", "fail" or "adoptUnchanged"');
  });

  it("adopts by a UUID as the service writes it", () => {
    expect(problemsOf({ adopt: "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1" })).toEqual([]);
    for (const adopt of [
      "backup",
      "6E6F0A30-A2B7-4B4A-9A3A-6E3AC4B7A8B1",
      "6e6f0a30a2b74b4a9a3a6e3ac4b7a8b1",
      "",
    ])
      expect(problemOf({ adopt })).toBe("adopt: must be a UUID in lower case, with hyphens");
  });

  it("takes the name of a project, not an empty one", () => {
    expect(problemsOf({ project: "staging" })).toEqual([]);
    expect(problemOf({ project: "" })).toMatch(/^project: must not be empty/);
  });
});

describe("channels", () => {
  it.each([["*"], [[]], [["Ops mail", "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1"]]])("accepts %j", (channels) => {
    expect(problemsOf({ channels })).toEqual([]);
  });

  it.each([["Ops mail"], [""], [null], [5], [{}]])("refuses %j", (channels) => {
    expect(problemOf({ channels })).toBe(
      'channels: must be "*" or a list of names and UUIDs of channels, each without a comma',
    );
  });

  it("refuses a name with a comma, and an empty one", () => {
    expect(problemOf({ channels: ["Ops", "a,b"] })).toBe(
      "channels[1]: must not hold a comma; give the UUID of a channel whose name has one (getChannels shows it)",
    );
    for (const empty of ["", "  "])
      expect(problemOf({ channels: [empty] })).toBe("channels[0]: must not be empty");
  });
});
