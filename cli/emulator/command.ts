import type { Command } from "commander";
import { main } from "../../emulator/main";

/** `pulumi-checks emulator`: the services on a loopback socket, for a user's own tests. */
export function addEmulator(program: Command): void {
  program
    .command("emulator")
    .description("Serve the monitoring service and the merchant service on 127.0.0.1 until SIGTERM.")
    .option("--port <port>", "port to listen on; 0 takes a free one", "0")
    .option(
      "--dialect <name>",
      "server (as a real server answers) or spec (as its documentation says)",
      "server",
    )
    .option("--state <file>", "file that keeps what the services know from one run to the next")
    .addHelpText(
      "after",
      `
Prints one line of JSON with the addresses and keys once it answers.

Examples:
  $ pulumi-checks emulator
  $ pulumi-checks emulator --port 8000 --state checks.json`,
    )
    .action(({ port, dialect, state }: { port: string; dialect: string; state?: string }) =>
      main(["--port", port, "--dialect", dialect, ...(state === undefined ? [] : ["--state", state])]),
    );
}
