/** Programs that only run the work of a job: `npx tsx`, `docker exec`, `bundle exec`, `php artisan`, `runitor`. */

/**
 * A value of an option, or the place where the work runs. Nothing of it is the work, and it may hold a password: where it
 * contains substitutions or escaped quotes, nobody knows where it ends.
 */
const VALUE = String.raw`(?!-)(?:"[^"\\(\x60]*"|'[^']*'|[^\s"'\\()\x60;&|<>])+`;

/** What the work begins with. After an option that is not known, it cannot be told from a value. */
const WORK = String.raw`(?=["']?[\p{L}\p{N}_./~$@])`;

/** Options of a launcher: those without a value, and those with one. `--option=value` is always one. */
interface Options {
  plain?: string;
  valued?: string;
}

function optionsOf({ plain = "(?!)", valued = "(?!)" }: Options): string {
  return String.raw`(?:--\s+|(?:${plain})\s+|(?:${valued})\s+${VALUE}\s+|--[\w-]+=${VALUE}\s+)*`;
}

/** Words as a launcher has them in front of the work, each with the options that may come after it. */
function launcher(...parts: readonly [words: string, options?: Options][]): RegExp {
  const all = parts.map(([words, options = {}]) => String.raw`(?:${words})\s+${optionsOf(options)}`);
  return new RegExp(String.raw`^(?:\S*\/)?${all.join("")}${WORK}`, "u");
}

/** Options of package managers. */
const PACKAGES: Options = {
  plain:
    "-y|--yes|-q|--quiet|-s|--silent|--no-install|--offline|--prefer-offline|--no-sync|--frozen|--no-capture-output",
  valued: "-p|--package|--prefix|-C|--directory|--dir|--cwd|--project|--with|--python|--env-file|-n|--name",
};

const CONTAINERS: Options = {
  plain: "-[itdT]+|--interactive|--tty|--no-TTY|--detach|--privileged|--rm|--no-deps|--quiet-pull",
  valued: "-[itdT]*[uewv]|--user|--env|--env-file|--workdir|--volume|--index|--name",
};

const COMPOSED = String.raw`(?:docker|podman)(?:\s+|-)compose`;
const COMPOSE: Options = {
  valued: "-f|--file|-p|--project-name|--project-directory|--env-file|--profile",
};

const NODE: Options = {
  plain: "--experimental-[a-z-]+|--no-warnings|--trace-warnings|--enable-source-maps|--transpile-only|--esm",
  valued: "-r|--require|--import|--loader|--env-file",
};

const TASKS: Options = {
  plain: "-[nqsvkB]+|--quiet|--silent|--trace|--no-interaction|--no-debug",
  valued: "-[nqsvkB]*[fCe]|--env|--environment|--rakefile|--settings",
};

/** The key of the monitor stands between `cronitor exec` and the work. */
const CRONITOR: Options = {
  plain: "--no-stdout|-v|--verbose|--dev",
  valued: "-[ckln]|--api-key|--config|--env|--hostname|--log|--ping-api-key",
};

const XVFB: Options = {
  plain: "-[al]|--auto-servernum|--listen-tcp",
  valued: "-[efnpsw]|--auth-file|--error-file|--server-args|--server-num|--wait|--xauth-protocol",
};

const PYTHON: Options = { plain: "-[bBEIOqsSu]+", valued: "-[WX]" };

/** In the order in which they are tried. Where the work has no name, the job is called after its launcher. */
export const LAUNCHERS: readonly RegExp[] = [
  launcher(["npx|pnpx|bunx|uvx", PACKAGES]),
  launcher(["npm|pnpm|yarn|bun|composer", PACKAGES], ["run|run-script|exec|dlx|x", PACKAGES]),
  launcher(["uv|poetry|pipenv|pdm|hatch|rye|pixi|pipx|conda|mamba|micromamba", PACKAGES], ["run", PACKAGES]),
  launcher(["bundle|rbenv|pyenv"], ["exec"]),
  launcher(["docker|podman"], ["exec", CONTAINERS], [VALUE]),
  launcher([COMPOSED, COMPOSE], ["exec|run", CONTAINERS], [VALUE]),
  // Without a command, the work is that of the service's image.
  launcher([COMPOSED, COMPOSE], ["run", CONTAINERS]),
  /^(?:\S*\/)?kubectl\s+(?:[^;&|]*?\s)?exec\s[^;&|]*?\s--\s+(?!-)/,
  // Whatever the options are, a `--` stands in front of the work.
  /^(?:\S*\/)?(?:runitor|lockrun|doppler\s+run|sentry-cli\s+monitors\s+run)\s[^;&|]*?\s?--\s+(?!-)/,
  launcher(["cronitor", CRONITOR], ["exec", CRONITOR], [VALUE]),
  launcher(["cronic|run-one|run-this-one"]),
  launcher(["xvfb-run", XVFB]),
  launcher(["gosu|su-exec"], [VALUE]),
  launcher(["nodejs|node|tsx|ts-node", NODE]),
  launcher(["deno"], ["run|task", { plain: "-A|-q|--quiet|--allow-[a-z]+|--no-prompt|--unstable[a-z-]*" }]),
  launcher([String.raw`php[\d.]*`, { plain: "-[qnf]+", valued: "-d|-c" }]),
  launcher([String.raw`python[\d.]*`, PYTHON], ["-m"]),
  launcher([String.raw`python[\d.]*`, PYTHON]),
  launcher(["java", { plain: `-(?:X|D|ea|da|server)${VALUE}` }], ["-jar"]),
  launcher([String.raw`artisan|manage\.py|bin\/console|rake|make|just`, TASKS]),
  launcher(["rails", TASKS], ["runner", TASKS]),
  launcher(["rails", TASKS]),
];
