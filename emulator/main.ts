import { parseArgs } from "node:util";
import { type Emulator, startEmulator } from "./index";
import type { DialectName } from "./monitor/dialect";

/**
 * Serves until SIGTERM or SIGINT. When ready, it prints the addresses and keys to stdout: instructions on a terminal,
 * one line of JSON for a program or with `--json`.
 */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const { json, ...options } = optionsOf(argv);
  const parent = process.ppid;
  const emulator = await startEmulator(options);
  // If stdout is closed, nobody knows the address any more, and nobody would stop the emulator.
  process.stdout.once("error", () => void stop(emulator));
  const inWords = Boolean(process.stdout.isTTY) && !json;
  process.stdout.write(inWords ? welcome(emulator, options.stateFile) : `${announcement(emulator)}\n`);
  await Promise.race([untilSignal(), untilNpmEnds(parent)]);
  await stop(emulator);
}

function announcement({ url, adminUrl, projects, merchant }: Emulator): string {
  return JSON.stringify({ url, adminUrl, projects, merchant });
}

/** The first steps for a person: two lines to copy, and a page to open. */
function welcome({ url, adminUrl, projects }: Emulator, stateFile: string | undefined): string {
  return `
The emulated monitoring service answers at ${url}. Ctrl-C ends it.

Copy this into the shell in which you run pulumi:

  ${setting("CHECKS_URL", url)}
  ${setting("CHECKS_API_KEY", projects.alpha.readWriteKey)}

Checks, states, pings and the clock:         ${url}/
All keys (two projects, the merchant):       ${adminUrl}/
${stateFile === undefined ? "Nothing is kept when it ends; --state FILE keeps it." : `What it knows is kept in ${stateFile}.`}

`;
}

/** A variable as the shell sets it: on Windows PowerShell, unless it is the one of Git or MSYS2. */
function setting(name: string, value: string): string {
  const isPowerShell = process.platform === "win32" && process.env.MSYSTEM === undefined;
  return isPowerShell ? `$env:${name} = "${value}"` : `export ${name}=${value}`;
}

function optionsOf(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: "string", default: "0" },
      dialect: { type: "string", default: "server" },
      state: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const port = values.port.trim() === "" ? Number.NaN : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port}: not a port; give a number from 0 to 65535`);
  if (!isDialect(values.dialect))
    throw new Error(`--dialect ${values.dialect}: not a dialect; there are server and spec`);
  // The value of a variable that is not set would be taken for a file whose folder is gone.
  if (values.state === "") throw new Error('--state "": name a file');
  return {
    port,
    dialect: values.dialect,
    json: values.json,
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  };
}

function isDialect(name: string): name is DialectName {
  return name === "server" || name === "spec";
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}

/** Of `npx pulumi-checks emulator` and of `npm run emulator`: other scripts may leave it to run in the background. */
const RUN_BY_NPM = ["npx", "emulator"];

/**
 * A signal that is sent to npm alone, as `kill $!` does, ends the shell between npm and this process, and reaches no
 * further: the emulator would keep its port for ever. All that is seen of it here is another parent.
 */
function untilNpmEnds(parent: number): Promise<void> {
  return new Promise((resolve) => {
    if (!RUN_BY_NPM.includes(process.env.npm_lifecycle_event ?? "")) return;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, 250);
    look.unref();
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
