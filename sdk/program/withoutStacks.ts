/**
 * Errors have no stack until the returned function is called. Pulumi's SDK notes a stack for each output of a resource
 * it registers, and its runtime translates each by source maps: of some thirty outputs a check, that is more than half
 * of what a large program costs. They serve to debug promises that never end, and are kept when that is asked for.
 */
export function withoutStacks(): () => void {
  if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return () => {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  return () => {
    Error.stackTraceLimit = limit;
  };
}
