/** What the interface's document says a check must be for given arguments, spelled out beside the product's own mapping. */
import type { Channel } from "../../../emulator";
import { LEGACY_ZONES } from "../../../schedule/legacyZones";
import type { Document } from "../service";
import type { Args } from "./arbitraryCheck";

/**
 * Fails unless the check is what the arguments ask for. `before` are arguments that held until now: what they named
 * of the unmanaged fields stays when its line is removed.
 */
export function expectAgrees(
  document: Document,
  args: Args,
  channels: readonly Channel[],
  before: Partial<Args> = {},
): void {
  const { subject, subjectFail } = args;
  const old = subject !== undefined || subjectFail !== undefined;
  const some = (list: unknown) => Array.isArray(list) && list.length > 0;
  expect(document).toMatchObject({
    slug: args.slug,
    name: args.name ?? "",
    desc: args.desc ?? "",
    grace: args.grace ?? 3600,
    manual_resume: args.manualResume ?? false,
    methods: args.methods ?? "",
    filter_subject: old
      ? some(subject ?? args.successKw) || some(subjectFail ?? args.failureKw)
      : (args.filterSubject ?? false),
    filter_body: args.filterBody ?? false,
  });
  expect(setOf(document.tags, " ")).toEqual(new Set((args.tags ?? []) as string[]));
  // A check that is taken over keeps its own spelling of what means the same.
  expect(setOf(document.start_kw, ",")).toEqual(keywords(args.startKw));
  expect(setOf(document.success_kw, ",")).toEqual(keywords(subject ?? args.successKw));
  expect(setOf(document.failure_kw, ",")).toEqual(keywords(subjectFail ?? args.failureKw));
  expectPeriod(document, args);
  expectUnmanaged(document, args, channels, before);
}

function expectPeriod(document: Document, args: Args): void {
  if (args.schedule === undefined) {
    expect(document).toMatchObject({ timeout: args.timeout ?? 86_400 });
    expect(document).not.toHaveProperty("schedule");
    return;
  }
  const tz = String(args.tz ?? "UTC");
  expect(String(document.schedule).trim()).toBe(String(args.schedule).trim());
  expect([tz, LEGACY_ZONES[tz]]).toContain(document.tz);
  expect(document).not.toHaveProperty("timeout");
}

function expectUnmanaged(
  document: Document,
  args: Args,
  channels: readonly Channel[],
  before: Partial<Args>,
): void {
  const assigned = (args.channels ?? before.channels ?? []) as "*" | string[];
  const ids = assigned === "*" ? channels.map(({ id }) => id) : assigned.map((item) => idOf(channels, item));
  expect(setOf(document.channels, ",")).toEqual(new Set(ids));
  expect(document.status === "paused").toBe(args.paused ?? before.paused ?? false);
  for (const [key, wire] of [
    ["filterHttpBody", "filter_http_body"],
    ["filterDefaultFail", "filter_default_fail"],
  ] as const) {
    if (document[wire] !== undefined) expect(document[wire]).toBe(args[key] ?? false);
  }
}

function idOf(channels: readonly Channel[], item: string): string {
  return channels.find(({ name }) => name === item)?.id ?? item;
}

function keywords(list: unknown): Set<string> {
  return new Set(((list ?? []) as string[]).map((keyword) => keyword.trim()));
}

function setOf(joinedText: unknown, separator: string): Set<string> {
  const members = String(joinedText).split(separator);
  return new Set(members.map((member) => member.trim()).filter(Boolean));
}
