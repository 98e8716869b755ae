/** A stack, as the engine's backend is asked for it. */

/** What the engine tells a run of its own stack. */
interface OwnStack {
  /** Empty where the engine tells none. */
  organization: string;
  project: string;
  stack: string;
}

/** What backends that have no organizations call the only one. Those with the oldest layout know bare names alone. */
const NO_ORGANIZATION = "organization";

/** With its organization: a bare name means the stack of the user's default one, which need not be this one. */
export function stackReference({ organization, project, stack }: OwnStack): string {
  const isBare = organization === "" || organization === NO_ORGANIZATION;
  return isBare ? stack : `${organization}/${project}/${stack}`;
}
