/** What taking over a check would change, as far as known: in a preview values may not be known yet. */
import { metaOf } from "../../core/fields";
import { isUnknown } from "../../core/unknown";
import { differingFields, endingFields, toWire } from "../../core/wire";
import type { CheckDocument } from "../api";
import { channelIds } from "../channels";
import type { Project } from "../project";
import { type CheckInputs, checkFields } from "./checkFields";

/** The fields that taking over a check would change: those that certainly change, and those that may change. */
export interface AdoptionChanges {
  certain: string[];
  unsure: string[];
}

/** Compares what the program says with a check that it would take over. */
export async function findChanges(
  project: Project,
  inputs: CheckInputs,
  document: CheckDocument,
): Promise<AdoptionChanges> {
  // The channels of a check in maintenance are off for now, and what they will be cannot be seen here.
  const channels = document.maintenance === undefined ? inputs.channels : undefined;
  const compared: CheckInputs = { ...inputs, channels };
  const wanted = toWire(checkFields, { ...compared, channels: await idsOf(project, channels) });
  const changed = new Set([
    ...differingFields(checkFields, wanted, document),
    ...endingFields(checkFields, inputs, document),
  ]);
  if (changesPause(inputs, document)) changed.add("paused");
  const isUnsure = (key: string) => {
    const { onlyWith, onlyWithout } = metaOf(checkFields, key);
    return [key, onlyWith, onlyWithout].some(isUnknownIn(compared));
  };
  const isOpen = (key: string) => metaOf(checkFields, key).managed !== "never" && isUnknownIn(compared)(key);
  return {
    certain: Object.keys(checkFields).filter((key) => changed.has(key) && !isUnsure(key)),
    unsure: Object.keys(checkFields).filter((key) => isOpen(key) || (changed.has(key) && isUnsure(key))),
  };
}

function isUnknownIn(inputs: CheckInputs): (key: string | undefined) => boolean {
  return (key) => key !== undefined && isUnknown(inputs[key as keyof CheckInputs]);
}

/** The UUIDs of the channels that the program names; unknown values stay as they are. */
async function idsOf(project: Project, channels: CheckInputs["channels"]): Promise<unknown> {
  if (channels === undefined || isUnknown(channels)) return channels;
  return channels === "*" ? (await project.channels()).map(({ id }) => id) : channelIds(project, channels);
}

/** Whether a check is paused or resumed, which no write of its fields does. */
export function changesPause({ paused }: CheckInputs, { status }: CheckDocument): boolean {
  return paused !== undefined && paused !== (status === "paused");
}
