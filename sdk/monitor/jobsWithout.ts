import type { Job } from "../../schedule/jobs";

/** What tells whether a job has a check, where others have the same slug. */
type Claimant = Pick<Job, "slug" | "suspended" | "unmonitored">;

/**
 * A check watches one job: what another job tells it says nothing of this one. Of several jobs with one slug and so many
 * checks those go without that do not name it themselves and come last; suspended ones need it least. Each with the
 * one that has it.
 */
export function jobsWithout<T extends Claimant>(jobs: readonly T[], checks: number): Map<T, T> {
  const claimants = jobs.filter(({ unmonitored }) => !unmonitored);
  const inTurn = claimants.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = inTurn;
  const late = inTurn.slice(Math.max(checks, 1)).filter(({ slug }) => slug === undefined);
  return new Map(first ? late.map((job) => [job, first]) : []);
}

/** Which says itself that the check is its own comes first. */
function rankOf({ slug, suspended }: Claimant): number {
  if (slug !== undefined) return 0;
  return suspended ? 2 : 1;
}
