import type { Project } from "../project";

/**
 * One request answers everybody who asks the same in a run; requests are scarce. Asking `afresh` makes a new one,
 * which later callers share. A failure is shared as well: the others need not wait for it once more.
 */
export function sharePerRun<T>(ask: (project: Project, key: string) => Promise<T>) {
  const answers = new WeakMap<Project, Map<string, Promise<T>>>();
  return (project: Project, key: string, afresh: boolean): Promise<T> => {
    const known = answers.get(project) ?? new Map<string, Promise<T>>();
    answers.set(project, known);
    const answer = (afresh ? undefined : known.get(key)) ?? ask(project, key);
    known.set(key, answer);
    return answer;
  };
}
