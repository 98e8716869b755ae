import { checkSchedule } from "../../../schedule";

const NEVER = "never fires; no such day or time comes after the year 2000";
const ORDER = "must be weekdays, date, time and time zone, in this order and each without blanks";
const NO_SCHEDULE = "must be cron of five fields, or a systemd calendar expression such as Mon..Fri 12:00";
const STEP = "the step after / must be a whole number of at least 1";
const DAY = "the day of the month must be 1 to 31, L (the last day) or LW (the last working day)";
const WEEKDAY = "the day of the week must be 0 to 7 (0 and 7 are Sunday) or SUN to SAT";
const LAST_WEEKDAY = "the last such day of the month is written as a number 0 to 7 and L, as in 5L";
const ZONE =
  "is not a time zone the service knows; use an IANA name such as Europe/Riga (upper or lower case matters)";

/** An expression, where the arrow points, and why. */
type Refusal = readonly [expression: string, position: number, reason: string];

function refuses(refusals: readonly Refusal[]): void {
  it.each(refusals)("refuses %j at character %i", (expression, position, reason) => {
    expect(checkSchedule(expression)).toEqual({ position, reason });
  });
}

describe("a refusal of cron", () => {
  refuses([
    ["60 * * * *", 1, "the minute must be 0 to 59"],
    ["\u0661 0 * * *", 1, "the minute must be 0 to 59"],
    ["0 24 * * *", 3, "the hour must be 0 to 23"],
    ["0 0 15W * *", 5, DAY],
    ["0 0 1,32 * *", 7, DAY],
    ["0 0 * JANUARY *", 7, "the month must be 1 to 12 or JAN to DEC"],
    ["0 0 * * MONDAY", 9, WEEKDAY],
    ["0 0 * * utc", 9, WEEKDAY],
    ["0 0 * * FRI-SUN", 9, "a range must not end before it starts; write it as two, with a comma"],
    ["0 0 * * 1-8", 11, WEEKDAY],
    ["*/0 * * * *", 3, STEP],
    ["1,2, * * * *", 5, "the minute must be 0 to 59"],
    ["0 0 L/x * *", 7, STEP],
    ["0 0 * * FRIL", 9, LAST_WEEKDAY],
    ["0 0 * * 4\ufb02", 9, LAST_WEEKDAY],
    ["0 0 * * 5#6", 11, "the number after # must be 1 to 5"],
    ["0 0 31 2 *", 1, NEVER],
    ["  0 0 31 2 *", 3, NEVER],
  ]);
});

describe("a refusal of an OnCalendar expression", () => {
  refuses([
    ["24:00", 1, "the hour must be 0 to 23"],
    ["Mon 12:60", 8, "the minute must be 0 to 59"],
    ["12:00:00.5", 7, "the second must be 0 to 59, without a fraction"],
    ["12:00:00:00", 1, "the time must be HOUR:MINUTE or HOUR:MINUTE:SECOND"],
    ["*:*/15", 3, "* must stand alone here; for a step write its start, as in 0/15"],
    ["*:0/0", 5, STEP],
    ["23..0:0", 1, "a range must not end before it starts"],
    ["2200-1-1", 1, "the year must be 1970 to 2199, or 0 to 99"],
    ["1969..2030-1-1", 1, "the year must be 1970 to 2199, or 0 to 99"],
    ["100..2030-1-1", 1, "the year must be 1970 to 2199, or 0 to 99"],
    ["*-13-1", 3, "the month must be 1 to 12"],
    ["*-1-32", 5, "the day must be 1 to 31"],
    ["*-1~29", 5, "a day counted from the end of the month must be 1 to 28"],
    ["1-2-3-4", 1, "the date must be YEAR-MONTH-DAY or MONTH-DAY"],
    ["1997-01-01", 1, NEVER],
    ["2-30\n4-31", 1, NEVER],
    ["Mond 12:00", 1, "the weekday must be Mon to Sun, or its whole English name"],
    ["Mon,,Tue", 5, "the weekday must be Mon to Sun, or its whole English name"],
    ["Sat..Tue", 1, "a range of weekdays must not pass Sunday; write it as two, with a comma"],
    ["Mon, Tue 12:00", 6, ORDER],
    ["12:00 Mon", 1, ORDER],
    ["Mon 12:00 1-1", 5, ORDER],
    ["every day", 1, NO_SCHEDULE],
    ["12:00\nevery day", 7, NO_SCHEDULE],
    ["12:00\n\n13:00", 7, "is empty, or has a line without a schedule"],
  ]);
});

