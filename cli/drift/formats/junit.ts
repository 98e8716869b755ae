/** JUnit XML, for tools that show test results: each declared resource and each unmanaged check is a test. */
import { groupBy } from "../../lists";
import { brief } from "../../render/visible";
import { iso } from "../../render/words";
import { type Declaration, type DriftReport, driftIn, type Finding, ofClass } from "../findings";
import { inLine, LONGEST_MESSAGE, labelsOf, sentenceOf, stepsOf, unseenOf, valuesOf } from "./words";

/** A test and its result; one without a verdict has passed. */
interface TestCase {
  className: string;
  name: string;
  /** The source file that declares the resource. */
  file?: string | undefined;
  verdict?:
    | { is: "failure"; message: string; type: string }
    | { is: "error"; message: string }
    | { is: "skipped" }
    | undefined;
  output?: string | undefined;
}

interface Suite {
  name: string;
  tests: TestCase[];
}

/** Short, because the run's list of problems gives the reason. */
const UNCLEAR = "it differs, but whether it was changed is not clear";

/** The report as JUnit XML. */
export function junit(report: DriftReport): string {
  const suites = [...stackSuites(report), serviceSuite(report)];
  // JUnit has a time without a zone; ours is in UTC.
  const timestamp = iso(Date.parse(report.at) / 1000).replace("Z", "");
  const all = suites.flatMap(({ tests }) => tests);
  const body = suites.flatMap(({ name, tests }) =>
    element("testsuite", { name, timestamp, ...countsOf(tests) }, tests.flatMap(testElement)),
  );
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', ...element("testsuites", countsOf(all), body), ""];
  return lines.join("\n");
}

function stackSuites(report: DriftReport): Suite[] {
  const label = labelsOf(report);
  const findings = byResource(driftIn(report));
  const advice = byResource(ofClass(report.findings, "advice"));
  const ignored = byResource(report.ignored.map(({ finding }) => finding));
  return report.stacks.map(({ name: stack, checks }) => {
    const nameOf = testNames(checks);
    return {
      name: `drift of ${inLine(stack)}`,
      tests: checks.map((one): TestCase => {
        const test = { className: inLine(stack), name: nameOf(one) };
        const found = findings(stack, one);
        const details = [...found, ...advice(stack, one)].flatMap(detailsOf).join("\n");
        const output = details === "" ? undefined : details;
        const [first] = found;
        if (!first && one.unclear) return { ...test, output, verdict: { is: "error", message: UNCLEAR } };
        if (!first) {
          const isIgnored = !output && ignored(stack, one).length > 0;
          return { ...test, output, verdict: isIgnored ? { is: "skipped" } : undefined };
        }
        const summary = `${label(first)} ${found.map((finding) => sentenceOf(finding)).join("; ")}`;
        const file = first.class === "unmanaged" ? undefined : first.declaredBy.file;
        return {
          ...test,
          file: file && brief(file, LONGEST_MESSAGE),
          verdict: { is: "failure", message: brief(summary, LONGEST_MESSAGE), type: first.class },
          output,
        };
      }),
    };
  });
}

type Resource = DriftReport["stacks"][number]["checks"][number];

/**
 * The name of each test of a stack. Resources with the same name in two components get their check's slug or key
 * appended.
 */
function testNames(checks: readonly Resource[]): (one: Resource) => string {
  const baseName = ({ kind, resource }: Resource) => `${inLine(kind)} ${inLine(resource)}`;
  const namesakes = groupBy(checks, baseName);
  return (one) => {
    const all = namesakes.get(baseName(one)) ?? [];
    const hasOwnSlug = one.slug !== "" && all.filter(({ slug }) => slug === one.slug).length === 1;
    const own = hasOwnSlug ? inLine(one.slug) : one.uniqueKey?.slice(0, 8);
    const check = all.length > 1 && own !== undefined ? ` (${own})` : "";
    return `${baseName(one)}${check} is as declared`;
  };
}

/** Tests about no declared resource: unmanaged checks, everything that was unseen or unreadable, and the next steps. */
function serviceSuite(report: DriftReport): Suite {
  const label = labelsOf(report);
  const unmanaged = ofClass(report.findings, "unmanaged").map((finding): TestCase => {
    const message = `${label(finding)} ${sentenceOf(finding)}`;
    return {
      className: "unmanaged",
      name: `${label(finding)} is declared by a stack`,
      verdict: { is: "failure", message, type: finding.class },
    };
  });
  const steps = stepsOf(report).map(({ of, step }) => `${of}: ${brief(step, LONGEST_MESSAGE)}`);
  return {
    name: "drift of the service",
    tests: [
      ...unmanaged,
      // A check that could not be read may be unmanaged.
      ...(unmanaged.length === 0 && report.problems.length === 0
        ? [{ className: "unmanaged", name: "every check is declared by a stack" }]
        : []),
      ...unseenOf(report).map((sentence) => ({
        className: "key",
        name: "the key shows everything",
        verdict: { is: "skipped" as const },
        output: brief(sentence, LONGEST_MESSAGE),
      })),
      ...report.problems.map((problem) => ({
        className: "problems",
        name: "everything can be read",
        verdict: { is: "error" as const, message: brief(problem, LONGEST_MESSAGE) },
      })),
      ...(steps.length > 0 ? [{ className: "next", name: "what to do next", output: steps.join("\n") }] : []),
    ],
  };
}

function countsOf(tests: readonly TestCase[]): Record<string, number> {
  const countVerdicts = (as: string) => tests.filter(({ verdict }) => verdict?.is === as).length;
  return {
    tests: tests.length,
    failures: countVerdicts("failure"),
    errors: countVerdicts("error"),
    skipped: countVerdicts("skipped"),
  };
}

function testElement({ className, name, file, verdict, output }: TestCase): string[] {
  const { is, ...words } = verdict ?? {};
  return element("testcase", { classname: className, name, file }, [
    ...(is === undefined ? [] : element(is, words)),
    ...(output === undefined ? [] : [`<system-out>${cdata(output)}</system-out>`]),
  ]);
}

/** The lines of an element, children indented. Quoted text keeps its own line breaks. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly string[] = [],
): string[] {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attribute(String(value))}"`)
    .join("");
  if (children.length === 0) return [`<${name}${given}/>`];
  return [`<${name}${given}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

function attribute(text: string): string {
  return withoutIllegal(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Text in a CDATA section; `]]>` is split over two sections, because it would end the section. */
function cdata(text: string): string {
  return `<![CDATA[${withoutIllegal(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** Removes the characters that XML cannot contain, not even escaped. */
function withoutIllegal(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}

function detailsOf(finding: Finding): string[] {
  if (finding.class !== "changed") return [sentenceOf(finding)];
  return finding.fields.map((field) => {
    const { declared, applied, live } = valuesOf(finding.declaredBy, field);
    const before = applied === undefined ? "" : `, last applied ${applied}`;
    return `${field.field}: declared ${declared}${before}, live ${live}`;
  });
}

/** Looks up the findings about a resource. */
function byResource(findings: readonly Finding[]): (stack: string, one: Resource) => Finding[] {
  const declared = groupBy(findings, (finding) =>
    finding.class === "unmanaged" ? "" : keyOf(finding.declaredBy),
  );
  return (stack, { kind, resource, uniqueKey }) =>
    (declared.get(keyOf({ stack, kind, resource })) ?? []).filter(
      // Reports of earlier versions do not name the check.
      ({ check }) => uniqueKey === undefined || check.uniqueKey === uniqueKey,
    );
}

function keyOf({ stack, kind, resource }: Declaration): string {
  return JSON.stringify([stack, kind, resource]);
}
