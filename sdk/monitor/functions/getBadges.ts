import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getBadges as definition } from "../../../provider/monitor/functions/getBadges";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** Which badge is wanted. */
export interface GetBadgesArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetBadgesOutputArgs extends InputsOf<GetBadgesArgs> {}

/** A badge, and all badges by tag. */
export interface GetBadgesResult extends ResultOf<typeof definition> {}

/**
 * The badges of a project, which show in a README whether its checks are up: by tag, and of all checks together.
 * Each comes as URLs (SVG, JSON) and as ready-made Markdown and HTML.
 *
 * ```ts
 * const { badge, badges } = await getBadges({ tag: "prod" });
 * badge.markdown; // ![prod](https://…)
 * badges["*"]?.html3; // all checks, with the third state "late"
 * ```
 *
 * Any API key is enough. The addresses are signed: they show no key, and whoever has one sees that badge.
 * @throws {pulumi.RunError} when no check carries the tag; the message names the tags that there are.
 */
export function getBadges(args: GetBadgesArgs = {}): Promise<GetBadgesResult> {
  return invoke(definition, args);
}

/**
 * `getBadges` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument is,
 * or when the first check with the tag is one that this program is about to create; an `up` waits for that check.
 */
export function getBadgesOutput(args: GetBadgesOutputArgs = {}): OutputOf<GetBadgesResult> {
  return invokeOutput(definition, args);
}
