/** Gets what a plan is made from: the checks, in one request, and the channels when their names are needed. */
import { ChecksError } from "../../provider/errors";
import type { Project } from "../../provider/project";
import type { Session } from "../../provider/session";
import { attached, type ChannelSpelling } from "./channelNames";
import type { Collected } from "./plan";
import type { LiveCheck } from "./programArgs";
import type { TerraformCheck } from "./terraform";

/** What to ask, and whom. */
export interface Question {
  /** Named project of the configuration. */
  project?: string | undefined;
  channels: ChannelSpelling;
  /** Checks of a Terraform state. */
  terraform?: readonly TerraformCheck[] | undefined;
}

/** The checks as the service has them. Throws without access, and with a key that sees too little. */
export async function collect(
  session: Session,
  { project, channels, terraform }: Question,
): Promise<Collected> {
  return { ...(await ask(session.project(project), channels)), ...(terraform && { terraform }) };
}

/** The checks as Terraform last saw them, without asking the service. */
export function collectOffline(terraform: readonly TerraformCheck[] | undefined): Collected {
  if (terraform === undefined) {
    throw new ChecksError({
      subject: "--offline",
      reason: "without asking the service there is nothing to adopt",
      remedy: "Give a Terraform state with --terraform, or leave --offline out",
    });
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

async function ask(project: Project, spelling: ChannelSpelling): Promise<Collected> {
  const checks = (await project.checks.all()).map(({ uuid, ...document }) => {
    if (uuid !== undefined) return { ...document, uuid } satisfies LiveCheck;
    throw new ChecksError({
      subject: "configuration",
      property: "checks:apiKey",
      reason: "the API key is read-only; it sees neither the UUIDs nor the channels of checks",
      remedy: "Set a read-write key",
    });
  });
  const namesNeeded = spelling === "names" && checks.some((check) => attached(check).length > 0);
  return { checks, channels: namesNeeded ? await project.channels() : [], live: true };
}
