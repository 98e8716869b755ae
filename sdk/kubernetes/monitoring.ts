/** What a CronJob needs to be monitored: a check, a Secret with the ping URL, and its own declaration with pings added. */
import { Secret } from "@pulumi/kubernetes/core/v1/secret";
import type { input } from "@pulumi/kubernetes/types";
import * as pulumi from "@pulumi/pulumi";
import { refuseWrongCheck } from "../jobs/jobCheckArgs";
import { Check } from "../monitor/check";
import { whenAdmitted } from "../program/resourceClass";
import { changeInput, deriveFrom, property } from "../program/within";
import { type JobCheckArgs, jobCheck } from "./jobCheck";
import { type Pinging, pingedSpec, refuseWrongPinging } from "./pingedSpec";

type Metadata = input.meta.v1.ObjectMeta;
type CronJobSpec = input.batch.v1.CronJobSpec;

/** A CronJob as a program declares it. */
interface DeclaredJob {
  metadata?: pulumi.Input<Metadata | undefined>;
  spec: pulumi.Input<CronJobSpec>;
}

/** How a job is monitored. */
export interface JobMonitoring extends Pinging {
  /** Arguments of the check, for example its channels and tags. */
  check?: JobCheckArgs | undefined;
}

/** Options of the resources next to the job. */
export interface Beside {
  check: pulumi.CustomResourceOptions;
  secret: pulumi.CustomResourceOptions;
}

/** The result of monitoring a job. */
interface Monitored {
  check: Check;
  secret: Secret;
  metadata: pulumi.Input<Metadata>;
  spec: pulumi.Input<CronJobSpec>;
  /** An output that waits for the check and fails when the check is refused. */
  unlessRefused: <T>(value: pulumi.Output<T>) => pulumi.Output<T>;
}

/** Annotation of a monitored job; its value is the slug of the check. */
export const CHECK_ANNOTATION = "pulumi-checks/check";

const KEY = "ping-url";

/** The name of the Secret's resource, from that of the job. */
export const secretNameOf = (name: string) => `${name}-ping`;

/** Refuses before it makes anything. `subject` names the job in messages, `name` is that of its resource. */
export function monitoring(
  subject: string,
  name: string,
  { metadata: declared, spec }: DeclaredJob,
  { check: extra, ...pinging }: JobMonitoring,
  options: Beside,
): Monitored {
  refuseWrongCheck(subject, extra);
  refuseWrongPinging(subject, pinging);
  const metadata = (declared ?? {}) as pulumi.Input<Metadata>;
  const own = property(metadata, "name") as pulumi.Input<string | undefined>;
  const args = jobCheck(
    subject,
    deriveFrom(own, (one) => one ?? name),
    spec,
    extra ?? {},
  );
  // Before the Secret, so that nothing is created for a job that is refused; once, so that it is refused once.
  const [secretName, setSecretName] = pulumi.deferredOutput<string>();
  const pinged = changeInput(spec, (one) =>
    pingedSpec(subject, one, { name: secretName, key: KEY }, pinging),
  );
  const check = new Check(name, args, options.check);
  const admitted = whenAdmitted(check);
  // Without this, resources that wait for a refused check would wait for ever, and the engine with them.
  const unlessRefused = <T>(value: pulumi.Output<T>) =>
    pulumi.all([value, admitted]).apply(([known]) => known) as pulumi.Output<T>;
  const secret = new Secret(
    secretNameOf(name),
    {
      metadata: {
        name: deriveFrom(own, (one) => (one == null ? undefined : `${one}-ping`)),
        namespace: property(metadata, "namespace") as pulumi.Input<string | undefined>,
      },
      stringData: { [KEY]: unlessRefused(check.pingUrl) },
    },
    options.secret,
  );
  const annotated = (one: Metadata): Metadata => ({
    ...one,
    annotations: changeInput((one.annotations ?? {}) as pulumi.Input<Annotations>, (annotations) => ({
      ...annotations,
      [CHECK_ANNOTATION]: args.slug,
    })),
  });
  setSecretName(unlessRefused(secret.metadata.name));
  return {
    check,
    secret,
    metadata: changeInput(metadata, annotated),
    spec: pinged,
    unlessRefused,
  };
}

type Annotations = Record<string, pulumi.Input<string>>;
