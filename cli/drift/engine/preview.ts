/** What a program declares now, from the engine's preview. Nothing is written. */
import { z } from "zod";
import { ChecksError, oneLine } from "../../../provider/errors";
import type { Values } from "../../../provider/fields";
import { UNKNOWN } from "../../../provider/unknown";
import { engineWords, pulumi, type StackPlace } from "../../pulumi";
import { type Row, rowOf, valuesOf } from "./row";

/** A resource as the program declares it now. */
export interface DeclaredRow extends Row {
  /** Inputs with their defaults; `UNKNOWN` where something is known only after `up`. */
  declared: Values;
  /** Secret inputs: the engine does not tell them. */
  secret: ReadonlySet<string>;
}

/** How the engine writes a secret in a preview. */
const SECRET = "[secret]";

/** Steps that say what becomes of a declared resource. The others are about what was there before. */
const DECLARING = new Set(["same", "update", "create", "replace", "create-replacement", "read", "import"]);

const previewed = z.object({
  steps: z
    .array(
      z.looseObject({
        op: z.string(),
        urn: z.string(),
        newState: z
          .looseObject({
            urn: z.string(),
            type: z.string(),
            inputs: z.record(z.string(), z.unknown()).optional(),
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
): Promise<DeclaredRow[]> {
  const refresh = options.refresh ? ["--refresh"] : [];
  // Without --show-sames what is as it was has no step, and looks as if the program had dropped it.
  const run = await pulumi(["preview", "--json", "--show-sames", ...refresh], place, options.environment);
  return parsePreview(run.stdout, run.code, run.stderr);
}

/** Reads what `pulumi preview --json` printed. */
export function parsePreview(stdout: string, code: number, stderr: string): DeclaredRow[] {
  const parsed = previewed.safeParse(jsonOf(stdout));
  if (code !== 0 || !parsed.success) {
    const said = parsed.data?.diagnostics?.find(({ severity }) => severity === "error")?.message;
    throw new ChecksError({
      subject: "pulumi preview",
      reason: said === undefined ? engineWords(stderr) : shortened(said),
    });
  }
  const rows = new Map<string, DeclaredRow>();
  for (const { op, newState } of parsed.data.steps ?? []) {
    const row = newState && DECLARING.has(op) ? rowOf(newState) : undefined;
    if (row) rows.set(row.urn, { ...row, ...inputsOf(newState?.inputs ?? {}) });
  }
  return [...rows.values()];
}

function inputsOf(inputs: Record<string, unknown>): Pick<DeclaredRow, "declared" | "secret"> {
  const { values } = valuesOf(inputs);
  const secret = new Set(Object.keys(values).filter((key) => holdsSecret(values[key])));
  const declared = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, secret.has(key) ? UNKNOWN : value]),
  );
  return { declared, secret };
}

function holdsSecret(value: unknown): boolean {
  return value === SECRET || (Array.isArray(value) && value.some(holdsSecret));
}

const MOST_WORDS = 300;

/** A failing program prints its stack; its message is in the first lines. */
function shortened(message: string): string {
  const [head = message] = message.split(/\n\s+at /);
  return oneLine(head)
    .replace(/^error: /, "")
    .slice(0, MOST_WORDS);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
