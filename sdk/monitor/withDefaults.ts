import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { checkFields } from "../../provider/monitor/check/checkFields";
import type { ProgramDefaults } from "../../provider/monitor/check/configuredCheck";
import { channelsOfCheck, takeover } from "../../provider/monitor/sharedFields";
import { isRun } from "../program/engineRun";
import { perRun } from "../program/perRun";
import { runError } from "../program/runError";
import { programChecks } from "./programChecks";

/** Defaults for all checks of a program. Plain values only, no outputs. */
export interface CheckDefaultsArgs {
  /** Tags of every check that sets no `tags`. */
  tags?: readonly string[] | undefined;
  /** Grace of every check that sets no `grace`: seconds, or a text such as `"10m"`; 60 seconds to 365 days. */
  grace?: number | string | undefined;
  /** Channels of every check that sets no `channels` and has no ChannelAssignment: `"*"`, or names and UUIDs. */
  channels?: "*" | readonly string[] | undefined;
  /** Channels by tag, for the same checks. A check with such tags gets the channels of all of them instead of `channels`. */
  channelsByTag?: Readonly<Record<string, "*" | readonly string[]>> | undefined;
  /** What to do with a check that already exists, unless the check sets its own `onExisting`: `adopt`, `fail` or `adoptUnchanged`. */
  onExisting?: "adopt" | "fail" | "adoptUnchanged" | undefined;
}

const schema = z.strictObject({
  tags: checkFields.tags.unwrap().optional(),
  grace: checkFields.grace.unwrap().optional(),
  channels: channelsOfCheck().optional(),
  channelsByTag: z.record(z.string(), channelsOfCheck()).optional(),
  onExisting: takeover().optional(),
});

const defaultsOfRun = perRun(() => ({ said: undefined as ProgramDefaults | undefined }));

/**
 * Sets defaults for all checks of the program, including those that a component makes and those of modules that the
 * program imports. What a check sets itself takes precedence over these defaults; they take precedence over the
 * configuration (`checks:defaultTags` and so on) and over the settings of an explicit `Provider`.
 *
 * ```ts
 * import { Check, minutes, withDefaults } from "pulumi-checks";
 *
 * withDefaults({ tags: ["prod"], grace: minutes(10), channels: ["Ops mail"], channelsByTag: { db: ["Pager"] } });
 *
 * new Check("mirror", { slug: "mirror" }); // prod, 10 minutes, Ops mail
 * new Check("backup", { slug: "backup", tags: ["prod", "db"] }); // Pager
 * ```
 *
 * Call it once, before the first check is declared; a later call is refused. It is one call for the whole run because
 * components of other people make their checks with `Check`, and later. The provider fills the defaults in, so previews
 * show them like those of the configuration.
 *
 * @throws {pulumi.RunError} when a value is wrong, when a check was declared before, and when it is called again.
 */
export function withDefaults(defaults: CheckDefaultsArgs): void {
  const parsed = schema.safeParse(defaults);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
    throw runError(`withDefaults: ${reasons.join("; ")}. Correct it in the call`);
  }
  if (!isRun()) {
    void pulumi.log.warn(
      "withDefaults: no program is being run, and no check gets anything of it. Call it in the program, which with the Automation API is the function that a stack is given",
    );
  }
  const ofRun = defaultsOfRun();
  if (ofRun.said) throw runError("withDefaults: was called before. Put all defaults into one call");
  if (!programChecks().isEmpty) {
    throw runError(
      "withDefaults: a Check was declared before this call and does not have these defaults. Call it first, before loading modules that declare checks",
    );
  }
  ofRun.said = parsed.data;
}

/** What the program says for all its checks; undefined where it says nothing. */
export function programDefaults(): ProgramDefaults | undefined {
  return defaultsOfRun().said;
}
