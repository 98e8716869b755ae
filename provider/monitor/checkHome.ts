/** Which service a check of the state lives on: what is not found on another one is not gone. */

import type { Values } from "../core/fields";
import { refusal } from "../core/refusal";
import { withoutCredentials } from "../http/connection";
import { NotFound } from "../http/failure";
import type { CheckDocument } from "./api";
import type { Project } from "./project";

/**
 * To be asked when the service does not know a check of the state. The state's own URLs tell where it lives; what the
 * service says of its other checks tells whether that is here.
 * @throws {ChecksError} when it lives on another service, saying which.
 */
export async function refuseIfElsewhere(project: Project, state: Values): Promise<void> {
  const home =
    typeof state.__service === "string"
      ? state.__service
      : (serviceIn(state.updateUrl) ?? serviceIn(state.badgeUrl));
  if (home === undefined) return;
  const here = [project.url, project.formerUrl ?? project.url];
  if (here.some((url) => isSame(url, home))) return;
  // A read-only key does not see the address for updates.
  const told = (await project.checks.all()).map(addressOf);
  if (told.some((url) => isSame(url ?? "", home))) return;
  throw refusal(
    `this check lives on ${home}, and the configured service is ${project.url}; nothing was changed`,
    `Set checks:url (or CHECKS_URL) to the service it lives on. If it is the same service under a new address, set checks:formerUrl to ${home}; to leave the check behind, remove the resource with \`pulumi state delete\``,
  );
}

/** Runs a write to one check; says what a 404 means there. */
export async function explainGone<T>(project: Project, state: Values, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await refuseIfElsewhere(project, state);
    throw refusal(
      "the check was deleted outside of Pulumi",
      "Run `pulumi up --refresh`, which creates it again",
    );
  }
}

/** Where a check lives, for the state of what is no check itself. */
export function homeOf(document: CheckDocument | undefined): { __service?: string } {
  const address = document && addressOf(document);
  return address === undefined ? {} : { __service: address };
}

function addressOf({ update_url, badge_url }: CheckDocument): string | undefined {
  return serviceIn(update_url) ?? serviceIn(badge_url);
}

/** The address of the service in one of a check's URLs. */
function serviceIn(url: unknown): string | undefined {
  return typeof url === "string" ? /^(https?:\/\/.+?)\/(?:api\/v\d+|b|badge)\//.exec(url)?.[1] : undefined;
}

/** Host names are the same in any case; a last slash and whose password it is do not count. */
function isSame(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const plain = (url: string) => withoutCredentials(new URL(`${url}/`).href).replace(/\/+$/, "");
  return plain(one) === plain(other);
}
