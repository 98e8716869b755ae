/** The texts about a maintenance. None of them can break its line, and none can ping a check. */
import { NAME_AND_SENTENCE, paragraph, table } from "../render/table";
import type { Colours } from "../render/terminal";
import { jsonText, visible, withoutCommands } from "../render/visible";
import { count, duration, iso, listInWords, moment } from "../render/words";
import type { Plan } from "./begin";
import type { DownCheck } from "./down";
import { type Ending, isOver } from "./end";
import { isOpen, type PutBack } from "./putBack";
import { checksOf, type QuietWindow } from "./window";

const MOST_NAMES = 5;

/** `3f2a9c1e (new disk)`. */
export function titleOf({ id, reason }: Pick<QuietWindow, "id" | "reason">): string {
  return reason === "" ? id : `${id} (${visible(reason)})`;
}

export function begunText({ window, silent, missing }: Plan): string {
  const off = checksOf(window);
  const lines = [
    off.length === 0
      ? "None of these checks has channels: there is nothing to take off."
      : `In maintenance until ${at(window.until)}: ${titleOf(window)}. The channels of ${count(off.length, "check")} are off.`,
    ...(off.length > 0 && silent.length > 0
      ? [`Left alone, because no channels are attached: ${listInWords(silent, MOST_NAMES)}.`]
      : []),
    ...(missing.length > 0 ? [`Not on the service: ${listInWords(missing, MOST_NAMES)}.`] : []),
  ];
  return withoutCommands(`${lines.join("\n")}\n`);
}

/** What was put back, what was not and why, and which checks are down now. */
export function endedText(ending: Ending, colours: Colours, width?: number): string {
  const { window, to, results, notAsked = [] } = ending;
  const open = results.filter(isOpen);
  const fates = results.flatMap((one) => {
    const words = fateLine(one);
    return words === undefined ? [] : [{ one, words }];
  });
  const after = `after ${duration(Math.max(0, to - window.from))}`;
  const said = [
    open.length === 0
      ? settledWords(results.length - fates.length, fates.length)
      : `${count(open.length, "check")} of ${results.length} could not be put right`,
    ...(notAsked.length > 0 ? [`${count(notAsked.length, "project")} could not be asked`] : []),
  ].join(", and ");
  const headline = isOver(ending)
    ? colours.green(`Maintenance ${titleOf(window)} is over ${after}: ${said}.`)
    : colours.red(`Maintenance ${titleOf(window)} is not over ${after}: ${said}.`);
  const checkRows = fates.map(({ one, words }) => [colours.bold(visible(one.check.label)), words]);
  const projects = notAsked.map(({ project, problem }) => [
    colours.bold(`project ${visible(JSON.stringify(project))}`),
    visible(problem),
  ]);
  const again = `Run \`pulumi-checks maintenance end ${window.id}\` again`;
  const next = [
    ...(open.length > 0 ? [`${again}; until then they alert nobody.`] : []),
    ...(notAsked.length > 0
      ? [
          `${again} where these projects can be asked; until then their checks in this maintenance alert nobody.`,
        ]
      : []),
  ].join("\n");
  const parts = [
    headline,
    table(NAME_AND_SENTENCE, [...checkRows, ...projects], { width, indent: 2 }),
    next,
    downText(ending, colours, width),
  ];
  return withoutCommands(`${parts.filter((part) => part !== "").join("\n")}\n`);
}

/** What became of checks that are all settled: one that is gone, or has other channels by now, is not as before. */
function settledWords(asBefore: number, changed: number): string {
  const unchanged = `${count(asBefore, "check")} as before`;
  if (changed === 0) return unchanged;
  const byOthers = `${count(changed, "check")} changed by others`;
  return asBefore === 0 ? byOthers : `${unchanged}, ${byOthers}`;
}

/** The line about a check; undefined if it is as before. */
function fateLine({ fate, problem, lostChannels, live }: PutBack): string | undefined {
  switch (fate) {
    case "failed":
      return visible(problem ?? "");
    case "unknown":
      return "nobody knows which channels it had: attach them on the service, and then end this again";
    case "changed":
      return "somebody attached other channels in the meantime: they stay";
    case "elsewhere":
      return `is in another maintenance by now (${live?.maintenance?.id ?? ""}), which puts its channels back`;
    case "gone":
      return "was deleted in the meantime, or moved to another project";
    case "putBack":
      return lostChannels === undefined
        ? undefined
        : `without ${count(lostChannels, "channel")} that ${lostChannels === 1 ? "was" : "were"} deleted in the meantime`;
    case "asBefore":
      return undefined;
  }
}

function downText(ending: Ending, colours: Colours, width?: number): string {
  const { down } = ending;
  if (down.length === 0) return noneDownText(ending);
  const rows = down.map((one) => [colours.bold(visible(one.label)), sinceWords(one)]);
  const checks = `Down now: ${count(down.length, "check")}`;
  const says = down.every(({ before }) => before)
    ? `${checks}, since before the maintenance:`
    : `${checks}. Nobody was alerted of what happened in the meantime, and nobody will be:`;
  return `${paragraph(colours.yellow(says), { width })}\n${table(NAME_AND_SENTENCE, rows, { width, indent: 2 })}`;
}

/** Nobody may be calmed about a check that could not be read. */
function noneDownText({ results, notAsked = [] }: Ending): string {
  const there = results.filter(({ fate }) => fate !== "gone");
  const read = there.filter(({ live }) => live !== undefined);
  if (read.length === there.length && notAsked.length === 0) return "None of its checks is down.";
  return read.length === 0
    ? "Whether its checks are down is not known."
    : "None of its checks is down, as far as they could be read.";
}

function sinceWords({ since, orEarlier, before }: DownCheck): string {
  if (since === undefined) return "down";
  const words = `down since ${at(since)}${orEarlier ? " or earlier" : ""}`;
  return before ? `${words}, before the maintenance began` : words;
}

/** The same as JSON. */
export function endedJson(endings: readonly Ending[]): string {
  return jsonText({
    schema: "pulumi-checks/maintenance-end",
    version: 1,
    ended: endings.map(endingValue),
  });
}

function endingValue(ending: Ending) {
  const { id, reason, from, until } = ending.window;
  return {
    id,
    reason,
    from: iso(from),
    until: iso(until),
    to: iso(ending.to),
    complete: isOver(ending),
    checks: ending.results.map(({ check: { label, uniqueKey }, fate, problem, live }) => ({
      check: label,
      uniqueKey,
      fate,
      problem: problem ?? null,
      status: live?.status ?? null,
    })),
    notAsked: ending.notAsked ?? [],
    down: ending.down.map(({ label, uniqueKey, since, orEarlier, before }) => ({
      check: label,
      uniqueKey,
      since: since === undefined || orEarlier ? null : iso(since),
      before: before ?? null,
    })),
  };
}

/** `2026-05-04 00:00 UTC`. */
export function at(seconds: number): string {
  return `${moment(seconds, "UTC")} UTC`;
}
