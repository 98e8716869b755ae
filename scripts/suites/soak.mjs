import { parseArgs } from "node:util";
import { Problem } from "../process/problem.mjs";

const HOSTS = ["dynamic", "plugin"];
const LANGUAGES = ["typescript", "yaml"];
const USAGE =
  "usage: npm run soak -- [campaign|kills|ownership|stacks|…] [--runs N] [--minutes N] [--seed N] [--host plugin] [--language yaml]";

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
    language: { type: "string", default: "typescript" },
    host: { type: "string" },
  });
  for (const [name, least] of [
    ["runs", 1],
    ["minutes", 1],
    ["seed", 0],
  ])
    if (!/^\d{1,9}$/.test(values[name]) || Number(values[name]) < least)
      throw new Problem(`--${name} is ${values[name]}; it must be a whole number, ${least} at least.`, USAGE);
  const { runs, minutes, seed, language } = values;
  if (!LANGUAGES.includes(language))
    throw new Problem(
      `There are no campaigns in ${language}; there are in ${LANGUAGES.join(" and ")}.`,
      USAGE,
    );
  if (language === "yaml" && (values.host ?? "plugin") !== "plugin")
    throw new Problem("Only the plugin serves programs in yaml: leave out --host.", USAGE);
  const host = values.host ?? (language === "yaml" ? "plugin" : (environment.CHECKS_HOST ?? "dynamic"));
  if (!HOSTS.includes(host))
    throw new Problem(`There is no host ${host}; there are ${HOSTS.join(" and ")}.`, USAGE);
  return {
    // By their whole place: the checkout may be in a folder of such a name.
    tests: positionals.map((part) => `test/soak/${part}`),
    env: {
      SOAK_RUNS: runs,
      SOAK_MINUTES: minutes,
      SOAK_SEED: seed,
      SOAK_LANGUAGE: language,
      CHECKS_HOST: host,
    },
  };
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Problem(error.message, USAGE);
  }
}
