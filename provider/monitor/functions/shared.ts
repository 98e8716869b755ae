import type { Project } from "../project";

/**
 * One request answers all callers that ask the same in a run, because requests are scarce. Asking `afresh` sends a new
 * one, which later callers share. A failure is shared as well, so the others need not wait for it again.
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
