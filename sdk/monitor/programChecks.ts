/** The checks that this program creates, for look-ups of the same program that come before those exist. */
import * as pulumi from "@pulumi/pulumi";
import type { checkFields } from "../../provider/monitor/check/checkFields";
import { isKnown, isPlain, whenKnown } from "../program/engineRun";
import { perRun } from "../program/perRun";
import type { ArgsOf } from "../program/resourceClass";
import { type StackRow, stackRows } from "../program/stackRows";

/** A check of the program: what is known before it is created, and the UUID that it then has. */
interface OwnCheck extends Origin {
  args: Pick<ArgsOf<typeof checkFields>, "slug" | "tags" | "project">;
  uuid: () => pulumi.Output<string>;
}

/** Where a check of the program comes from. */
interface Origin {
  /** The row that it had before this run, where it may have had one. */
  former?: Promise<StackRow | undefined> | undefined;
  /** Its explicit provider, whose slugs are those of another service, or of another key. */
  provider?: pulumi.ProviderResource | undefined;
}

/** What a look-up searches by. */
type Label = "slug" | "tags";

/** The checks of a program, indexed for look-ups; otherwise each of thousands of look-ups would go through all of them. */
class Labelled {
  /** The first with a label, of those whose project and label are plain. */
  private readonly plain = new Map<string, OwnCheck>();
  /** Those whose project or label is not known yet, in the order of the program. */
  private readonly open: OwnCheck[] = [];
  private count = 0;

  constructor(
    private readonly label: Label,
    private readonly all: readonly OwnCheck[],
  ) {}

  /** The first check that certainly has the label; otherwise all for which that is not known yet. */
  look(project: string | undefined, wanted: string): { plain?: OwnCheck | undefined; open: OwnCheck[] } {
    // The defaults of checks are computed at the first look-up.
    for (; this.count < this.all.length; this.count++) this.add(this.all[this.count] as OwnCheck);
    return { plain: this.plain.get(keyOf(project, wanted)), open: [...this.open] };
  }

  private add(check: OwnCheck): void {
    const { project, [this.label]: own } = check.args;
    if (!isPlain([project, own])) {
      this.open.push(check);
      return;
    }
    for (const one of [own].flat()) {
      const key = keyOf(project, one);
      if (!this.plain.has(key)) this.plain.set(key, check);
    }
  }
}

const keyOf = (project: unknown, value: unknown) => JSON.stringify([project, value]);

/** Checks in the order of the program, by each label. */
class Indexed {
  private readonly all: OwnCheck[] = [];
  readonly slug = new Labelled("slug", this.all);
  readonly tags = new Labelled("tags", this.all);

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  add(check: OwnCheck): void {
    this.all.push(check);
  }
}

/** The checks that a program makes. */
export class ProgramChecks {
  private readonly all = new Indexed();
  private readonly byProvider = new Map<Wanted["provider"], Indexed>();

  get isEmpty(): boolean {
    return this.all.isEmpty;
  }

  add(args: OwnCheck["args"], uuid: OwnCheck["uuid"], origin: Origin = {}): void {
    const check = { args, uuid, ...origin };
    this.all.add(check);
    this.ofProvider(origin.provider).add(check);
  }

  /** As of one label; a check of the same provider comes before those of others, which may be of the same service. */
  look(label: Label, { project, provider }: Wanted, wanted: string): ReturnType<Labelled["look"]> {
    const own = this.ofProvider(provider)[label].look(project, wanted);
    return own.plain ? own : this.all[label].look(project, wanted);
  }

  /** The check that certainly gets this slug, of those without an explicit provider. */
  withSlug(project: string | undefined, slug: string): OwnCheck | undefined {
    return this.ofProvider(undefined).slug.look(project, slug).plain;
  }

  private ofProvider(provider: Wanted["provider"]): Indexed {
    const known = this.byProvider.get(provider) ?? new Indexed();
    this.byProvider.set(provider, known);
    return known;
  }
}

/** Those of this run. */
export const programChecks = perRun(() => new ProgramChecks());

/** What a look-up asks for. */
interface Wanted {
  slug?: string;
  tag?: string;
  project?: string | undefined;
  /** The explicit provider of the resource that asks. */
  provider?: pulumi.ProviderResource | undefined;
}

/**
 * The UUID of the check of the program that a look-up means, by its slug or by one of its tags; the first of several.
 * Unknown in a preview in which it is still to be made, or could be; undefined when the program makes no such check.
 */
export function madeHere(checks: ProgramChecks, asking: Wanted): pulumi.Output<string | undefined> {
  const { slug, tag, project } = asking;
  const [label, wanted] = slug === undefined ? (["tags", tag] as const) : (["slug", slug] as const);
  if (wanted === undefined) return pulumi.output(undefined);
  const { plain, open } = checks.look(label, asking, wanted);
  if (plain) return plain.uuid();
  const asked = open.map(({ args, uuid }): Asked => {
    const isMeant = pulumi
      .all([args.project, args[label]])
      .apply(([inProject, own]) => inProject === project && [own].flat().includes(wanted));
    return { isMeant, uuid };
  });
  return pulumi.output(firstMeant(asked)).apply((found): pulumi.Output<string | undefined> => {
    const one = found === undefined ? undefined : asked[found];
    const none = pulumi.output(undefined);
    return one?.isMeant.apply((isMeant) => (isMeant ? one.uuid() : none)) ?? none;
  }) as pulumi.Output<string | undefined>;
}

/**
 * The UUID of the check of the program that gets the slug of a look-up in this run from another check of the stack, which
 * still has it when the run begins; undefined when no slug moves so.
 */
export async function movedHere(
  checks: ProgramChecks,
  { slug, project }: Wanted,
): Promise<pulumi.Output<string> | undefined> {
  const own = slug === undefined ? undefined : checks.withSlug(project, slug);
  if (own === undefined) return undefined;
  const had = (row: StackRow) => row.values.slug === slug && row.values.project === project;
  const former = await own.former;
  if (former && had(former)) return undefined;
  const others = [...(await stackRows()).values()].filter(
    ({ kind, urn }) => kind === "Check" && urn !== former?.urn,
  );
  return others.some(had) ? own.uuid() : undefined;
}

/** What a look-up needs to know of a check of the program, which takes waiting. */
interface Asked {
  isMeant: pulumi.Output<boolean>;
  uuid: OwnCheck["uuid"];
}

/**
 * The index of the check that is meant, or of one that a preview does not know about. Resolves as soon as that is clear,
 * because another check may be waiting for this look-up with its own slug and tags.
 */
async function firstMeant(asked: readonly Asked[]): Promise<number | undefined> {
  let unsure: number | undefined;
  return new Promise((resolve, reject) => {
    const answers = asked.map(async ({ isMeant }, place) => {
      if (!(await isKnown(isMeant))) unsure ??= place;
      else if (await whenKnown(isMeant)) resolve(place);
    });
    Promise.all(answers).then(() => resolve(unsure), reject);
  });
}
