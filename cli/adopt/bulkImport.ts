/** The file for `pulumi import --file`: existing checks, for a program in any language on the native plugin. Pure. */
import { type CheckDefaults, channelsFor } from "../../provider/monitor/settings";
import { isUuid } from "../../provider/monitor/uuid";
import { paragraph } from "../render/table";
import type { Colours } from "../render/terminal";
import { jsonText } from "../render/visible";
import { count } from "../render/words";
import type { Adoption, LeftOut, Plan } from "./plan";
import type { ProgramFile } from "./program";
import { leftOutLines } from "./show";

/** The result of an adoption: a program in TypeScript, or a list for the engine's import. */
export const FORMATS = ["program", "import"] as const;
export type Format = (typeof FORMATS)[number];

const PATH = "import.json";
const CHECK = "checks:index:Check";
const ASSIGNMENT = "checks:index:ChannelAssignment";

/** A resource of the list, as the engine reads it. */
interface Imported {
  type: string;
  /** Its name in the code, which is that of the resource where there is no other. */
  name: string;
  logicalName?: string;
  id: string;
}

/** In a reference the engine's generator writes a name as it is and cannot read `3am`; YAML has `pulumi` for itself. */
const CODE_NAME = /^(?!pulumi$)[a-z_]/;

/**
 * The list, and the plan without the checks that cannot be imported. `defaults` are those that the configuration gives to
 * checks.
 */
export function bulkImport(
  { adoptions, leftOut }: Plan,
  defaults: CheckDefaults = {},
): { plan: Plan; files: ProgramFile[] } {
  const refused = adoptions.filter(needsSlug).map(withoutSlug);
  const importable = adoptions
    .filter((adoption) => !needsSlug(adoption))
    .map((adoption) => withoutOwnChannels(adoption, defaults));
  const resources = importable.flatMap(importsOf);
  return {
    plan: { adoptions: importable, leftOut: [...leftOut, ...refused] },
    files: resources.length === 0 ? [] : [{ path: PATH, text: jsonText({ resources }) }],
  };
}

/** A check, and an assignment for its channels unless they are left to people or to the configuration. */
function importsOf({ resource, uuid, foundBy, args }: Adoption): Imported[] {
  const place = args.project === undefined ? "" : `${args.project}/`;
  // A slug in the form of a UUID would be looked up as a UUID.
  const id = `${place}${foundBy === "slug" && !isUuid(resource) ? resource : uuid}`;
  const hasChannels = Array.isArray(args.channels) && args.channels.length > 0;
  return [
    { type: CHECK, ...named(resource), id },
    ...(hasChannels ? [{ type: ASSIGNMENT, ...named(`${resource}-channels`), id }] : []),
  ];
}

/** A resource's name; where it cannot stand in code, such as `3am-backup`, the code has another one for it. */
function named(resource: string): Pick<Imported, "name" | "logicalName"> {
  return CODE_NAME.test(resource) ? { name: resource } : { name: `check-${resource}`, logicalName: resource };
}

/**
 * A check that would get channels by the configuration has its own in the code that Pulumi prints for it: an assignment
 * beside it would be refused.
 */
function withoutOwnChannels(adoption: Adoption, defaults: CheckDefaults): Adoption {
  const { channels: _, ...args } = adoption.args;
  const tags = (args.tags ?? []) as string[];
  return channelsFor(defaults, tags) === undefined ? adoption : { ...adoption, args };
}

/** Whether the check first needs a slug of its own, because an import cannot change it. */
function needsSlug({ changes = [] }: Adoption): boolean {
  return changes.some(({ field }) => field === "slug");
}

function withoutSlug({ uuid, resource, changes = [] }: Adoption): LeftOut {
  const { from } = changes.find(({ field }) => field === "slug") ?? {};
  const reason = from === "" ? "it has no slug" : `other checks have its slug ${JSON.stringify(from)}, too`;
  return {
    uuid,
    known: resource,
    reason: `${reason}, and an import cannot give it one. Give it its own on the service and run again, or declare it with \`adopt\``,
  };
}

/** What is in the list, what is not, and what to do with the list. */
export function importText({ adoptions, leftOut }: Plan, colours: Colours, width?: number): string {
  const assignments = adoptions.filter((adoption) => importsOf(adoption).length > 1).length;
  const what = [
    count(adoptions.length, "check"),
    ...(assignments > 0 ? [count(assignments, "channel assignment")] : []),
  ];
  const sum =
    adoptions.length === 0
      ? `Nothing to import; ${leftOut.length} left out.`
      : `${what.join(" and ")} to import, unchanged; ${leftOut.length} left out. Next: \`pulumi import --file ${PATH}\`, then put the code that it prints into the program.`;
  return [...leftOutLines(leftOut, colours, width), paragraph(sum, { width }), ""].join("\n");
}
