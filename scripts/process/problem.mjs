/**
 * A failure that the person at the keyboard can do something about: one line says what is wrong, one what to
 * do. It is printed without a stack.
 */
export class Problem extends Error {
  constructor(wrong, remedy) {
    super(`${wrong}\n${remedy}`);
    this.name = "Problem";
  }
}

const REASONS = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is used up",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

/** Errors of the file system in words, with the remedy that fits the folder; any other error as it was. */
export function asProblem(error, remedy) {
  const reason = REASONS[error?.code];
  if (!reason) return error;
  return new Problem(`Cannot write ${error.dest ?? error.path ?? "a file"}: ${reason}.`, remedy);
}
