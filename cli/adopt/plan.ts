/** The result of adopting checks: the program's resources, and what their first `up` changes. Pure. */

import { compare } from "../../provider/core/compare";
import { defaultOf, type Values } from "../../provider/core/fields";
import { validate } from "../../provider/core/validation";
import { differingFields, liveValues, toWire } from "../../provider/core/wire";
import type { Channel } from "../../provider/monitor/api";
import { check as checkResource } from "../../provider/monitor/check/check";
import { checkFields } from "../../provider/monitor/check/checkFields";
import { describeMaintenance, type Maintenance } from "../../provider/monitor/maintenance";
import { type CheckDefaults, channelsFor, type Settings } from "../../provider/monitor/settings";
import { slugOrKey, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { foreignAmong, handoverCommand, splitTags } from "../../provider/monitor/stamp";
import { LEGACY_ZONES } from "../../schedule/legacyZones";
import { badOption } from "../command";
import { hasAll } from "../lists";
import { listInWords } from "../render/words";
import {
  attachedChannelIds,
  type ChannelSpelling,
  chooseSlugs,
  inOrder,
  type LiveCheck,
  programArgs,
  type SlugChoice,
  spellChannelIds,
} from "./args";
import type { TerraformCheck } from "./terraform";

/** The input of a plan. */
export interface Collected {
  /** All checks of the project, including those not to be adopted, because their slugs are taken. */
  checks: readonly LiveCheck[];
  /** The project's channels; empty when none of their names is needed. */
  channels: readonly Channel[];
  /** Checks of a Terraform state; if given, only these are adopted. */
  terraform?: readonly TerraformCheck[];
  /** The configuration's defaults for tags, grace and channels of checks. */
  defaults?: CheckDefaults;
  /** The configured `onExisting`. */
  onExisting?: Settings["onExisting"];
  /** The selected `<project>/<stack>`, if any. */
  stack?: string | undefined;
  /** Whether the checks come from the service, rather than from Terraform's state. */
  live: boolean;
}

/** What the user chose. */
export interface Choices {
  /** Named project of the configuration. */
  project?: string | undefined;
  /** Only checks with all of these tags. */
  tags: readonly string[];
  /** Only checks with one of these slugs. */
  slugs: readonly string[];
  channels: ChannelSpelling;
}

/** The result of adopting the checks. */
export interface Plan {
  /** Sorted by name. */
  adoptions: Adoption[];
  leftOut: LeftOut[];
}

/** One check and its resource. */
export interface Adoption {
  /** Name of the resource, and its slug. Stays the same if the program is generated again. */
  resource: string;
  uuid: string;
  /** How the first `up` finds the check. */
  foundBy: "slug" | "uuid";
  args: Values;
  /** What the first `up` changes; undefined if only the service could tell. */
  changes: Change[] | undefined;
  /** Further changes, if the service stores the new name of a renamed time zone. */
  perhaps?: Change[];
  /** What users should know before the first `up`. */
  notes: string[];
}

/** A field that the first `up` overwrites. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** A check that is not in the program, and why. The user has to decide. */
export interface LeftOut {
  uuid: string;
  /** Its slug, name, or address in Terraform. */
  known: string;
  reason: string;
}

/**
 * Plans the adoption.
 * @throws {ChecksError} naming what there is, if nothing matches the choices.
 */
export function planAdoption(collected: Collected, choices: Choices): Plan {
  const { checks, terraform } = collected;
  refuseUnknown("tag", choices.tags, new Set(checks.flatMap(tagsOf)));
  refuseUnknown("slug", choices.slugs, new Set(checks.map(({ slug }) => slug).filter((slug) => slug !== "")));
  const slugs = chooseSlugs(checks);
  const selected = checks.filter((check) => isChosen(check, collected, choices));
  const outcomes = selected.map((check) => adoption(check, slugs.get(check.uuid), collected, choices));
  const adoptions = outcomes.filter((outcome) => "resource" in outcome);
  const leftOut = outcomes.filter((outcome) => "reason" in outcome);
  const known = new Set(checks.map(({ uuid }) => uuid));
  const missing = (terraform ?? []).filter(({ uuid }) => !known.has(uuid)).map(notOnService);
  return {
    adoptions: adoptions.sort((a, b) => compare(a.resource, b.resource)),
    leftOut: [...leftOut, ...missing].sort((a, b) => compare(a.uuid, b.uuid)),
  };
}

function adoption(
  check: LiveCheck,
  choice: SlugChoice | undefined,
  { channels, terraform, defaults = {}, onExisting, stack, live }: Collected,
  choices: Choices,
): Adoption | LeftOut {
  const { uuid } = check;
  const known = [check.slug, check.name].find((text) => text !== "") ?? "";
  if (choice === undefined) return { uuid, known, reason: badSlug(check.slug) };
  const owner = foreignAmong(check.owners, [stack]);
  if (owner !== undefined) return { uuid, known, reason: elsewhere(check, owner, stack, choices) };
  const foundBySlug = live && choice.slug === check.slug && choice.sharing.length === 0;
  const ids = attachedChannelIds(check);
  const byDefault = channelsFor(defaults, splitTags(check.tags));
  const saysChannels = choices.channels !== "leave" || byDefault !== undefined;
  if (check.hiddenBy && saysChannels) return { uuid, known, reason: hiddenByMaintenance(check.hiddenBy) };
  const args = inOrder({
    // If the configuration has defaults, the service's own value must be declared.
    tags: defaults.tags === undefined ? undefined : [],
    grace: defaults.grace === undefined ? undefined : defaultOf(checkFields.grace),
    ...programArgs(check),
    slug: choice.slug,
    adopt: foundBySlug ? undefined : uuid,
    channels: channelArgument(ids, channels, choices.channels, byDefault !== undefined),
    project: choices.project,
  });
  const { inputs, problems } = validate(checkResource, args);
  if (problems.length > 0) {
    const reason = problems.map(({ property, reason }) => `${property}: ${reason}`).join("; ");
    return { uuid, known, reason: `${reason}. Correct it on the service, then run again` };
  }
  const resolved = args.channels === undefined ? inputs : { ...inputs, channels: ids };
  const attachment = args.channels === undefined ? defaultChannels(ids, channels, byDefault) : [];
  const changes = live ? [...changesOf(check, resolved), ...attachment] : undefined;
  const isRefused = onExisting === "fail" || (onExisting === "adoptUnchanged" && changes?.length !== 0);
  return {
    resource: choice.slug,
    uuid,
    foundBy: foundBySlug ? "slug" : "uuid",
    args: isRefused ? inOrder({ ...args, onExisting: "adopt" }) : args,
    changes,
    ...(live && zoneRenaming(check)),
    notes: [
      ...sharedNote(check.slug, choice),
      ...(isRefused ? [policyNote(onExisting)] : []),
      ...(live ? terraformNotes(check, terraform) : [OFFLINE_NOTE]),
    ],
  };
}

function elsewhere(live: LiveCheck, owner: string, stack: string | undefined, { project }: Choices): string {
  const command = handoverCommand(slugOrKey(live), stack, project);
  const own =
    stack === undefined
      ? `. If ${owner} is the stack that adopts it, select that stack and run this again`
      : "";
  return `it belongs to the stack ${owner} by its stamp, so \`pulumi up\` would refuse it. Hand it over with ${command}, then run again${own}`;
}

function hiddenByMaintenance(maintenance: Maintenance): string {
  return `it is ${describeMaintenance(maintenance)}, and its maintenance tag has no room for the channels that come back when it ends. Run again after that`;
}

function policyNote(onExisting: string): string {
  return `checks:onExisting is "${onExisting}": where that would refuse a check, the program sets \`onExisting: "adopt"\``;
}

function channelArgument(
  ids: string[],
  channels: readonly Channel[],
  spelling: ChannelSpelling,
  hasDefaults: boolean,
): string[] | undefined {
  if (spelling === "leave" || (ids.length === 0 && !hasDefaults)) return undefined;
  return spellChannelIds(ids, spelling === "names" ? channels : []);
}

/**
 * The channels that `checks:defaultChannels` and `checks:channelsByTag` would attach to a check whose channels are left
 * to people.
 */
function defaultChannels(
  ids: readonly string[],
  channels: readonly Channel[],
  given: "*" | readonly string[] | undefined,
): Change[] {
  if (given === undefined) return [];
  const all = channels.map(({ id }) => id);
  const wanted =
    given === "*" ? all : given.map((item) => channels.find(({ name }) => name === item)?.id ?? item);
  const isSame = [...ids].sort(compare).join() === [...wanted].sort(compare).join();
  return isSame ? [] : [{ field: "channels", from: spellChannelIds(ids, channels), to: given }];
}

/** What the provider's first write changes on the service. */
function changesOf(check: LiveCheck, inputs: Values): Change[] {
  const body = toWire(checkFields, inputs);
  const values = liveValues(checkFields, check);
  return differingFields(checkFields, body, check)
    .filter((key) => values[key] !== undefined)
    .map((key) => ({ field: key, from: values[key], to: inputs[key] }));
}

/** An old zone name was stored before the service renamed the zone; now the service stores the new name. */
function zoneRenaming({ schedule, tz }: LiveCheck): Pick<Adoption, "perhaps"> {
  const renamed = typeof tz === "string" && schedule !== undefined ? LEGACY_ZONES[tz] : undefined;
  return renamed === undefined ? {} : { perhaps: [{ field: "tz", from: tz, to: renamed }] };
}

function badSlug(slug: string): string {
  const reason = checkFields.slug.safeParse(slug).error?.issues[0]?.message ?? "cannot be used in a program";
  return `slug: ${reason}. Give it another one on the service (jobs that ping it by slug need the new one), then run again`;
}

function sharedNote(slug: string, { sharing }: SlugChoice): string[] {
  if (sharing.length === 0) return [];
  return [
    `${sharing.length} checks have the slug ${slug} (unique keys ${sharing.map(keyInShort).join(", ")}): the first keeps it, the others get one of their own. If they are duplicates, delete all but one before you adopt`,
  ];
}

/** Identifies a check without its UUID, which could be used to ping it. */
export function keyInShort(uuid: string): string {
  return uniqueKeyOf(uuid).slice(0, 8);
}

const OFFLINE_NOTE =
  "Terraform's state does not have all fields of a check; the first `pulumi up` sets the missing ones to their defaults. Without --offline they stay as they are";

/** Notes on differences between Terraform's state and the service; the program declares the service's values. */
function terraformNotes(check: LiveCheck, terraform: readonly TerraformCheck[] = []): string[] {
  const state = terraform.find(({ uuid }) => uuid === check.uuid);
  if (state === undefined) return [];
  const fields = differingFields(checkFields, state.document, check);
  return fields.length === 0
    ? []
    : [
        `${state.address}: Terraform's state differs from the service in ${fields.join(", ")}; the program has what the service has`,
      ];
}

function notOnService({ uuid, address }: TerraformCheck): LeftOut {
  const reason =
    "no check of this project has this UUID; it was deleted, or the API key belongs to another project";
  return { uuid, known: address, reason };
}

function isChosen(check: LiveCheck, { terraform }: Collected, { tags, slugs }: Choices): boolean {
  return (
    hasAll(tagsOf(check), tags) &&
    (slugs.length === 0 || slugs.includes(check.slug)) &&
    (terraform === undefined || terraform.some(({ uuid }) => uuid === check.uuid))
  );
}

function tagsOf(check: LiveCheck): string[] {
  return splitTags(check.tags);
}

function refuseUnknown(what: string, wanted: readonly string[], existing: ReadonlySet<string>): void {
  const unknown = wanted.filter((name) => !existing.has(name));
  if (unknown.length === 0) return;
  const some = listInWords([...existing].sort(compare), 20);
  throw badOption(
    `--${what}`,
    `no check has the ${what} ${unknown.map((name) => name || `""`).join(", ")}`,
    existing.size === 0 ? `No check has a ${what}` : `There are ${some}`,
  );
}
