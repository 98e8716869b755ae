/** The address of the engine that started this process. */

/** `127.0.0.1:40001`, without a scheme, which the addresses of `--tracing` have. */
const ADDRESS = /^(\w[\w.-]*|\[[\w:.%]+\]):\d+$/;

/**
 * The engine puts its address behind its own flags, such as `--tracing tcp://127.0.0.1:4242` and, with `--logflow`,
 * `--logtostderr -v=3`. Undefined for a plugin that is started by hand.
 */
export function engineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  return args.findLast((argument) => ADDRESS.test(argument));
}
