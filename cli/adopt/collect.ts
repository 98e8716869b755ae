/** Gets what a plan is made from: the checks, in one request, and the channels when their names are needed. */
import { ChecksError } from "../../provider/errors";
import type { Log } from "../../provider/log";
import type { Project } from "../../provider/project";
import { Session } from "../../provider/session";
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
  /** Whether the Terraform state is all there is to go by. */
  offline: boolean;
}

/** Throws without access, with a key that sees too little, and offline without a Terraform state. */
export async function collect({ project, channels, terraform, offline }: Question): Promise<Collected> {
  if (!offline) return { ...(await ask(connected(project), channels)), ...(terraform && { terraform }) };
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

/** The project as the environment gives it. */
function connected(name: string | undefined): Project {
  return new Session(() => undefined, onStderr).project(name);
}

/** Waits and retries are told beside the output, which may be JSON. */
const say = (message: string) => void process.stderr.write(`${message}\n`);
const onStderr: Log = { info: say, warn: say, status: say };

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