describe("a refusal of several wrong parts", () => {
  it("names the first", () => {
    expect(checkSchedule("Mond 2200-13-32 24:60")).toMatchObject({ position: 1 });
    expect(checkSchedule("Mon 2200-13-32 24:60")).toMatchObject({ position: 5 });
    expect(checkSchedule("Mon 2199-13-32 24:60")).toMatchObject({ position: 10 });
    expect(checkSchedule("Mon 2199-12-32 24:60")).toMatchObject({ position: 13 });
    expect(checkSchedule("Mon 2199-12-31 24:60")).toMatchObject({ position: 16 });
    expect(checkSchedule("0 99 99 99 99")).toMatchObject({ position: 3 });
  });
});

describe("a refusal of a common mistake", () => {
  const shortcut = (remedy: string): string => `shortcuts with @ are not known; ${remedy}`;
  const elsewhere = "the time zone does not belong here; put it into tz";
  refuses([
    ["", 1, "is empty; leave schedule out for a check with a timeout"],
    [" \n ", 1, "is empty; leave schedule out for a check with a timeout"],
    ["@daily", 1, shortcut("write `daily` or `0 0 * * *`")],
    ["  @Hourly", 3, shortcut("write `hourly` or `0 * * * *`")],
    ["@reboot", 1, shortcut("write five cron fields")],
    ["@constructor", 1, shortcut("write five cron fields")],
    ["0 0 0 * * *", 11, "has 6 fields; cron has 5, without seconds"],
    ["*/5 * * * * root", 13, "has 6 fields; cron has 5, without seconds"],
    ["0 0 * *", 1, "has 4 fields; cron has 5: minute, hour, day, month, day of the week"],
    ["0 0 12 * * ? 2025", 12, "`?` is not known; write `*`"],
    ["0 0 ? * *", 5, "`?` is not known; write `*`"],
    ["CRON_TZ=UTC 0 0 * * *", 1, elsewhere],
    ["0 0 * * * Europe/Riga", 11, elsewhere],
    ["0 0 * * *\n0 1 * * *", 1, "cron must stand alone; only OnCalendar expressions can have several lines"],
    ["12:00 * * * *", 1, "five words on one line are read as cron, which has no time with a colon"],
    ["12:00 europe/riga", 7, ZONE],
    ["12:00 GMT+1", 7, ZONE],
    ["12:00 UTC\n13:00 Nowhere/City", 17, ZONE],
    ["12:00\tUTC", 7, "a plain blank must stand before the time zone"],
  ]);

  it("gives a way out for every shortcut that has one, and that way is accepted", () => {
    for (const name of ["hourly", "daily", "midnight", "weekly", "monthly", "yearly", "annually"]) {
      const remedies = [...(checkSchedule(`@${name}`)?.reason.matchAll(/`([^`]+)`/g) ?? [])];
      expect(remedies).toHaveLength(2);
      for (const [, remedy] of remedies) expect(checkSchedule(String(remedy))).toBeUndefined();
    }
  });
});

describe("the position of a refusal", () => {
  it("counts code points, as people count characters", () => {
    expect("\u{1f55b}").toHaveLength(2);
    expect(checkSchedule("0 \u{1f55b} * * *")).toMatchObject({ position: 3 });
    expect(checkSchedule("\u{1f55b}\u{1f55b} ?")).toMatchObject({ position: 4 });
    expect(checkSchedule("\u{1f55b} 12:00 * * *")).toMatchObject({ position: 3 });
  });

  it("counts blanks of every kind that the service skips", () => {
    expect(checkSchedule("\u3000\u20030\u00a00\u1680*\x1c*\x85x")).toEqual({ position: 11, reason: WEEKDAY });
  });
});
