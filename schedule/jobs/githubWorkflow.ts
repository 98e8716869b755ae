/** The job of a GitHub Actions workflow that runs `on.schedule`. */
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { convertGitHubActions } from "../schedulers";
import type { JobsRead } from "./job";
import { marksIn } from "./marks";
import { NO_ANCHOR, notYaml, valueIn } from "./yamlValue";

const entry = z.looseObject({ cron: z.string(), timezone: z.string().optional() });

const workflow = z.looseObject({
  // YAML reads a name such as 2024 as a number.
  name: z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish(),
  on: z.looseObject({ schedule: z.array(entry).min(1) }),
  jobs: z
    .record(
      z.string(),
      z
        .looseObject({
          "timeout-minutes": z.unknown().optional(),
          strategy: z.unknown().optional(),
          needs: z.union([z.string(), z.array(z.string())]).nullish(),
        })
        .nullable(),
    )
    .nullish(),
});

type Jobs = NonNullable<z.output<typeof workflow>["jobs"]>;

/** Reads a workflow. One without a schedule has no job. */
export function jobsInWorkflow(text: string, file: string): JobsRead {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const [error] = document.errors;
  if (error) {
    return { jobs: [], problems: [{ file, line: error.linePos?.[0].line ?? 1, reason: notYaml(error) }] };
  }
  const given = valueIn(document, document);
  if (given === undefined) return { jobs: [], problems: [{ file, line: 1, reason: NO_ANCHOR }] };
  if (!isScheduled(given)) return { jobs: [], problems: [] };
  const parsed = workflow.safeParse(given);
  const line = lineOfSchedule(document.contents, lines);
  if (!parsed.success) {
    return { jobs: [], problems: [{ file, line, reason: reasonOf(parsed.error) }] };
  }
  const { name, on, jobs } = parsed.data;
  const deadline = longestRun(jobs ?? {});
  const [first] = on.schedule;
  const schedule = on.schedule.map(({ cron, timezone }) => ({
    cron,
    ...(timezone !== undefined && { timezone }),
  }));
  return {
    jobs: [
      {
        // GitHub calls a workflow with an empty name like its file, too.
        name: name || file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, ""),
        scheduler: "githubActions",
        schedule: on.schedule.map(({ cron }) => cron).join(", "),
        timeZone: first?.timezone ?? "UTC",
        ...(deadline !== undefined && { deadline }),
        ...marksIn(text),
        times: convertGitHubActions({ schedule, ...(deadline !== undefined && { grace: deadline }) }),
        file,
        line,
      },
    ],
    problems: [],
  };
}

function reasonOf({ issues: [first] }: z.ZodError): string {
  const [part = "", ...rest] = first?.path ?? [];
  if (rest.at(-1) === "timezone")
    return `${[part, ...rest].join(".")} must be a time zone such as Europe/Riga`;
  if (part === "on") return "on.schedule must be a list of cron expressions";
  return `${[part, ...rest].join(".")} is not what a workflow has there`;
}

function isScheduled(given: unknown): boolean {
  const on: unknown = typeof given === "object" && given !== null && "on" in given ? given.on : undefined;
  return typeof on === "object" && on !== null && "schedule" in on;
}

function lineOfSchedule(contents: unknown, lines: LineCounter): number {
  const on = isMap(contents) ? contents.get("on") : undefined;
  const key = isMap(on)
    ? on.items.find((pair) => isScalar(pair.key) && pair.key.value === "schedule")?.key
    : undefined;
  return isScalar(key) && key.range ? lines.linePos(key.range[0]).line : 1;
}

/**
 * The longest run time of a workflow in seconds, adding up jobs that need each other. Undefined if one of them states
 * no limit; GitHub's default of six hours says nothing about the job.
 */
function longestRun(jobs: Jobs): number | undefined {
  const limits = new Map(Object.entries(jobs).map(([id, job]) => [id, limitOf(job)]));
  if (limits.size === 0 || [...limits.values()].includes(undefined)) return undefined;
  const known = new Map<string, number>();
  const until = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Jobs that need each other in a circle, which GitHub refuses, add nothing to each other.
    known.set(id, 0);
    const needs = [jobs[id]?.needs ?? []].flat();
    const end = Math.max(0, ...needs.map(until)) + (limits.get(id) ?? 0);
    known.set(id, end);
    return end;
  };
  return Math.ceil(Math.max(...[...limits.keys()].map(until)));
}

/** The limit of one job in seconds, with all runs of its matrix; undefined if it states none. */
function limitOf(job: Jobs[string]): number | undefined {
  const { "timeout-minutes": minutes, strategy } = job ?? {};
  const rounds = roundsOf(strategy);
  return typeof minutes === "number" && rounds !== undefined ? minutes * 60 * rounds : undefined;
}

const limitedStrategy = z.looseObject({
  "max-parallel": z.number().positive(),
  matrix: z.record(z.string(), z.array(z.unknown())),
});

/** How many rounds the runs of a matrix need; undefined if the file does not show the number of runs. */
function roundsOf(strategy: unknown): number | undefined {
  if (typeof strategy !== "object" || strategy === null || !("max-parallel" in strategy)) return 1;
  const parsed = limitedStrategy.safeParse(strategy);
  if (!parsed.success || "include" in parsed.data.matrix || "exclude" in parsed.data.matrix) return undefined;
  const runs = Object.values(parsed.data.matrix).reduce((all, { length }) => all * length, 1);
  return Math.ceil(runs / parsed.data["max-parallel"]);
}
