/** A CronJob's specification in which the job reports to its check. */

import type { input } from "@pulumi/kubernetes/types";
import type * as pulumi from "@pulumi/pulumi";
import { PING_URL } from "../jobs/pingUrl";
import { refusal } from "../program/refusal";
import { changeInput, deriveFrom, isThere } from "../program/within";
import { PING_SCRIPT } from "./pingScript";

type CronJobSpec = input.batch.v1.CronJobSpec;
type JobSpec = input.batch.v1.JobSpec;
type PodTemplate = input.core.v1.PodTemplateSpec;
type PodSpec = input.core.v1.PodSpec;
type Container = input.core.v1.Container;
type Os = input.core.v1.PodOS;
type Labels = Record<string, pulumi.Input<string>>;
type Words = pulumi.Input<pulumi.Input<string>[]>;

/** How a job pings. */
export interface Pinging {
  /**
   * `wrap`: the container's command runs inside a small `sh` script that pings start, success and failure. `env`: the
   * container gets the variable `CHECKS_PING_URL`, and its program pings by itself.
   * @default "wrap"
   */
  ping?: "wrap" | "env" | undefined;
  /**
   * Name of the container that does the work, where the pod has several.
   * @default the one container, or the one of the annotation `kubectl.kubernetes.io/default-container`
   */
  container?: string | undefined;
  /** The command that the image runs by itself (its ENTRYPOINT, and its CMD where the job has no `args`), for a job without `command`. */
  entrypoint?: readonly string[] | undefined;
}

/** Where the ping URL is. */
export interface PingSecret {
  name: pulumi.Input<string>;
  key: string;
}

/** What a program in JavaScript may get wrong: a misspelled `ping` would wrap, and a text has letters instead of words. */
export function refuseWrongPinging(subject: string, { ping, container, entrypoint }: Pinging): void {
  if (ping != null && ping !== "wrap" && ping !== "env") {
    throw refusal(subject, "ping", 'must be "wrap" or "env"');
  }
  if (container != null && typeof container !== "string")
    throw refusal(subject, "container", "must be a text");
  if (
    entrypoint != null &&
    !(Array.isArray(entrypoint) && entrypoint.every((word) => typeof word === "string"))
  ) {
    throw refusal(subject, "entrypoint", NO_WORDS, 'Write it as in ["/backup.sh", "--all"]');
  }
}

/** Kubernetes refuses such a command, but not what wrapping would make of it. */
const NO_WORDS = "must be a list of texts";

const DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

/** The same job with pings added. `subject` names it in messages. */
export function pingedSpec(
  subject: string,
  spec: CronJobSpec,
  secret: PingSecret,
  pinging: Pinging,
): CronJobSpec {
  // A manifest can have null, or nothing at all, where the types want an object.
  const inJob = (job: JobSpec): JobSpec => {
    return { ...job, ...ofOnePod(subject, job, pinging), template: changeInput(job.template, inPod) };
  };
  const inPod = (pod: PodTemplate | null | undefined): PodTemplate => {
    if (pod?.spec == null) throw missing(subject, POD);
    const metadata = isThere(pod.metadata) ? pod.metadata : undefined;
    const annotations = isThere(metadata?.annotations) ? metadata?.annotations : undefined;
    const main = pinging.container ?? annotations?.[DEFAULT_CONTAINER];
    return { ...pod, spec: changeInput(pod.spec as PodSpec, (one) => inContainers(one, main)) };
  };
  const inContainers = (pod: PodSpec, main: pulumi.Input<string> | undefined): PodSpec => {
    const onLinux = pinging.ping === "env" ? {} : withoutWindows(subject, pod);
    const containers = changeInput(pod.containers as pulumi.Input<pulumi.Input<Container>[]>, (given) => {
      if (!given?.length) throw missing(subject, `${POD}.containers`);
      if (!Array.isArray(given)) throw refusal(subject, `${POD}.containers`, "must be a list");
      refuseNoContainer(subject, given);
      const index = mainContainer(subject, given, main);
      return given.map((container, place) =>
        place === index
          ? changeInput(container, (one) => pingedContainer(subject, index, one, secret, pinging))
          : container,
      );
    });
    return { ...pod, ...onLinux, containers };
  };
  const inTemplate = (template: input.batch.v1.JobTemplateSpec | null | undefined) => {
    if (template?.spec == null) throw missing(subject, JOB);
    return { ...template, spec: changeInput(template.spec as JobSpec, inJob) };
  };
  return { ...spec, jobTemplate: changeInput(spec.jobTemplate, inTemplate) };
}

