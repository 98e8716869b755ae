/** What a program declares now, from the engine's preview. Writes nothing. */

import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { withImplied } from "../../provider/core/implied";
import { UNKNOWN } from "../../provider/core/unknown";
import { oneLine } from "../../provider/core/visible";
import { jsonIn } from "../files";
import { engineWords, pulumi, type StackPlace } from "../pulumi";
import { explicitProviderIn } from "../stacks/providers";
import { definitionOf, originOf, type Row, rowOf, valuesOf } from "../stacks/row";

/** A resource as the program declares it now. */
export interface DeclaredRow extends Row {
  /** Inputs with defaults; `UNKNOWN` for values known only after `up`. */
  declared: Values;
  /** Secret inputs, whose values the engine hides. */
  secret: ReadonlySet<string>;
  /** The URN in the state, if the resource had another name then. */
  former?: string;
  /** The URN of its explicit provider; absent for the stack's settings. */
  provider?: string;
}

export interface Previewed {
  /** `project/stack`; absent if the preview has no step. */
  stack?: string;
  rows: DeclaredRow[];
}

/** The engine's placeholder for a secret in a preview. */
const SECRET = "[secret]";

/**
 * Operations that report a declared resource. The others are about what existed before, or (`read`) about what the
 * program only looks up with `Check.get`.
 */
const DECLARING = new Set(["same", "update", "create", "replace", "create-replacement", "import"]);

const previewed = z.object({
  steps: z
    .array(
      z.looseObject({
        op: z.string(),
        urn: z.string(),
        oldState: z.looseObject({ urn: z.string() }).nullish(),
        newState: z
          .looseObject({
            urn: z.string(),
            type: z.string(),
            inputs: z.record(z.string(), z.unknown()).optional(),
            provider: z.string().optional(),
            stackTrace: z.unknown().optional(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  diagnostics: z.array(z.looseObject({ message: z.string(), severity: z.string().optional() })).nullish(),
});

/**
 * Previews a stack. `refresh` makes the engine read all resources first, so that inputs from other resources are up to
 * date.
 * @throws {ChecksError} with the program's message, if the program fails.
 */
export async function preview(
  place: StackPlace,
  options: { refresh: boolean; environment: Record<string, string> },
): Promise<Previewed> {
  const refresh = options.refresh ? ["--refresh"] : [];
  // Without --show-sames, unchanged resources have no step and would look deleted.
  const run = await pulumi(["preview", "--json", "--show-sames", ...refresh], place, options.environment);
  return parsePreview(run.stdout, run.code, run.stderr);
}

/** The URN that the resource has, or will have, in the state. */
export function urnInState({ urn, former }: DeclaredRow): string {
  return former ?? urn;
}

/** Parses the output of `pulumi preview --json`. */
export function parsePreview(stdout: string, code: number, stderr: string): Previewed {
  const parsed = previewed.safeParse(jsonIn(stdout));
  if (code !== 0 || !parsed.success) {
    const failure = parsed.data?.diagnostics?.find(({ severity }) => severity === "error")?.message;
    throw new ChecksError({
      subject: "pulumi preview",
      reason: failure === undefined ? engineWords(stderr) : firstWords(failure),
    });
  }
  const rows = new Map<string, DeclaredRow>();
  const steps = parsed.data.steps ?? [];
  for (const { op, newState, oldState } of steps) {
    const row = newState && DECLARING.has(op) ? rowOf(newState) : undefined;
    const former = oldState && oldState.urn !== newState?.urn ? { former: oldState.urn } : {};
    const urn = explicitProviderIn(newState?.provider);
    const provider = urn === undefined ? {} : { provider: urn };
    if (row)
      rows.set(row.urn, { ...row, ...inputsOf(row.kind, newState?.inputs ?? {}), ...former, ...provider });
  }
  const [first] = steps;
  return { ...(first && { stack: originOf(first).stack }), rows: [...rows.values()] };
}

/** Adds the defaults, which a preview does not contain. */
function inputsOf(kind: string, inputs: Record<string, unknown>): Pick<DeclaredRow, "declared" | "secret"> {
  const { values } = valuesOf(inputs);
  const secret = new Set(Object.keys(values).filter((key) => holdsSecret(values[key])));
  const declared = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, secret.has(key) ? UNKNOWN : value]),
  );
  const definition = definitionOf(kind);
  return { declared: definition ? withImplied(definition, declared) : declared, secret };
}

function holdsSecret(value: unknown): boolean {
  return value === SECRET || (Array.isArray(value) && value.some(holdsSecret));
}

const LONGEST_MESSAGE = 300;

/** A failing program prints its stack trace; the message comes before it. */
function firstWords(message: string): string {
  const [head = message] = message.split(/\n\s+at /);
  return oneLine(head)
    .replace(/^error: /, "")
    .slice(0, LONGEST_MESSAGE);
}
