/** Taking over a check that exists: which one, whether it may be, and what it changed. */
import type { CheckDocument } from "../api/monitor";
import { keyPlace } from "../connection";
import { metaOf } from "../fields";
import type { Project } from "../project";
import { sameOnWire } from "../wire";
import { type CheckInputs, checkFields } from "./checkFields";
import { refusal } from "./refusal";

/** The check that this one takes over, if there is one; refuses where that is not clear or not wanted. */
export async function findExisting(
  project: Project,
  inputs: CheckInputs,
): Promise<CheckDocument | undefined> {
  const checks = await project.checks.all();
  if (checks.some((document) => document.uuid === undefined)) {
    throw refusal(
      "the API key is read-only",
      `Creating a check needs a read-write key in ${keyPlace(project.name)}`,
    );
  }
  if ([...project.taken.values()].includes(inputs.slug)) {
    throw refusal(
      "another resource of this program has the same slug",
      "Give each its own, or remove one of them",
      "slug",
    );
  }
  const sameSlug = checks.filter((document) => document.slug === inputs.slug);
  const uuids = sameSlug.map(uuidOf).join(" and ");
  if (inputs.adopt !== undefined) {
    const adopted = checks.find((document) => document.uuid === inputs.adopt);
    if (!adopted)
      throw refusal(
        `no check of this project has the UUID ${inputs.adopt}`,
        "Correct or remove `adopt`",
        "adopt",
      );
    // Its own slug may stay although others have it too: the write goes to the UUID, and makes nothing less clear.
    if (adopted.slug !== inputs.slug && sameSlug.length > 0) {
      throw refusal(
        `another check has this slug already: ${uuids}`,
        "Choose another slug, or delete that check",
        "slug",
      );
    }
    return claimed(project, adopted, inputs.slug);
  }
  const [existing, ...others] = sameSlug;
  if (!existing) return undefined;
  if (others.length > 0) {
    throw refusal(
      `${sameSlug.length} checks have this slug already: ${uuids}`,
      "Delete all but one of them, or give the others another slug",
      "slug",
    );
  }
  if (inputs.onExisting === "fail") {
    throw refusal(
      `a check with this slug exists already (${uuids}) and onExisting is "fail"`,
      `Choose another slug; or take it over with adopt: "${uuids}", for instance when an interrupted run made it`,
      "slug",
    );
  }
  return claimed(project, existing, inputs.slug);
}

/** A check that another resource of this run holds must not be taken over by a second one; from now on this one does. */
function claimed(project: Project, existing: CheckDocument, slug: string): CheckDocument {
  const owner = project.owners.get(uuidOf(existing));
  if (owner !== undefined) {
    throw refusal(
      `the check ${uuidOf(existing)} belongs to another resource of this program`,
      "If that one is being renamed or deleted in the same run, run `pulumi up` again",
      "slug",
    );
  }
  project.owners.set(uuidOf(existing), slug);
  // Before the write: if that fails, who held the check must not delete it either.
  project.taken.set(uuidOf(existing), slug);
  return existing;
}

/** One line that says what taking over a check changed of it. */
export function tellAdoption(
  project: Project,
  slug: string,
  existing: CheckDocument,
  now: CheckDocument,
): void {
  const changed = Object.keys(checkFields).filter((key) => {
    const meta = metaOf(checkFields, key);
    return meta.wire !== undefined && !sameOnWire(meta, existing[meta.wire], now[meta.wire]);
  });
  const what = changed.length === 0 ? "nothing of it changed" : `changed ${changed.join(", ")}`;
  project.log.info(`check "${slug}": adopted the existing check ${uuidOf(existing)}; ${what}`);
}

/**
 * A renamed check may get the slug of another one. It is not refused: the other may be about to be renamed or deleted
 * by this very run, after this.
 */
export async function warnOfNamesakes(project: Project, id: string, slug: string): Promise<void> {
  const namesakes = (await project.checks.all()).filter(
    (other) => other.slug === slug && uuidOf(other) !== id && !project.owners.has(uuidOf(other)),
  );
  for (const other of namesakes.map(uuidOf)) {
    project.log.warn(
      `check "${slug}": slug: ${other} has this slug too, so that pings by slug are refused. Unless this run deletes it, give one of the two another slug.`,
    );
  }
}

/** The UUID, which a read-only key does not see. */
export function uuidOf(document: CheckDocument): string {
  if (document.uuid === undefined)
    throw refusal("the service answered without the check's UUID", "Use a read-write key");
  return document.uuid;
}
