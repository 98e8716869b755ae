/** Exit codes of all commands. */
export const ExitCode = {
  /** Done, and nothing to complain about. */
  clean: 0,
  /** It could not be done: wrong options, no access, no service. */
  error: 1,
  /** Done, and there is something to look at: drift, or a gate that was missed. */
  findings: 2,
  /** Done in part: something could not be read, so that nothing found does not mean clean. */
  incomplete: 3,
} as const;