const NODE_OS = "kubernetes.io/os";
const JOB = "spec.jobTemplate.spec";
const POD = `${JOB}.template.spec`;

function missing(subject: string, place: string): Error {
  return refusal(subject, place, "is missing", "Say what the job runs");
}

/** The same value, refused as soon as it is known. */
function checked<T>(input: pulumi.Input<T>, refuse: (value: T) => void): pulumi.Input<T> {
  return deriveFrom(input, (value) => {
    refuse(value);
    return value;
  });
}

/** How many pods a job needs, and how many of them at a time. */
interface Pods {
  completions?: number | undefined;
  parallelism?: number | undefined;
}

/** Each pod would report its own end as the end of the job. */
function ofOnePod(subject: string, job: JobSpec, { ping }: Pinging): Partial<JobSpec> {
  const refuse = (key: string) => (count: number | undefined) => {
    if (ping === "env" || typeof count !== "number" || count <= 1) return;
    throw refusal(
      subject,
      `${JOB}.${key}`,
      `runs ${count} pods, and each would report its own end as the end of the job`,
      'Set ping to "env" and let the last one ping',
    );
  };
  const { completions, parallelism } = job;
  // Kubernetes runs no more pods at a time than there are completions to come.
  const atOnce = deriveFrom(
    { completions, parallelism } as pulumi.Input<Pods>,
    ({ completions: ends, parallelism: pods }) => {
      if (ends !== 1) refuse("parallelism")(pods);
      return pods;
    },
  );
  return {
    ...(completions !== undefined && {
      completions: checked<number | undefined>(completions, refuse("completions")),
    }),
    ...(parallelism !== undefined && { parallelism: atOnce as pulumi.Input<number> }),
  };
}

/** Windows has no `/bin/sh`. */
function withoutWindows(subject: string, { os, nodeSelector }: PodSpec): Partial<PodSpec> {
  const refuse = (place: string) => (name: string | undefined) => {
    if (name !== "windows") return;
    throw refusal(
      subject,
      `${POD}.${place}`,
      "is windows, where there is no shell to wrap the command with",
      'Set ping to "env" and let the program ping',
    );
  };
  const nameOf = (one: Os): Os => ({ ...one, name: checked(one?.name, refuse("os.name")) });
  const select = (labels: Labels): Labels => {
    const name = checked<string | undefined>(labels[NODE_OS], refuse(`nodeSelector["${NODE_OS}"]`));
    return NODE_OS in labels ? { ...labels, [NODE_OS]: name as pulumi.Input<string> } : labels;
  };
  // A manifest can have null where the types want an object.
  return {
    ...(os && { os: changeInput(os as pulumi.Input<Os>, nameOf) }),
    ...(nodeSelector && { nodeSelector: changeInput(nodeSelector as pulumi.Input<Labels>, select) }),
  };
}

/** As one that a condition leaves out in JavaScript: Kubernetes takes none of these. */
function refuseNoContainer(subject: string, containers: readonly unknown[]): void {
  const index = containers.findIndex((one) => typeof one !== "object" || one === null);
  if (index >= 0) throw refusal(subject, `${POD}.containers[${index}]`, "must be an object");
}

/** What stands in messages for a name that is not known while the program runs. */
const OPEN = "by an Output";

