/** What a step of a GitHub Actions workflow can tell its runner. */
import { appendFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { ChecksError } from "../../provider/core/errors";

/** One annotation, as a line for stdout. */
export function annotation(
  level: "error" | "warning" | "notice",
  message: string,
  properties: Record<string, string>,
): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${level} ${given.join(",")}::${data(message)}`;
}

/** Sets outputs of the step; does nothing outside a workflow. */
export function setOutputs(outputs: Record<string, string | number | boolean>): void {
  const lines = Object.entries(outputs).map(([key, value]) => `${key}=${value}\n`);
  append("GITHUB_OUTPUT", lines.join(""));
}

/** Adds Markdown to the run's summary; does nothing outside a workflow. */
export function addSummary(markdown: string): void {
  append("GITHUB_STEP_SUMMARY", markdown);
}

/** Path from the repository's root to the working directory, because annotations name files from the root. */
export function fromRepositoryRoot(): string {
  const root = process.env.GITHUB_WORKSPACE;
  return root ? relative(root, ".").split(sep).join("/") : "";
}

function append(variable: string, text: string): void {
  const file = process.env[variable];
  if (!file) return;
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw new ChecksError({
      subject: variable,
      property: file,
      reason: `it cannot be written (${(error as NodeJS.ErrnoException).code})`,
      remedy: "Leave the variable as the runner sets it, or unset it outside a workflow",
    });
  }
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
