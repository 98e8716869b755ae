import pc from "picocolors";

/** Colours as functions; without colour they give the text as it is. */
export type Colours = ReturnType<typeof pc.createColors>;

/**
 * Colours for a terminal and none elsewhere, unless it is said: `--color`, `--no-color`, `NO_COLOR` (any value),
 * `FORCE_COLOR`. What the command line says wins.
 */
export function coloursFor(
  asked: boolean | undefined,
  output: { isTTY?: boolean } = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): Colours {
  return pc.createColors(asked ?? fromEnvironment(environment) ?? output.isTTY === true);
}

function fromEnvironment({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv): boolean | undefined {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0";
  return TERM === "dumb" ? false : undefined;
}
