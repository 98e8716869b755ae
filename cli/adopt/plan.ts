/** What adopting checks comes to: the program's resources, and what their first `up` changes. Pure. */
import type { Channel } from "../../provider/api/monitor";
import { ChecksError } from "../../provider/errors";
import type { Values } from "../../provider/fields";
import { validate } from "../../provider/resource";
import { check as checkResource } from "../../provider/resources/check";
import { checkFields } from "../../provider/resources/checkFields";
import { differing, liveValues, toWire } from "../../provider/wire";
import { attached, type ChannelSpelling, spelled } from "./channelNames";
import { inOrder, type LiveCheck, programArgs } from "./programArgs";
import { chooseSlugs, compare, type SlugChoice } from "./slugs";
import type { TerraformCheck } from "./terraform";

/** Everything that a plan is made from. */
export interface Collected {
  /** All checks of the project, those that are not adopted too: their slugs are taken. */
  checks: readonly LiveCheck[];
  /** The project's channels; empty when none of their names is needed. */
  channels: readonly Channel[];
  /** Checks of a Terraform state; only they are adopted then. */
  terraform?: readonly TerraformCheck[];
  /** Whether the checks are as the service has them now, rather than as Terraform last saw them. */
  live: boolean;
}

/** What the user chose. */
export interface Choices {
  /** Named project of the configuration. */
  project?: string | undefined;
  /** Only checks that have all of these tags. */
  tags: readonly string[];
  /** Only checks that have one of these slugs. */
  slugs: readonly string[];
  channels: ChannelSpelling;
}

/** What adopting the checks comes to. */
export interface Plan {
  /** In the order of their names. */
  adoptions: Adoption[];
  leftOut: LeftOut[];
}

/** One check and its resource. */
export interface Adoption {
  /** Name of the resource; also its slug. Stays the same when the program is made again. */
  resource: string;
  uuid: string;
  /** What the first `up` finds the check by. */
  foundBy: "slug" | "uuid";
  args: Values;
  /** What the first `up` changes; undefined when that cannot be known without asking the service. */
  changes: Change[] | undefined;
  /** What somebody should know before the first `up`. */
  notes: string[];
}

/** A field that the first `up` writes over. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** A check that is not in the program, and why. Somebody has to decide. */
export interface LeftOut {
  uuid: string;
  /** Its slug, name, or address in Terraform. */
  known: string;
  reason: string;
}

/** Throws when the choices match nothing, saying what there is. */
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
  { channels, terraform, live }: Collected,
  choices: Choices,
): Adoption | LeftOut {
  const { uuid } = check;
  const known = [check.slug, check.name].find((text) => text !== "") ?? "";
  if (choice === undefined) return { uuid, known, reason: badSlug(check.slug) };
  const foundBySlug = live && choice.slug === check.slug && choice.sharing.length === 0;
  const ids = attached(check);
  const args = inOrder({
    ...programArgs(check),
    slug: choice.slug,
    adopt: foundBySlug ? undefined : uuid,
    channels: ids.length === 0 ? undefined : channelArgument(ids, channels, choices.channels),
    project: choices.project,
  });
  const { inputs, problems } = validate(checkResource, args);
  if (problems.length > 0) {
    const reason = problems.map(({ property, reason }) => `${property}: ${reason}`).join("; ");
    return { uuid, known, reason: `${reason}. Correct it on the service, then run again` };
  }
  const resolved = args.channels === undefined ? inputs : { ...inputs, channels: ids };
  return {
    resource: choice.slug,
    uuid,
    foundBy: foundBySlug ? "slug" : "uuid",
    args,
    changes: live ? changesOf(check, resolved) : undefined,
    notes: [...sharedNote(check.slug, choice), ...(live ? terraformNotes(check, terraform) : [OFFLINE_NOTE])],
  };
}

function channelArgument(
  ids: string[],
  channels: readonly Channel[],
  spelling: ChannelSpelling,
): string[] | undefined {
  if (spelling === "leave") return undefined;
  return spelled(ids, spelling === "names" ? channels : []);
}

/** What the provider's first write means beyond what the service has. */
function changesOf(check: LiveCheck, inputs: Values): Change[] {
  const body = toWire(checkFields, inputs);
  const shown = liveValues(checkFields, check);
  return differing(checkFields, body, check)
    .filter((key) => shown[key] !== undefined)
    .map((key) => ({ field: key, from: shown[key], to: inputs[key] }));
}

function badSlug(slug: string): string {
  const reason = checkFields.slug.safeParse(slug).error?.issues[0]?.message ?? "cannot stand in a program";
  return `slug: ${reason}. Give it another one on the service (jobs that ping it by slug need the new one), then run again`;
}

function sharedNote(slug: string, { sharing }: SlugChoice): string[] {
  if (sharing.length === 0) return [];
  return [
    `${sharing.length} checks have the slug ${slug} (${sharing.join(", ")}): the first keeps it, the others get one of their own. If they are duplicates, delete all but one before you adopt`,
  ];
}

const OFFLINE_NOTE =
  "Terraform's state does not know all fields of a check; the first `pulumi up` gives those it does not know their default. Without --offline they stay as they are";

/** Where Terraform's state and the service disagree: the program says what the service has. */
function terraformNotes(check: LiveCheck, terraform: readonly TerraformCheck[] = []): string[] {
  const state = terraform.find(({ uuid }) => uuid === check.uuid);
  if (state === undefined) return [];
  const fields = differing(checkFields, state.document, check);
  return fields.length === 0
    ? []
    : [`${state.address}: Terraform's state has another ${fields.join(", ")}; the program has the service's`];
}

function notOnService({ uuid, address }: TerraformCheck): LeftOut {
  const reason =
    "no check of this project has this UUID; it was deleted, or is in the project of another API key";
  return { uuid, known: address, reason };
}

function isChosen(check: LiveCheck, { terraform }: Collected, { tags, slugs }: Choices): boolean {
  const own = tagsOf(check);
  return (
    tags.every((tag) => own.includes(tag)) &&
    (slugs.length === 0 || slugs.includes(check.slug)) &&
    (terraform === undefined || terraform.some(({ uuid }) => uuid === check.uuid))
  );
}

function tagsOf(check: LiveCheck): string[] {
  return liveValues(checkFields, check).tags as string[];
}

function refuseUnknown(what: string, wanted: readonly string[], existing: ReadonlySet<string>): void {
  const unknown = wanted.filter((name) => !existing.has(name));
  if (unknown.length === 0) return;
  const some = [...existing].sort(compare).slice(0, 20).join(", ");
  throw new ChecksError({
    subject: `--${what}`,
    reason: `no check has the ${what} ${unknown.join(", ")}`,
    remedy:
      existing.size === 0 ? `No check has a ${what}` : `There are ${some}${existing.size > 20 ? ", …" : ""}`,
  });
}
