import type { Command } from "commander";
import { main } from "../../emulator/main";

interface Options {
  port: string;
  dialect: string;
  state?: string;
  json?: true;
}

/** `pulumi-checks emulator`: the services on a loopback socket, for a user's own tests. */
export function defineEmulator(command: Command): void {
  command
    .option("--port <port>", "port to listen on; 0 takes a free one", "0")
    .option(
      "--dialect <name>",
      "server (as a real server answers) or spec (as its documentation says)",
      "server",
    )
    .option("--state <file>", "file that keeps checks, pings and keys from one run to the next")
    .option("--json", "print the addresses and keys as one line of JSON, also on a terminal")
    .addHelpText(
      "after",
      `
It answers on 127.0.0.1 until Ctrl-C or SIGTERM. On a terminal it prints the two lines to copy and the address of a page
with checks, pings and the clock; to a program it prints one line of JSON with the addresses and keys.

Examples:
  $ pulumi-checks emulator --port 8000 --state checks.json
  $ pulumi-checks emulator > emulator.json &`,
    )
    .action(({ port, dialect, state, json }: Options) =>
      main([
        // In one word each: a value that begins with a dash would be taken for an option.
        ...[`--port=${port}`, `--dialect=${dialect}`],
        ...(state === undefined ? [] : [`--state=${state}`]),
        ...(json ? ["--json"] : []),
      ]),
    );
}
