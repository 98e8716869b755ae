import { parseArgs } from "node:util";
import { Problem } from "../process/problem.mjs";

const HOSTS = ["dynamic", "plugin"];
const USAGE =
  "usage: npm run soak -- [campaign|kills|ownership|stacks|…] [--runs N] [--minutes N] [--seed N] [--host plugin]";

/**
 * Reads what the long form of the reliability suite is asked for.
 *
 * @returns `{ tests, env }`: the parts that are picked, and what they find in their environment
 */
export function soakPlan(argv, environment = process.env, now = Date.now()) {
  const { values, positionals } = parsed(argv, {
    runs: { type: "string", default: "500" },
    minutes: { type: "string", default: "120" },
    seed: { type: "string", default: String(now % 1_000_000) },
    host: { type: "string", default: environment.CHECKS_HOST ?? "dynamic" },
  });
  for (const [name, least] of [
    ["runs", 1],
    ["minutes", 1],
    ["seed", 0],
  ])
    if (!/^\d{1,9}$/.test(values[name]) || Number(values[name]) < least)
      throw new Problem(`--${name} is ${values[name]}; it must be a whole number, ${least} at least.`, USAGE);
  if (!HOSTS.includes(values.host))
    throw new Problem(`There is no host ${values.host}; there are ${HOSTS.join(" and ")}.`, USAGE);
  const { runs, minutes, seed, host } = values;
  return {
    // By their whole place: the checkout may be in a folder of such a name.
    tests: positionals.map((part) => `test/soak/${part}`),
    env: { SOAK_RUNS: runs, SOAK_MINUTES: minutes, SOAK_SEED: seed, CHECKS_HOST: host },
  };
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Problem(error.message, USAGE);
  }
}
