/**
 * Several providers of one program may use the same project. Each is a process of its own, and none may take over or
 * delete what the resources of another one have. They learn of each other from the record of the run.
 */
import { refusal, secondRow, withSubject } from "../../core/refusal";
import type { CheckDocument } from "../api";
import type { Holders } from "../holders";
import type { Project } from "../project";
import type { CheckState } from "./checkFields";

/**
 * `name` is that of the row's resource in the program, where it is known.
 * @throws {ChecksError} when another resource of the program has a row with this check, too, as after a state was edited
 * by hand, or when one of another provider keeps it or has just taken it over.
 */
export function refuseSecondRow(
  holders: Holders,
  id: string,
  called: string,
  name: string | undefined,
): void {
  const holder = name === undefined ? undefined : holders.knownHolderOf(id);
  const isHere = holder !== undefined && holder !== name;
  if (!isHere && !holders.isKeptElsewhere(id)) return;
  const other = isHere ? `the Check "${holder}"` : "a Check of another provider";
  throw withSubject(called, secondRow(other, "slug"));
}

/** @throws {ChecksError} when the check that is about to be taken over belongs to another provider's resource. */
export function refuseKeptElsewhere({ holders }: Project, uuid: string): void {
  if (!holders.isKeptElsewhere(uuid)) return;
  throw refusal(
    "this check belongs to a Check of another provider of this program",
    "If that one is to get another slug, first run an `up` that only changes that; otherwise give this one another slug, or remove one of the two",
    "slug",
  );
}

/**
 * Whether a resource of another provider has, or had, the check and gives up its slug in this run; undefined if no other
 * provider has it. An `up` waits until that has happened.
 */
export async function givesUpSlugElsewhere(
  project: Project,
  { uuid = "", slug }: CheckDocument,
  isPreview: boolean,
): Promise<boolean | undefined> {
  const { holders } = project;
  if (!holders.isKeptElsewhere(uuid)) return undefined;
  if (isPreview) return holders.getsNewSlugElsewhere(uuid);
  await holders.whenNewSlugWritten(uuid);
  return (await project.checks.findAnew(uuid))?.slug !== slug;
}

/** Whether a row's check stays because the run was to give it to a resource of another provider but did not get that far. */
export function isLeftToOtherProvider(project: Project, { slug }: CheckState, called: string): boolean {
  if (!project.slugs.isAwaitedElsewhere(slug)) return false;
  project.log.warn(
    `${called}: not deleted: it is kept for the Check with this slug of another provider of this program, which this run did not create`,
  );
  return true;
}
