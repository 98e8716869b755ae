/** What a release says of itself, cut from the change log. */
import { Problem } from "../process/problem.mjs";

const COMING = "Unreleased";

/**
 * The notes of a version: what stands under its heading, or what is not released yet while the version is being made.
 *
 * @param tag the tag that the release is made for; then everything must be under the version's own heading
 */
export function notesOf(changes, version, tag) {
  const sections = sectionsOf(changes);
  const coming = sections.get(COMING);
  if (tag !== undefined) {
    if (tag !== `v${version}`)
      throw new Problem(
        `The tag is ${tag} and package.json says ${version}.`,
        `Tag it v${version}, or raise the version with \`npm version\`.`,
      );
    if (coming)
      throw new Problem(
        `CHANGELOG.md has changes under "${COMING}".`,
        `Put them under "## ${version}", then release again.`,
      );
  }
  const notes = coming ?? sections.get(version);
  if (notes) return `# pulumi-checks ${version}\n\n${notes}\n`;
  throw new Problem(
    `CHANGELOG.md says nothing of ${version}.`,
    `Write what changed under "## ${version}", then release again.`,
  );
}

/** The texts under the headings; a heading without text has none. */
function sectionsOf(changes) {
  const parts = changes.split(/^## (.+)$/m).slice(1);
  const sections = new Map();
  for (let n = 0; n < parts.length; n += 2) {
    const text = parts[n + 1].trim();
    if (text) sections.set(parts[n].trim(), text);
  }
  return sections;
}
