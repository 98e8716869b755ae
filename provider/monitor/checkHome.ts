/** Which service a check of the state lives on: a check that another service does not have is not gone. */

import type { ChecksError } from "../core/errors";
import type { Values } from "../core/fields";
import { refusal } from "../core/refusal";
import type { RunNote } from "../core/runNotes";
import { withoutCredentials } from "../http/connection";
import type { CheckDocument } from "./api";
import type { Project } from "./project";
import { settingName } from "./settings";

/**
 * To be called when the service does not know a check of the state. The state's own URLs tell where it lives; what the
 * service says of its other checks, or of its badges where no check tells anything, tells whether that is here.
 * @throws {ChecksError} when it lives on another service, saying which.
 */
export async function refuseIfElsewhere(project: Project, state: Values): Promise<void> {
  const home = await otherHomeOf(project, state);
  if (home !== undefined) throw livesOn(project, home);
}

/**
 * To be called for a row that stays, of whose check the run may ask nothing. A service that got another address shows
 * the check all the same.
 * @throws {ChecksError} when the check lives on another service, saying which.
 */
export async function refuseStaying(project: Project, id: string, state: Values): Promise<void> {
  const home = await otherHomeOf(project, state);
  if (home !== undefined && !(await project.checks.find(id))) throw livesOn(project, home);
}

/** The address at which a check of the state lives, if that is none of the configured service. */
async function otherHomeOf(project: Project, state: Values): Promise<string | undefined> {
  const home = homeIn(state);
  return home === undefined || (await isHere(project, home)) ? undefined : home;
}

function livesOn(project: Project, home: string): ChecksError {
  const { nestedIn } = project;
  // A refresh and a destroy go by the arguments that the last `up` had.
  const [or, then] = nestedIn === "arguments" ? ["", ", and run `pulumi up`"] : [" (or CHECKS_URL)", ""];
  return refusal(
    `this check lives on ${home}, but the configured service is ${project.url}; nothing was changed`,
    `Set ${settingName("url", nestedIn)}${or} to the service it lives on${then}. If it is the same service under a new address, set ${settingName("formerUrl", nestedIn)} to ${home}; to leave the check behind, remove the resource with \`pulumi state delete\``,
  );
}

/** Whether the configured service has this address. */
async function isHere(project: Project, home: string): Promise<boolean> {
  const configured = [project.url, project.formerUrl ?? project.url];
  if (configured.some((url) => isSameService(url, home))) return true;
  const told =
    project.homes.get(home) ??
    serviceAddresses(project).then((urls) => urls.some((url) => isSameService(url, home)));
  project.homes.set(home, told);
  return told;
}

/**
 * To be called before a row is replaced: its check is not gone only because the request went to another project or
 * service, from which it could not be deleted.
 */
export async function refuseUnlessGone(
  project: Project,
  { row, home }: Pick<RunNote, "row" | "home"> = {},
): Promise<void> {
  if (row === undefined || (await project.checks.find(row)) !== undefined) return;
  await refuseIfElsewhere(project, { __service: home });
}

/** Runs a write to one check; says what a 404 means there, unless the check turns out not to be gone. */
export async function explainGone<T>(
  project: Project,
  uuid: string,
  state: Values,
  call: () => Promise<T>,
  remedy = "Run `pulumi up --refresh`, which creates it again",
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    await project.checks.proveGone(error, uuid);
    await refuseIfElsewhere(project, state);
    throw refusal("the check was deleted outside of Pulumi", remedy);
  }
}

/** Address of the service on which a check lives, as far as its row, or that of an assignment, tells. */
export function homeIn({ __service, updateUrl, badgeUrl }: Values): string | undefined {
  return typeof __service === "string" ? __service : (serviceIn(updateUrl) ?? serviceIn(badgeUrl));
}

/** Where a check lives, for the state of what is no check itself. */
export function homeOf(document: CheckDocument | undefined): { __service?: string } {
  const address = document && addressOf(document);
  return address === undefined ? {} : { __service: address };
}

/** Where the service says that it is. A project has the badge of all its checks also when there are none. */
async function serviceAddresses(project: Project): Promise<string[]> {
  const ofChecks = (await project.checks.all()).flatMap((check) => addressOf(check) ?? []);
  if (ofChecks.length > 0) return ofChecks;
  return Object.values(await project.badges()).flatMap(({ svg }) => serviceIn(svg) ?? []);
}

/** A read-only key does not see the address for updates. */
function addressOf({ update_url, badge_url }: CheckDocument): string | undefined {
  return serviceIn(update_url) ?? serviceIn(badge_url);
}

/** The address of the service in one of a check's URLs. */
function serviceIn(url: unknown): string | undefined {
  return typeof url === "string" ? /^(https?:\/\/.+?)\/(?:api\/v\d+|b|badge)\//.exec(url)?.[1] : undefined;
}

/** Compares host names without case, and ignores a last slash, user and password. */
export function isSameService(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const plain = (url: string) => withoutCredentials(new URL(`${url}/`).href).replace(/\/+$/, "");
  return plain(one) === plain(other);
}
