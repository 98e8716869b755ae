/** What a step of a GitHub Actions workflow can tell its runner. */
import { appendFileSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
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
  return root ? pathFromRoot(root, ".") : "";
}

/**
 * Path to a folder from the root of the checkout, with slashes. A runner may name the root by a link, as to a disk with
 * more room or in macOS's `/tmp`, while the system names the working directory by what the link leads to.
 */
export function pathFromRoot(root: string, folder: string): string {
  const given = relative(root, folder);
  const path = /^\.\.(?:[\\/]|$)/.test(given) ? relative(realOf(root), realOf(folder)) : given;
  return path.split(sep).join("/");
}

/** Where a path leads; itself if nothing is there. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
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
