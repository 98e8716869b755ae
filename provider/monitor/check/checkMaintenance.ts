/**
 * A check in maintenance (`pulumi-checks maintenance`): its channels are off until the maintenance ends, and are then
 * put back as they were. No run undoes that: reading leaves the channels out, and a write keeps the tag and sends no
 * channels. What the program declares of them in the meantime is written by the next `up` after the end.
 */
import { metaOf, type Values } from "../../core/fields";
import { type Document, readInUserSpelling, sameValue } from "../../core/wire";
import type { CheckDocument, Soon } from "../api";
import { spellChannels } from "../channels";
import { lookAndWrite } from "../lookAndWrite";
import { describeMaintenance, keepingMaintenance } from "../maintenance";
import type { Project } from "../project";
import { type CheckInputs, type CheckState, checkFields } from "./checkFields";

/** The fields that a maintenance changes: the channels, and the tags because of its own tag. */
const MAINTAINED = ["tags", "channels"] as const;

/** Whether one of these fields changed. */
export function areMaintainedFieldsChanged(before: Values, values: Values): boolean {
  return MAINTAINED.some((field) => !sameValue(metaOf(checkFields, field), before[field], values[field]));
}

/** What is written to a check that has a row. */
interface Update {
  body: Document;
  /** Whether tags or channels are others than they were. */
  isChanged: boolean;
  /** The stack whose stamp the check gets. */
  owner: string | undefined;
  refuse(live: CheckDocument): void;
}

/**
 * Updates a check and leaves a maintenance as it is. If tags and channels stay the same (`isChanged` is false), one
 * request without them is enough; if its answer shows that somebody has changed them or removed the stamp of `owner`,
 * they are sent afterwards, in a maintenance without the channels. If they change, the check is read first. `body` is the
 * complete body. `refuse` throws when the check was handed over since the run's list.
 */
export async function updateSparing(
  project: Project,
  before: CheckState,
  { body, isChanged, owner, refuse }: Update,
  send: (body: Document, soon: Soon) => Promise<CheckDocument>,
): Promise<CheckDocument> {
  return lookAndWrite(async (soon) => {
    if (isChanged) {
      // The caller has dropped it from the snapshot: an old tag, written back, would begin a maintenance again.
      const live = await project.checks.find(before.uuid);
      if (live) refuse(live);
      return send(sparingMaintenance(live, body), soon());
    }
    const { tags: _tags, channels: _channels, ...others } = body;
    const document = await send(others, {});
    refuse(document);
    const live = withoutChannels(document, document);
    const { values } = readInUserSpelling(checkFields, before, before.__canonical ?? {}, live);
    // An import or a refresh leaves names in the state, without what the service makes of them.
    const { channels: attached } = live;
    if (attached !== undefined && before.channels !== undefined && values.channels !== before.channels)
      values.channels = await spellChannels(project, before.channels, values.channels ?? [], attached);
    const hasItsStamp = owner === undefined || document.owners?.includes(owner) === true;
    if (hasItsStamp && !areMaintainedFieldsChanged(before, values)) return document;
    return send(sparingMaintenance(document, body), soon());
  });
}

/** The body of a write, as far as a maintenance leaves it. */
export function sparingMaintenance(live: CheckDocument | undefined, body: Document): Document {
  if (live?.maintenance === undefined) return body;
  return { ...withoutChannels(live, body), tags: keepingMaintenance(live, String(body.tags ?? "")) };
}

/** A document, or the body of a write, without channels if a maintenance has taken those off. */
export function withoutChannels<D extends { channels?: unknown }>(live: CheckDocument, document: D): D {
  if (live.maintenance === undefined) return document;
  const { channels: _, ...rest } = document;
  return rest as D;
}

/** Says once a run that a check is in maintenance. */
export function reportMaintenance(project: Project, called: string, { maintenance }: CheckDocument): void {
  if (maintenance === undefined || project.toldMaintenances.has(maintenance.id)) return;
  project.toldMaintenances.add(maintenance.id);
  const isOver = maintenance.until * 1000 < Date.now();
  if (!isOver) {
    project.log.info(
      `${called}: ${describeMaintenance(maintenance)}; until it ends, the channels of its checks stay off`,
    );
    return;
  }
  project.log.warn(
    `${called}: ${describeMaintenance(maintenance)}, and its channels are still off, so nobody is alerted. Run \`pulumi-checks maintenance end ${maintenance.id}\` to put them back`,
  );
}

/** What a write leaves for the state. */
export interface StateAfterWrite {
  /** The inputs; if the channels were not written, with those that the state had before, so that the next `up` writes them. */
  inputs: CheckInputs;
  /** How the service spells those. */
  canonical: Document;
}

/** What a write of these inputs leaves, by the answer to it. */
export function stateAfterWrite(
  project: Project,
  called: string,
  inputs: CheckInputs,
  before: Partial<CheckState>,
  written: CheckDocument,
): StateAfterWrite {
  reportMaintenance(project, called, written);
  if (written.maintenance === undefined || inputs.channels === undefined) return { inputs, canonical: {} };
  const { channels, ...others } = inputs;
  if (!sameValue(metaOf(checkFields, "channels"), before.channels, channels)) {
    project.log.info(`${called}: channels: not written in maintenance; the up after it writes them`);
  }
  if (before.channels === undefined) return { inputs: others, canonical: {} };
  const spelled = before.__canonical?.channels;
  return {
    inputs: { ...others, channels: before.channels },
    canonical: spelled === undefined ? {} : { channels: spelled },
  };
}
