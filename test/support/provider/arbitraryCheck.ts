/** What a program may say about a check, of every kind that our validation lets pass. */
import fc from "fast-check";
import type { Channel, DialectName } from "../../../emulator";
import { NEW_ZONES } from "../../../emulator/monitor/fieldRules";
import type { Values } from "../../../provider/core/fields";
import { checkFields } from "../../../provider/monitor/check/checkFields";
import { isRefusedByOlderReleases } from "../../../schedule";
import { IANA_NAMES } from "../../../schedule/ianaNames";
import { anyText } from "../anyText";

/** A check's arguments; `slug` is always among them. */
export type Args = Values & { slug: string };

/** Arbitrary arguments for a service with these channels. */
export function arbitraryCheck(channels: readonly Channel[], dialect: DialectName): fc.Arbitrary<Args> {
  return fc
    .record(
      {
        slug: fc.stringMatching(/^[a-z0-9_-]{1,100}$/),
        name: valid("name", textUpTo(60)),
        tags: valid("tags", fc.array(word(/\s/), { maxLength: 5 })),
        desc: valid("desc", textUpTo(200)),
        grace: seconds,
        manualResume: fc.boolean(),
        methods: fc.constantFrom("", "POST"),
        startKw: valid("startKw", keywords),
        filterBody: fc.boolean(),
        channels: channelsOf(channels),
        paused: fc.boolean(),
        period,
        filters,
        ...(dialect === "server" && { filterHttpBody: fc.boolean(), filterDefaultFail: fc.boolean() }),
      },
      { requiredKeys: ["slug"] },
    )
    .map(({ period, filters, ...rest }) => ({ ...rest, ...period, ...filters }));
}

/** Keeps what the field's own rules accept: the schema decides what is valid, not this file. */
function valid<T>(field: keyof typeof checkFields, values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return values.filter((value) => checkFields[field].safeParse(value).success);
}

function textUpTo(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: "grapheme", maxLength }),
    anyText({ maxLength }),
    fc.constantFrom(
      " blanks around ",
      " \t\n",
      "line\r\nbreak\n",
      "e\u0301 and \u00e9",
      "🕛".repeat(100),
      "null",
      '"\\',
    ),
  );
}

function word(forbidden: RegExp): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      fc.constantFrom("prod", "db", "größe", "🕛"),
    )
    .filter((text) => text.trim() !== "" && !forbidden.test(text));
}

const seconds = fc.oneof(
  fc.constantFrom(60, 61, 3600, 86_400, 31_536_000),
  fc.integer({ min: 60, max: 31_536_000 }),
);

const keywords = fc.array(fc.oneof(word(/,/), fc.constantFrom("backup done", " OK ", "🕛")), {
  maxLength: 4,
});

/** The new form, the deprecated one, or one of each. */
const filters = fc.oneof(
  fc.record(
    {
      successKw: valid("successKw", keywords),
      failureKw: valid("failureKw", keywords),
      filterSubject: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ subject: valid("subject", keywords), subjectFail: valid("subjectFail", keywords) }),
  fc.record({ subject: valid("subject", keywords), failureKw: valid("failureKw", keywords) }),
);

function terms(min: number, max: number, names: readonly string[] = []): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const term = fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    value.map(String),
    fc.constantFrom("*", ...names),
    fc.tuple(value, value).map((ends) => ends.sort((a, b) => a - b).join("-")),
    fc.integer({ min: 1, max: 20 }).map((step) => `*/${step}`),
    fc.tuple(value, fc.integer({ min: 1, max: 9 })).map(([from, step]) => `${from}-${max}/${step}`),
  );
  return fc.array(term, { minLength: 1, maxLength: 3 }).map((some) => some.join(","));
}

const blank = fc.constantFrom(" ", " ", " ", "  ", "\t", "\u00a0");

const cron = fc
  .tuple(
    fc.tuple(
      terms(0, 59),
      terms(0, 23),
      terms(1, 31, ["L", "LW"]),
      terms(1, 12, ["jan", "DEC", "Feb"]),
      terms(0, 7, ["sun", "Fri", "5L", "1#2", "MON#5"]),
    ),
    blank,
  )
  .map(([fields, between]) => fields.join(between));

const onCalendar = fc.oneof(
  fc.constantFrom("daily", "hourly", "Weekly", "quarterly", "Mon..Fri 09:00", "*-*~01 23:59:59", "*:0/5"),
  fc.constantFrom(
    "*-*-01 06:00:00\n*-*-15 06:00:00",
    "Sat,Sun *-02-29",
    "12:00 Europe/Kiev",
    "2024..2099-01-01",
  ),
);

const schedule = fc
  .tuple(fc.constantFrom("", "", " ", "\t"), fc.oneof(cron, onCalendar), fc.constantFrom("", "", " ", "  "))
  .map((parts) => parts.join(""));

/** The zones that every service knows. */
const zones = [...IANA_NAMES].filter((name) => !NEW_ZONES.includes(name));

/** A timeout, a schedule with or without a zone, or a schedule that wins over a timeout. */
const period: fc.Arbitrary<Values> = fc.oneof(
  fc.record({ timeout: seconds }),
  fc.record(
    {
      // Where releases of the service differ, our validation leaves it to the service, and the emulator is an older one.
      schedule: valid("schedule", schedule).filter((one) => !isRefusedByOlderReleases(one.trim())),
      tz: valid(
        "tz",
        fc.oneof(fc.constantFrom("UTC", "Etc/UTC", "Europe/Kiev", "Zulu"), fc.constantFrom(...zones)),
      ),
      timeout: seconds,
    },
    { requiredKeys: ["schedule"] },
  ),
);

/** All, none, or some of the channels, each by its name where that is unique, or by its UUID. */
function channelsOf(channels: readonly Channel[]): fc.Arbitrary<"*" | string[]> {
  const isUnique = ({ name }: Channel) => channels.filter((other) => other.name === name).length === 1;
  const spelled = channels.flatMap((channel) =>
    isUnique(channel) ? [channel.name, channel.id] : [channel.id],
  );
  return fc.oneof(
    fc.constant("*" as const),
    fc.subarray(spelled).chain((some) => fc.shuffledSubarray(some)),
  );
}
