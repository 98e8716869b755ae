import { Command, CommanderError } from "commander";
import { badOption, ExitCode, messageOf, version } from "./command";
import { complain } from "./render/terminal";

/** `pulumi-checks`: what a team does around `pulumi up`. Each command is a folder here. */

const WHERE = `
The service and its API key are those of the Pulumi provider: CHECKS_URL and CHECKS_API_KEY, else checks:url and
checks:apiKey of the stack's configuration.

Examples:
  $ pulumi-checks drift                  what differs between the program and the service
  $ pulumi-checks coverage deploy/       jobs without a check, and checks without a job
  $ pulumi-checks report --days 7        uptime and incidents of a week
  $ pulumi-checks advise --all           which graces are too short or too long, judged by the pings
  $ pulumi-checks adopt plan             the program for checks that exist already
  $ pulumi-checks wait --last-up         after an \`up\`: until its new checks were pinged
  $ pulumi-checks maintenance --tag db -- ./migrate.sh
  $ pulumi-checks emulator               a service on this machine, to try all this out`;

/** A command of the command line. */
interface Entry {
  says: string;
  /** Loads the command's modules and returns what adds its options. Loaded on demand, because that is the slow part of a start. */
  load: () => (command: Command) => void;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  adopt: {
    says: "Make a typed program from checks that exist already, and show what its first `up` changes.",
    load: () => {
      const { defineAdopt }: typeof import("./adopt/command") = require("./adopt/command");
      return defineAdopt;
    },
  },
  advise: {
    says: "Suggest grace and timeout of checks from the pings that they had.",
    load: () => {
      const { defineAdvise }: typeof import("./advise/command") = require("./advise/command");
      return defineAdvise;
    },
  },
  badges: {
    says: "Print status badges, or keep them up to date in a file such as README.md.",
    load: () => {
      const { defineBadges }: typeof import("./badges/command") = require("./badges/command");
      return defineBadges;
    },
  },
  coverage: {
    says: "Find jobs without a check, checks without a job, and pairs that disagree.",
    load: () => {
      const { defineCoverage }: typeof import("./coverage/command") = require("./coverage/command");
      return defineCoverage;
    },
  },
  drift: {
    says: "Compare what stacks declare with what the service has.",
    load: () => {
      const { defineDrift }: typeof import("./drift/command") = require("./drift/command");
      return defineDrift;
    },
  },
  emulator: {
    says: "Run the monitoring service and the payment service on this machine, to try things out and for tests.",
    load: () => {
      const { defineEmulator }: typeof import("./emulator/command") = require("./emulator/command");
      return defineEmulator;
    },
  },
  handover: {
    says: "Give checks to another stack: the stamps of `checks:stamp` name it as their owner from then on.",
    load: () => {
      const { defineHandover }: typeof import("./handover/command") = require("./handover/command");
      return defineHandover;
    },
  },
  maintenance: {
    says: "Keep alerts quiet while a command runs, and put everything back however it ends.",
    load: () => {
      const { defineMaintenance }: typeof import("./maintenance/command") = require("./maintenance/command");
      return defineMaintenance;
    },
  },
  report: {
    says: "Uptime and incidents per check and tag in a window of time, from the status changes that the service keeps.",
    load: () => {
      const { defineReport }: typeof import("./report/command") = require("./report/command");
      return defineReport;
    },
  },
  wait: {
    says: "Wait after a deployment until checks have been pinged, or are up.",
    load: () => {
      const { defineWait }: typeof import("./wait/command") = require("./wait/command");
      return defineWait;
    },
  },
};

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** The command line. Only commands that are named in the arguments get their options. */
export function program(args: readonly string[]): Command {
  const all = new Command("pulumi-checks")
    .description(
      "What a team does around `pulumi up` for its monitoring checks: find drift, take over existing checks, report uptime.",
    )
    .version(version)
    .showHelpAfterError("(add --help for examples)")
    .addHelpText("after", WHERE)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .enablePositionalOptions()
    .exitOverride();
  for (const [name, { says, load }] of Object.entries(COMMANDS)) {
    const command = all.command(name).description(says).configureHelp({});
    if (args.includes(name)) load()(command);
    command.hook("preSubcommand", refuseMisplaced);
  }
  return all;
}

/** An option before a subcommand does not reach the subcommand: `drift --stack prod ci` would look at another stack. */
function refuseMisplaced(command: Command, own: Command): void {
  const option = command.options.find((one) => {
    const name = one.attributeName();
    const isGiven = command.getOptionValueSource(name) === "cli";
    return isGiven && one.negate === (command.getOptionValue(name) === false);
  });
  if (!option) return;
  const line = `pulumi-checks ${command.name()} ${own.name()}`;
  throw badOption(
    option.long ?? option.flags,
    `it comes before \`${own.name()}\`, where it has no effect`,
    `Write it after: ${line} …`,
  );
}

/** Runs a command line, as the file of the command in the package does. An error is one line on stderr and exit code 1. */
export async function main(argv: readonly string[] = process.argv): Promise<void> {
  process.stdout.off("error", goOnUnread).on("error", goOnUnread);
  process.stderr.off("error", goOn).on("error", goOn);
  try {
    await program(argv.slice(2)).parseAsync([...argv]);
  } catch (error) {
    // Help, and a wrong option, which were told already. To exit at once would be before it is known whether they were.
    const isTold = error instanceof CommanderError;
    if (!isTold) complain("error", messageOf(error));
    process.exitCode = isTold ? error.exitCode : ExitCode.error;
  }
}

/** Error codes of a stdout whose reader is gone or whose terminal was closed; the last one is that of every later write. */
const UNREAD: readonly unknown[] = ["EPIPE", "EIO", "ERR_STREAM_DESTROYED"];

/**
 * A reader that has seen enough (`pulumi-checks report | head`) does not stop the command, and its exit code stays
 * meaningful. Output that is lost for another reason, such as a full disk, is always an error.
 */
function goOnUnread({ code, message }: NodeJS.ErrnoException): void {
  if (UNREAD.includes(code)) return;
  complain("error", `stdout: it cannot be written (${code ?? message})`);
  process.once("exit", () => {
    process.exitCode = ExitCode.error;
  });
}

/**
 * A closed terminal, or a reader of stderr that has ended. Nobody is left to read messages, but what was started, such
 * as a maintenance, must still be put back.
 */
function goOn(): void {}
