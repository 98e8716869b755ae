/** What a program declares now, from the engine's preview. Nothing is written. */

import { z } from "zod";
import { ChecksError, oneLine } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { withImplied } from "../../provider/core/implied";
import { UNKNOWN } from "../../provider/core/unknown";
import { jsonIn } from "../files";
import { engineWords, pulumi, type StackPlace } from "../pulumi";
import { explicitIn } from "../stacks/providers";
import { definitionOf, madeBy, type Row, rowOf, valuesOf } from "../stacks/row";

/** A resource as the program declares it now. */
export interface DeclaredRow extends Row {
  /** Inputs with their defaults; `UNKNOWN` where something is known only after `up`. */
  declared: Values;
  /** Secret inputs: the engine does not tell them. */
  secret: ReadonlySet<string>;
  /** The URN of its row of the state, where the resource had another name when that was written. */
  former?: string;
  /** The URN of its explicit provider; absent: it has the stack's settings. */
  provider?: string;
}

/** What a preview says. */
export interface Previewed {
  /** `project/stack`; absent where it has no step at all. */
  stack?: string;
  rows: DeclaredRow[];
}

/** How the engine writes a secret in a preview. */
const SECRET = "[secret]";

/**
 * Steps that say what becomes of a declared resource. The others are about what was there before, or (`read`) about what
 * the program only looks at: `Check.get`.
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
 * Previews a stack. With `refresh` the engine first reads all resources of the stack anew, so that inputs which
 * come from other resources are up to date.
 * @throws {ChecksError} when the program fails, in its own words.
 */
export async function preview(
  place: StackPlace,
  options: { refresh: boolean; environment: Record<string, string> },
): Promise<Previewed> {
  const refresh = options.refresh ? ["--refresh"] : [];
  // Without --show-sames what is as it was has no step, and looks as if the program had dropped it.
  const run = await pulumi(["preview", "--json", "--show-sames", ...refresh], place, options.environment);
  return parsePreview(run.stdout, run.code, run.stderr);
}

/** Under which URN the state has, or would have, what is declared. */
export function urnInState({ urn, former }: DeclaredRow): string {
  return former ?? urn;
}

/** Reads what `pulumi preview --json` printed. */
export function parsePreview(stdout: string, code: number, stderr: string): Previewed {
  const parsed = previewed.safeParse(jsonIn(stdout));
  if (code !== 0 || !parsed.success) {
    const said = parsed.data?.diagnostics?.find(({ severity }) => severity === "error")?.message;
    throw new ChecksError({
      subject: "pulumi preview",
      reason: said === undefined ? engineWords(stderr) : firstWords(said),
    });
  }
  const rows = new Map<string, DeclaredRow>();
  const steps = parsed.data.steps ?? [];
  for (const { op, newState, oldState } of steps) {
    const row = newState && DECLARING.has(op) ? rowOf(newState) : undefined;
    const former = oldState && oldState.urn !== newState?.urn ? { former: oldState.urn } : {};
    const urn = explicitIn(newState?.provider);
    const provider = urn === undefined ? {} : { provider: urn };
    if (row)
      rows.set(row.urn, { ...row, ...inputsOf(row.kind, newState?.inputs ?? {}), ...former, ...provider });
  }
  const [first] = steps;
  return { ...(first && { stack: madeBy(first).stack }), rows: [...rows.values()] };
}

/** With the defaults, which the engine is not told. */
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

const MOST_WORDS = 300;

/** A failing program prints its stack; its message is in the first lines. */
function firstWords(message: string): string {
  const [head = message] = message.split(/\n\s+at /);
  return oneLine(head)
    .replace(/^error: /, "")
    .slice(0, MOST_WORDS);
}