/** The index of the container that does the work. */
function mainContainer(
  subject: string,
  containers: readonly pulumi.Input<Container>[],
  main: pulumi.Input<string> | undefined,
): number {
  if (main === undefined && containers.length === 1) return 0;
  const names = containers.map((container) => (isThere(container) ? container.name : undefined));
  const index = names.indexOf(main);
  if (main !== undefined && index >= 0) return index;
  const known = names.map((name) => (typeof name === "string" ? name : OPEN)).join(", ");
  throw refusal(
    subject,
    `${POD}.containers`,
    main === undefined
      ? `has ${containers.length} of them (${known}), and nothing says which one does the work`
      : `has none called ${typeof main === "string" ? main : OPEN} (there is ${known})`,
    "Name it in container",
  );
}

function pingedContainer(
  subject: string,
  index: number,
  container: Container,
  secret: PingSecret,
  pinging: Pinging,
): Container {
  const place = `${POD}.containers[${index}]`;
  const { command, args, env, ...rest } = container;
  const variable = {
    name: PING_URL,
    // A job must not fail because its Secret is not there.
    valueFrom: { secretKeyRef: { name: secret.name, key: secret.key, optional: true } },
  };
  const withUrl = changeInput(env as pulumi.Input<pulumi.Input<input.core.v1.EnvVar>[]>, (given) => {
    const variables = given ?? [];
    if (!Array.isArray(variables)) throw refusal(subject, `${place}.env`, "must be a list");
    const refuse = refuseName(subject, `${place}.env`, pinging);
    const own = variables.map((one) =>
      one ? changeInput(one, (given) => ({ ...given, name: checked(given.name, refuse) })) : one,
    );
    return [...own, variable];
  });
  if (pinging.ping === "env") return { ...container, env: withUrl };
  // Kubernetes treats an empty list as absent: then the image's own command runs.
  const wrapped = (words: readonly pulumi.Input<string>[] | undefined) => {
    if (words && !Array.isArray(words)) {
      throw refusal(subject, `${place}.command`, NO_WORDS, 'Write it as in ["/backup.sh", "--all"]');
    }
    const program = words?.length ? words : pinging.entrypoint?.map(asItStands);
    if (program?.length) return ["/bin/sh", "-c", PING_SCRIPT, "job", ...program];
    throw refusal(
      subject,
      `${place}.command`,
      "is missing, and the command of the image itself is not known here",
      'Set the command, or put what the image runs into entrypoint, or set ping to "env" and let the program ping',
    );
  };
  return {
    ...rest,
    ...(rest.image !== undefined && { image: withShell(subject, place, rest.image) }),
    command: changeInput((command ?? []) as Words, wrapped),
    ...(args !== undefined && { args }),
    env: withUrl,
  };
}

/** Kubernetes replaces `$$` and `$(NAME)` in a command, but not in what an image runs by itself. */
function asItStands(word: string): string {
  return word.replace(/\$(?=[$(])/g, "$$$$");
}

/** Refuses the names of variables that would not reach the program. */
function refuseName(subject: string, place: string, { ping }: Pinging): (name: string) => void {
  return (name) => {
    if (name === PING_URL) {
      const reason = `has a ${PING_URL} of its own`;
      throw refusal(subject, place, reason, "Remove it, or do not monitor this job");
    }
    // Kubernetes allows names that are not valid in `sh`; dash and busybox do not pass those on to what they run.
    if (ping === "env" || typeof name !== "string" || /^[A-Za-z_]\w*$/.test(name)) return;
    throw refusal(
      subject,
      place,
      `has ${name}, which the shell around the command would catch`,
      'Set ping to "env" and let the program ping',
    );
  };
}

/** One family of images without a shell is recognizable by its name. */
function withShell(subject: string, place: string, image: Container["image"]): Container["image"] {
  return checked<string | undefined>(image, (name) => {
    if (typeof name !== "string" || !/(^|\/)distroless\//.test(name)) return;
    throw refusal(
      subject,
      `${place}.image`,
      "is distroless: it has no shell to wrap the command with",
      'Set ping to "env" and let the program ping',
    );
  });
}
