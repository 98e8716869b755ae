/** For what shows test results: each declared resource is a test, and so is each unmanaged check. */
import builder from "junit-report-builder";
import type { Declaration, DriftReport, Finding } from "../findings";
import { LONGEST_MESSAGE, labelOf, sentenceOf, valuesOf, visible } from "./words";

/** The report as JUnit XML. */
export function junit(report: DriftReport): string {
  const xml = builder.newBuilder();
  const findings = byResource(report.findings);
  const ignored = byResource(report.ignored.map(({ finding }) => finding));
  for (const { name, checks } of report.stacks) {
    const suite = xml
      .testSuite()
      .name(`drift of ${visible(name)}`)
      .timestamp(new Date(report.at));
    for (const { kind, resource } of checks) {
      const test = suite
        .testCase()
        .className(visible(name))
        .name(`${kind} ${visible(resource)} is as declared`);
      const key = keyOf({ stack: name, kind, resource });
      const found = findings.get(key) ?? [];
      const [first] = found;
      if (first) {
        const summary = `${labelOf(first.check)} ${found.map(sentenceOf).join("; ")}`;
        test
          .failure(visible(summary, LONGEST_MESSAGE), first.class)
          .standardOutput(found.flatMap(detailsOf).join("\n"));
        if (first.class !== "unmanaged" && first.declaredBy.file !== undefined)
          test.file(first.declaredBy.file);
      } else if (ignored.has(key)) test.skipped();
    }
  }
  const suite = xml.testSuite().name("drift of the service").timestamp(new Date(report.at));
  const unmanaged = report.findings.filter((finding) => finding.class === "unmanaged");
  for (const finding of unmanaged) {
    const test = suite
      .testCase()
      .className("unmanaged")
      .name(`${labelOf(finding.check)} is declared by a stack`);
    test.failure(`${labelOf(finding.check)} ${sentenceOf(finding)}`, finding.class);
  }
  if (unmanaged.length === 0)
    suite.testCase().className("unmanaged").name("every check is declared by a stack");
  for (const problem of report.problems) {
    suite
      .testCase()
      .className("problems")
      .name("everything can be read")
      .error(visible(problem, LONGEST_MESSAGE));
  }
  return `${xml.build()}\n`;
}

function detailsOf(finding: Finding): string[] {
  if (finding.class !== "changed") return [sentenceOf(finding)];
  return finding.fields.map((field) => {
    const [declared, applied, live] = valuesOf(finding.declaredBy, field);
    return `${field.field}: declared ${declared}, last applied ${applied}, live ${live}`;
  });
}

function byResource(findings: readonly Finding[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.class === "unmanaged") continue;
    const key = keyOf(finding.declaredBy);
    found.set(key, [...(found.get(key) ?? []), finding]);
  }
  return found;
}

function keyOf({ stack, kind, resource }: Declaration): string {
  return JSON.stringify([stack, kind, resource]);
}
