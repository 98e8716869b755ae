import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckTimes, Conversion } from "../../../../schedule/schedulers";
import { schedules } from "../../../../sdk";
import { firingsOf } from "../../../support/schedule/firings";

/**
 * Schedules that public repositories declare, ten of each kind, with what is right for them: worked out by hand from the
 * scheduler's manual, as `hand` says, and not taken from an answer of the code. Files of machines name no zone, so
 * crontabs and timers are given one here.
 */
interface RealLine {
  kind: string;
  /** Repository and path. */
  source: string;
  given: unknown;
  check?: CheckTimes;
  notes?: string[];
  /** What the manual leaves open. */
  unsaid?: string[];
  /** All runs after `AFTER` up to the last of them; none for periods. */
  runs?: string[];
  refused?: { property: string; about: string };
  hand: string;
}

const lines: RealLine[] = JSON.parse(
  readFileSync(join(__dirname, "..", "fixtures", "schedulers", "real-lines.json"), "utf8"),
);

/** A Sunday. */
const AFTER = Date.parse("2026-11-22T00:00:00Z");

const CONVERTERS: Record<string, (job: never) => Conversion> = {
  kubernetes: schedules.tryKubernetes,
  eventBridge: schedules.tryEventBridge,
  cloudScheduler: schedules.tryCloudScheduler,
  gitHubActions: schedules.tryGitHubActions,
  systemdTimer: schedules.trySystemdTimer,
  crontab: schedules.tryCrontab,
  nomad: schedules.tryNomad,
};

function answerFor({ kind, given }: RealLine): Conversion {
  const convert = CONVERTERS[kind];
  if (!convert) throw new Error(`${kind} is no scheduler`);
  return convert(given as never);
}

describe("lines of public repositories", () => {
  it("are ten of each kind", () => {
    const counted = Object.keys(CONVERTERS).map((name) => lines.filter(({ kind }) => kind === name).length);
    expect(counted).toEqual([10, 10, 10, 10, 10, 10, 10]);
  });

  it.each(lines.filter(({ check }) => check))("become what they mean: $kind of $source ($hand)", (line) => {
    const { check, notes, unsaid } = line;
    expect(answerFor(line)).toEqual({ ok: true, check, notes, ...(unsaid && { unsaid }) });
  });

  it.each(lines.filter(({ check }) => check && "schedule" in check))(
    "have their runs expected, and no other: $kind of $source ($hand)",
    (line) => {
      const conversion = answerFor(line);
      if (!conversion.ok) throw new Error(conversion.reason);
      const expected = (line.runs ?? []).map((run) => Date.parse(run));
      expect(expected.length).toBeGreaterThan(1);
      expect(firingsOf(conversion.check, AFTER, expected.at(-1))).toEqual(expected);
    },
  );

  it.each(lines.filter(({ refused }) => refused))("are refused: $kind of $source ($hand)", (line) => {
    expect(answerFor(line)).toEqual({
      ok: false,
      property: line.refused?.property,
      reason: expect.stringContaining(line.refused?.about ?? "?"),
    });
  });
});
