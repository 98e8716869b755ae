import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The engine looks beside itself for the program that serves dynamic providers, and elsewhere it would look
 * for a download. The program itself is part of the `@pulumi/pulumi` of the project that is being run, whose
 * folder is the current one; `exec` lets the engine's signals reach it.
 */
const SCRIPT = `#!/bin/sh
script=$(node -p 'require.resolve("@pulumi/pulumi/cmd/dynamic-provider")') || exit 1
exec node "$script" "$@"
`;

export function writeDynamicProvider(bin) {
  writeFileSync(join(bin, "pulumi-resource-pulumi-nodejs"), SCRIPT, { mode: 0o755 });
}
