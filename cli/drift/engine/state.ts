/** What the last `up` of a stack left, from the engine's export of its state. */
import { z } from "zod";
import { ChecksError } from "../../../provider/errors";
import type { Values } from "../../../provider/fields";
import { engineWords, pulumi, type StackPlace } from "../../pulumi";
import { type ReadValues, type Row, rowOf, valuesOf } from "./row";

/** A resource as the last `up` left it. */
export interface AppliedRow extends Row {
  /** The id, which for a check is its UUID. */
  id: string;
  applied: ReadValues;
  /** ISO 8601: when the engine made it or took it over. */
  created?: string;
}

const exported = z.object({
  deployment: z
    .object({
      resources: z
        .array(
          z.looseObject({
            urn: z.string(),
            type: z.string(),
            id: z.string().optional(),
            delete: z.boolean().optional(),
            outputs: z.record(z.string(), z.unknown()).optional(),
            created: z.string().optional(),
            stackTrace: z.unknown().optional(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

/**
 * Exports the state of a stack. The secrets in it are decrypted where the engine can do that, because what the
 * service made of our last write is among them; they stay in this process.
 */
export async function exportState(place: StackPlace): Promise<AppliedRow[]> {
  const withSecrets = await pulumi(["stack", "export", "--show-secrets"], place);
  const run = withSecrets.code === 0 ? withSecrets : await pulumi(["stack", "export"], place);
  if (run.code === 0) return parseState(run.stdout, `stack ${place.stack ?? "selected"} in ${place.folder}`);
  throw new ChecksError({
    subject: place.stack === undefined ? "the selected stack" : `stack ${place.stack}`,
    reason: engineWords(run.stderr),
  });
}

/**
 * The resources of this package in an exported state; those that are only waiting to be deleted are left out.
 * @throws {ChecksError} when the text is no exported state; `what` is named in the message.
 */
export function parseState(text: string, what: string): AppliedRow[] {
  const parsed = exported.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new ChecksError({
      subject: what,
      reason: "is no exported state",
      remedy: "Make one with `pulumi stack export --show-secrets`",
    });
  }
  return (parsed.data.deployment?.resources ?? []).flatMap((given) => {
    const row = rowOf(given);
    if (!row || given.delete || !given.id) return [];
    const applied = valuesOf(given.outputs ?? {});
    return [
      { ...row, id: given.id, applied, ...(given.created !== undefined && { created: given.created }) },
    ];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The named project that a resource's check lives in; undefined is the default one. */
export function projectOf(values: Values): string | undefined {
  return typeof values.project === "string" ? values.project : undefined;
}
