/** The result of a wait, for people and for programs. */
import { lastPingOf } from "../due";
import { NAME_AND_SENTENCE, paragraph, table } from "../render/table";
import type { Colours } from "../render/terminal";
import { jsonText, withoutCommands } from "../render/visible";
import { count, iso } from "../render/words";
import type { Standing, Until } from "./standing";
import type { Target } from "./targets";
import type { Outcome } from "./watch";
import { byHand, DONE, doneSentence, leftOutSentence, progressOf, reasonOf, spanOf } from "./words";

/** The result for people. `width` is their terminal's, absent for a file. */
export function text(outcome: Outcome, until: Until, colours: Colours, width?: number): string {
  const { standings, leftOut = [], ended, problems } = outcome;
  const { bold, dim, red } = colours;
  const open = standings.filter(({ obstacle }) => obstacle !== undefined);
  // A reported failure shows that pings arrive, so the wait is over, but somebody should know about it.
  const failed = standings.filter((one) => !open.includes(one) && one.document?.status === "down");
  const hand = byHand(open);
  const isOne =
    new Set([...standings.map(({ target }) => target), ...leftOut].map(({ project }) => project)).size === 1;
  const shown = ({ label, project }: Target) => (isOne ? label : `${label} (${project})`);
  const nameOf = ({ target }: Standing) => shown(target);
  const parts = [
    headline(outcome, until, colours),
    table(
      NAME_AND_SENTENCE,
      [
        ...open.map((one) => [bold(nameOf(one)), reasonOf(one, ended)]),
        ...failed.map((one) => [bold(nameOf(one)), doneSentence(one, until, ended)]),
      ],
      { width, indent: 2 },
    ),
    leftOut.length > 0 ? paragraph(dim(leftOutSentence(leftOut.map(shown))), { width }) : "",
    problems.map((problem) => paragraph(`${red("problem")}  ${problem}`, { width })).join("\n"),
    // The command is not wrapped, because users copy it.
    hand ? `${paragraph(dim(hand.says), { width })}\n${indent(hand.command)}` : "",
  ];
  return withoutCommands(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

function headline(
  { ending, standings, leftOut = [], began, ended, unasked }: Outcome,
  until: Until,
  colours: Colours,
): string {
  const after = `after ${spanOf(ended - began)}`;
  const open = standings.filter(({ obstacle }) => obstacle !== undefined).length;
  const all = standings.length;
  switch (ending) {
    case "reached":
      if (all === 0) {
        return leftOut.length > 0
          ? "Nothing to wait for."
          : "Nothing to wait for: the last `pulumi up` made no check.";
      }
      return colours.green(`${progressOf(standings, until)}, ${after}.`);
    case "missed":
      return colours.yellow(`${open} of ${count(all, "check")} not ${DONE[until]} ${after}:`);
    case "unknown":
      return colours.red(
        open === 0
          ? `Not known ${after}: the service could not be asked whether all are still ${DONE[until]}.`
          : `Not known ${after}: the service could not be asked about ${count(unasked, "check")}.`,
      );
    case "interrupted":
      return colours.yellow(`Interrupted ${after}: ${progressOf(standings, until)}.`);
  }
}

function indent(lines: string): string {
  return lines.replace(/^/gm, "  ");
}

/** The result for programs. */
export function json(outcome: Outcome, until: Until, timeout: number): string {
  const { ending, standings, leftOut = [], began, ended, problems } = outcome;
  return jsonText({
    schema: "pulumi-checks/wait",
    version: 1,
    until,
    ending,
    began: iso(began / 1000),
    seconds: Math.floor((ended - began) / 1000),
    timeoutSeconds: timeout,
    checks: standings.map((standing) => checkOf(standing, until, ended)),
    leftOut: leftOut.map(namesOf),
    problems,
  });
}

function namesOf({ label, project, uniqueKey }: Target) {
  return { check: label, project, uniqueKey };
}

function checkOf(standing: Standing, until: Until, now: number) {
  const { target, document, obstacle } = standing;
  const lastPing = document && lastPingOf(document);
  return {
    ...namesOf(target),
    done: obstacle === undefined,
    status: document?.status ?? null,
    lastPing: lastPing === undefined ? null : iso(lastPing / 1000),
    obstacle: obstacle ?? null,
    says: obstacle === undefined ? doneSentence(standing, until, now) : reasonOf(standing, now),
  };
}
