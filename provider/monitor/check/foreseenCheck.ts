/** What a preview knows of a check, and what it says about it: an `up` would meet the same. */

import type { Values } from "../../core/fields";
import { namingSubject } from "../../core/refusal";
import type { RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { channelIds } from "../channels";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { announceAdoption } from "./adoptionNotice";
import type { CheckInputs } from "./checkFields";
import { foreseeHandedOver, refuseForeignNamesakes } from "./checkOwner";
import { alertsNobody } from "./configuredCheck";
import { findExisting, outputsOf, uuidOf } from "./existingCheck";
import { checkLabel } from "./writtenCheck";

/** Throws what the `up` would throw; returns the outputs of a check that would be taken over. */
export function foreseeCheck(
  session: Session,
  inputs: CheckInputs,
  changed: readonly string[],
  note: RunNote,
): Promise<Values | undefined> {
  return namingSubject(checkLabel(inputs), async () => {
    // It is not known yet where to look.
    if (isUnknown(inputs.project)) return undefined;
    const project = monitorOf(session).project(inputs.project);
    if (!note.preview) return undefined;
    const isNew = note.row === undefined || changed.includes("project");
    const known = isNew
      ? await foreseeNew(session, project, inputs, note)
      : await foreseeChanged(session, project, inputs, changed, note);
    const { channels } = inputs;
    if (changed.includes("channels") && Array.isArray(channels) && !isUnknown(channels)) {
      await channelIds(project, channels);
    }
    return known;
  });
}

async function foreseeNew(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  note: RunNote,
): Promise<Values | undefined> {
  const { slug, adopt, channels } = inputs;
  if (isUnknown([slug, adopt])) return undefined;
  const existing = await project.slugs.takeTurn(slug, () => findExisting(session, project, inputs, note));
  if (existing && existing.ownBy !== "row") await announceAdoption(project, inputs, existing);
  project.slugs.give(slug);
  if (existing) return outputsOf(uuidOf(existing.document), existing.document);
  const hasNoChannels = channels === undefined && note.isAssigned === false;
  const doubt = hasNoChannels ? alertsNobody({ ...inputs, channels: [] }) : undefined;
  if (doubt !== undefined) project.log.warn(doubt);
  return undefined;
}

async function foreseeChanged(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  changed: readonly string[],
  note: RunNote,
): Promise<undefined> {
  const hasChanges = changed.length > 0;
  await foreseeHandedOver(session, project, note, { called: checkLabel(inputs), inputs, hasChanges });
  if (changed.includes("slug") && !isUnknown(inputs.slug))
    await refuseForeignNamesakes(session, project, note.row ?? "", inputs.slug);
}
