/** Checks as a service may have them, awkward ones above all. */
import fc from "fast-check";
import type { LiveCheck } from "../../../../cli/adopt/args";
import type { Channel } from "../../../../provider/monitor/api";
import { anyText } from "../../anyText";

/** A check with all defaults, as the service tells it. */
export function liveCheck(uuid: string, fields: Partial<LiveCheck> = {}): LiveCheck {
  const { schedule } = fields;
  return {
    name: "",
    slug: "",
    tags: "",
    desc: "",
    grace: 3600,
    n_pings: 3,
    status: "up",
    manual_resume: false,
    methods: "",
    subject: "",
    subject_fail: "",
    start_kw: "",
    success_kw: "",
    failure_kw: "",
    filter_subject: false,
    filter_body: false,
    filter_http_body: false,
    filter_default_fail: false,
    ping_url: `https://ping.example.com/${uuid}`,
    channels: "",
    ...(schedule === undefined ? { timeout: 86_400 } : { tz: "UTC" }),
    ...fields,
    uuid,
  };
}

/** `uuid(7)` is 00000007-0000-4000-8000-000000000000. */
export function uuid(n: number): string {
  return `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
}

/** Channels of a project: clear names, a shared one, and names that would be read as something else. */
export const CHANNELS: Channel[] = [
  "Ops mail",
  "Pager 🦑",
  "Twins",
  "Twins",
  "a, b",
  "*",
  " ",
  uuid(99),
  '"${quoted}"',
].map((name, index) => ({ id: uuid(0xc0 + index), name, kind: "email" }));

const text = (maxLength: number) =>
  fc
    .oneof(
      anyText({ maxLength }),
      fc.string({ unit: "grapheme", maxLength }),
      fc.constantFrom(
        "Nightly backup",
        "nightly-backup",
        "日本語",
        "</script> `${x}` \"'\\",
        "\u202eevil\u2028",
        "",
      ),
    )
    .map((value) => [...value.replaceAll("\0", "")].slice(0, maxLength).join(""));

const listOf = (separator: string) =>
  fc
    .array(
      text(12).map((item) => item.replaceAll(separator === " " ? /\s/g : ",", "")),
      { maxLength: 4 },
    )
    .chain((items) =>
      fc.constantFrom("", " ").map((blank) => [...items.join(`${separator}${blank}`)].slice(0, 200).join("")),
    );

const seconds = fc.oneof(
  fc.constantFrom(60, 61, 3600, 5400, 86_400, 604_800, 31_536_000),
  fc.integer({ min: 60, max: 31_536_000 }),
);

const timing = fc.oneof(
  fc.record({ timeout: seconds }),
  fc.record({
    schedule: fc.constantFrom(
      "30 2 * * *",
      "*/5 9-17 * * MON-FRI",
      "Mon..Fri 09:00",
      "daily\nhourly",
      " 0 3 * * * ",
    ),
    tz: fc.constantFrom("UTC", "Europe/Riga", "Etc/UTC", "US/Eastern", "EST", "Europe/Kiev"),
  }),
);

/** Whatever the service may tell of one check. */
export const arbitraryCheck: fc.Arbitrary<LiveCheck> = fc
  .record({
    uuid: fc.uuid(),
    fields: fc.record({
      name: text(100),
      slug: fc.oneof(
        fc.constantFrom("", "", "backup", "nightly-backup", "Upper", "a".repeat(100), "-", "_"),
        fc.stringMatching(/^[a-z0-9_-]{1,20}$/),
      ),
      tags: listOf(" "),
      desc: text(300),
      grace: seconds,
      manual_resume: fc.boolean(),
      methods: fc.constantFrom("", "POST"),
      start_kw: listOf(","),
      success_kw: listOf(","),
      failure_kw: listOf(","),
      filter_subject: fc.boolean(),
      filter_body: fc.boolean(),
      filter_http_body: fc.boolean(),
      filter_default_fail: fc.boolean(),
      channels: fc.subarray(CHANNELS.map(({ id }) => id)).map((ids) => ids.join(",")),
    }),
    timing,
    old: fc.boolean(),
  })
  .map(({ uuid, fields, timing, old }) => {
    const { filter_http_body, filter_default_fail, ...known } = fields;
    const { timeout: _, ...rest } = liveCheck(uuid, { ...known, ...timing });
    const check = { ...rest, ...timing, ...(old ? {} : { filter_http_body, filter_default_fail }) };
    if (old) for (const key of ["filter_http_body", "filter_default_fail"]) delete (check as LiveCheck)[key];
    return check as LiveCheck;
  });

/** A project of them, each with a UUID of its own. */
export const arbitraryProject = (maxLength: number) =>
  fc.uniqueArray(arbitraryCheck, { maxLength, selector: ({ uuid }) => uuid });
