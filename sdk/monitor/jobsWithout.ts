import type { Job } from "../../schedule/jobs";

/** The parts of a job that decide whether it has a check when others have the same slug. */
type Claimant = Pick<Job, "slug" | "suspended" | "unmonitored">;

/**
 * A check watches one job, because pings of another job say nothing about this one. If there are more jobs with a slug
 * than checks, the jobs that do not name the slug themselves and come last get none; suspended ones need it least. Each
 * job without a check comes with the job that has it.
 */
export function jobsWithout<T extends Claimant>(jobs: readonly T[], checks: number): Map<T, T> {
  const claimants = jobs.filter(({ unmonitored }) => !unmonitored);
  const inTurn = claimants.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = inTurn;
  const late = inTurn.slice(Math.max(checks, 1)).filter(({ slug }) => slug === undefined);
  return new Map(first ? late.map((job) => [job, first]) : []);
}

/** Jobs that name the check themselves come first. */
function rankOf({ slug, suspended }: Claimant): number {
  if (slug !== undefined) return 0;
  return suspended ? 2 : 1;
}
