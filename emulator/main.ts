import { parseArgs } from "node:util";
import type { DialectName } from "./dialect";
import { type Emulator, startEmulator } from "./index";

const USAGE = "usage: emulator [--port PORT] [--dialect server|spec] [--state FILE]";

/** Serves until SIGTERM or SIGINT; prints one line of JSON with the addresses and keys once it answers. */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const emulator = await startEmulator(optionsOf(argv));
  const { url, adminUrl, projects, merchant } = emulator;
  process.stdout.write(`${JSON.stringify({ url, adminUrl, projects, merchant })}\n`);
  await signalled();
  await stop(emulator);
}

function optionsOf(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: "string", default: "0" },
      dialect: { type: "string", default: "server" },
      state: { type: "string" },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port}: not a port\n${USAGE}`);
  if (!isDialect(values.dialect)) throw new Error(`--dialect ${values.dialect}: not a dialect\n${USAGE}`);
  return {
    port,
    dialect: values.dialect,
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  };
}

function isDialect(name: string): name is DialectName {
  return name === "server" || name === "spec";
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}

async function stop(emulator: Emulator): Promise<void> {
  await emulator.close();
  process.exit(0);
}

if (require.main === module) {
  main().catch((problem: unknown) => {
    process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
    process.exit(1);
  });
}
