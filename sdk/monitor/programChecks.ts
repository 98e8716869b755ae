/** The checks that this program creates, for look-ups of the same program that come before those exist. */
import * as pulumi from "@pulumi/pulumi";
import type { checkFields } from "../../provider/monitor/check/checkFields";
import { isKnown, isPlain, whenKnown } from "../program/engineRun";
import { perRun } from "../program/perRun";
import type { ArgsOf } from "../program/resourceClass";

/** A check of the program: what is known before it is created, and the UUID that it then has. */
interface OwnCheck {
  args: Pick<ArgsOf<typeof checkFields>, "slug" | "tags" | "project">;
  uuid: () => pulumi.Output<string>;
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

/** The checks that a program makes. */
export class ProgramChecks {
  private readonly all: OwnCheck[] = [];
  readonly by: Readonly<Record<Label, Labelled>> = {
    slug: new Labelled("slug", this.all),
    tags: new Labelled("tags", this.all),
  };

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  add(args: OwnCheck["args"], uuid: OwnCheck["uuid"]): void {
    this.all.push({ args, uuid });
  }
}

/** Those of this run. */
export const programChecks = perRun(() => new ProgramChecks());

/** What a look-up asks for. */
interface Wanted {
  slug?: string;
  tag?: string;
  project?: string;
}

/**
 * The UUID of the check of the program that a look-up means, by its slug or by one of its tags; the first of several.
 * Unknown in a preview in which it is still to be made, or could be; undefined when the program makes no such check.
 */
export function madeHere(
  checks: ProgramChecks,
  { slug, tag, project }: Wanted,
): pulumi.Output<string | undefined> {
  const [label, wanted] = slug === undefined ? (["tags", tag] as const) : (["slug", slug] as const);
  if (wanted === undefined) return pulumi.output(undefined);
  const { plain, open } = checks.by[label].look(project, wanted);
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
