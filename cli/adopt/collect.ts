/** Fetches the input of a plan: the checks, in one request, and the channels if their names are needed. */

import { ChecksError } from "../../provider/core/errors";
import type { Session } from "../../provider/core/session";
import { monitorOf } from "../../provider/monitor/monitor";
import type { Project } from "../../provider/monitor/project";
import { checkDefaultsOf } from "../../provider/monitor/settings";
import { badOption } from "../command";
import type { LiveCheck } from "./args";
import { attachedChannelIds, type ChannelSpelling } from "./args";
import type { Collected } from "./plan";
import type { TerraformCheck } from "./terraform";

/** What to fetch, and from where. */
export interface Question {
  /** Named project of the configuration. */
  project?: string | undefined;
  channels: ChannelSpelling;
  /** Checks of a Terraform state. */
  terraform?: readonly TerraformCheck[] | undefined;
}

/**
 * Fetches the checks.
 * @throws {ChecksError} without access, or with a key that sees too little.
 */
export async function collect(
  session: Session,
  { project, channels, terraform }: Question,
): Promise<Collected> {
  const monitor = monitorOf(session);
  const settings = monitor.serviceSettings();
  return {
    ...(await ask(monitor.project(project), channels, checkDefaultsOf(settings, project))),
    onExisting: settings.onExisting,
    ...(terraform && { terraform }),
  };
}

/** The checks as Terraform last saw them, without asking the service. */
export function collectOffline(terraform: readonly TerraformCheck[] | undefined): Collected {
  if (terraform === undefined) {
    throw badOption(
      "--offline",
      "without asking the service there is nothing to adopt",
      "Give a Terraform state with --terraform, or remove --offline",
    );
  }
  const documents = new Map(terraform.map(({ uuid, document }) => [uuid, document]));
  const checks = [...documents].map(([uuid, document]) => ({
    name: "",
    slug: "",
    tags: "",
    ...document,
    uuid,
  }));
  return { checks, channels: [], terraform, live: false };
}

async function ask(
  project: Project,
  spelling: ChannelSpelling,
  defaults: NonNullable<Collected["defaults"]>,
): Promise<Collected> {
  const checks = (await project.checks.all()).map(({ uuid, maintenance, ...document }) => {
    // The channels that a maintenance has taken off come back at its end.
    const channels = maintenance?.channels ?? document.channels;
    const isHidden = maintenance !== undefined && maintenance.channels === undefined && channels === "";
    if (uuid !== undefined)
      return {
        ...document,
        ...(channels !== undefined && { channels }),
        ...(isHidden && { hiddenBy: maintenance }),
        uuid,
      } satisfies LiveCheck;
    throw new ChecksError({
      subject: "configuration",
      property: "checks:apiKey",
      reason: "the API key is read-only; it sees neither the UUIDs nor the channels of checks",
      remedy: "Set a read-write key",
    });
  });
  const namesNeeded =
    spelling === "names"
      ? checks.some((check) => attachedChannelIds(check).length > 0)
      : spelling === "leave" && (defaults.channels !== undefined || defaults.channelsByTag !== undefined);
  return { checks, channels: namesNeeded ? await project.channels() : [], defaults, live: true };
}
