import fc from "fast-check";
import { anyText } from "../anyText";

/** Mostly well-formed, so that a good half of them is accepted. */
export const cronLike: fc.Arbitrary<string> = fc
  .tuple(field(0, 59), field(0, 23), day("L", "LW", "L/2"), field(1, 12), day("5L", "MON", "fri#2", "SUN,3"))
  .map((fields) => fields.join(" "));

/** One or two lines of OnCalendar. */
export const calendarLike: fc.Arbitrary<string> = fc
  .array(line(), { minLength: 1, maxLength: 2 })
  .map((lines) => lines.join("\n"));

/** Anything at all: plain text, text made of a schedule's own characters, and schedules with a scratch. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  anyText({ maxLength: 150 }),
  fc.string({
    unit: fc.constantFrom(..."0123456789*/,-~.:#LWlw?@ \n\t\u00a0\u3000Mon", "UTC", "..", "\ud800"),
    maxLength: 150,
  }),
  fc
    .tuple(fc.oneof(cronLike, calendarLike), fc.nat(40), fc.string({ unit: "grapheme", maxLength: 3 }))
    .map(([schedule, at, scratch]) => schedule.slice(0, at) + scratch + schedule.slice(at + 1)),
);

/** Zones with summer time of every odd kind: by half an hour, by two, at midnight, and off the full hour. */
export const zone: fc.Arbitrary<string> = fc.constantFrom(
  "UTC",
  "Europe/Riga",
  "America/New_York",
  "Australia/Lord_Howe",
  "Antarctica/Troll",
  "Asia/Beirut",
  "America/Havana",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Asia/Kathmandu",
);

export const moment: fc.Arbitrary<Date> = fc.date({
  min: new Date("2001-01-01T00:00:00Z"),
  max: new Date("2036-12-31T00:00:00Z"),
  noInvalidDate: true,
});

function field(min: number, max: number): fc.Arbitrary<string> {
  const one = fc.integer({ min, max });
  return fc.oneof(
    fc.constant("*"),
    one.map(String),
    fc.integer({ min: 1, max }).map((step) => `*/${step}`),
    fc.tuple(one, one).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.tuple(one, one).map(([a, b]) => `${a},${b}`),
  );
}

function day(...special: string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: field(1, 7) }, fc.constantFrom(...special));
}

function line(): fc.Arbitrary<string> {
  const word = (...words: string[]): fc.Arbitrary<string> => fc.constantFrom("", ...words);
  return fc
    .tuple(
      word("Mon", "Sat,Sun", "Mon..Fri", "wednesday"),
      word("*-*-*", "1-1", "*-02~1", "2030-1..3-31", "2-29..30", "*-*~07/1"),
      word("12:00", "0..3:30", "2:30:0/20", "*:0/5", "23:59:59"),
      word("UTC", "Europe/Riga", "posix/Asia/Tokyo"),
    )
    .map((words) => words.filter((part) => part !== "").join(" "));
}
