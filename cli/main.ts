#!/usr/bin/env node
/** `pulumi-checks`: what a team does around `pulumi up`. Each command is a folder here. */
import { Command } from "commander";
import { addAdopt } from "./adopt/command";
import { addBadges } from "./badges/command";
import { addDrift } from "./drift/command";
import { addEmulator } from "./emulator/command";
import { ExitCode } from "./exitCode";
import { addReport } from "./report/command";
import { version } from "./version";

/** The program with all its commands. */
export function program(): Command {
  const all = new Command("pulumi-checks")
    .description("Drift, adoption and reports for monitoring checks that a Pulumi program declares.")
    .version(version)
    .showHelpAfterError("(add --help for examples)")
    .enablePositionalOptions();
  for (const add of [addAdopt, addBadges, addDrift, addEmulator, addReport]) add(all);
  return all;
}

/** Runs a command line; what goes wrong is one line on stderr and exit code 1. */
export async function main(argv: readonly string[] = process.argv): Promise<void> {
  process.stdout.on("error", endWithReader);
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = ExitCode.error;
  }
}

/** Whoever read our output has seen enough: `pulumi-checks report | head`. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

if (require.main === module) void main();
