/** Finds a maintenance that began on another machine, by the tags on its checks. */
import { ChecksError } from "../../provider/core/errors";
import { projectsWithKey } from "../../provider/monitor/connection";
import type { Monitor } from "../../provider/monitor/monitor";
import type { Project } from "../../provider/monitor/project";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { messageOf } from "../command";
import { type NotAsked, type SearchedPlace, windowByTags } from "./end";
import { findMarked } from "./marked";
import type { Records } from "./records";
import type { QuietPlace, QuietWindow } from "./window";

/** A maintenance to end. */
export interface Found {
  window: QuietWindow;
  /** Where its record is; absent if it was found by its tags. */
  records?: Records;
  /** Projects that may contain more of it. */
  notAsked?: readonly NotAsked[];
}

/** Where to look: in one project, or in all that have a key. */
interface Where extends Pick<QuietPlace, "folder"> {
  project: string | undefined;
  stack: string | undefined;
}

/**
 * Searches each project separately, so that a failure in one does not keep others from being put back.
 * @throws {ChecksError} if no check is in this maintenance.
 */
export async function findByTags(
  id: string,
  monitor: Monitor,
  { project, folder, stack }: Where,
): Promise<Found> {
  const everywhere = projectsWithKey(monitor.serviceSettings());
  const names = project !== undefined || everywhere.length === 0 ? [project] : everywhere;
  // A map, because two names may mean the same project.
  const projects = new Map<Project, string>();
  const notAsked: NotAsked[] = [];
  const noteFailure = (name: string, error: unknown): void => {
    if (names.length === 1) throw error;
    notAsked.push({ project: name, problem: messageOf(error) });
  };
  for (const name of names) {
    const called = name ?? DEFAULT_PROJECT;
    try {
      projects.set(monitor.project(name), called);
    } catch (error) {
      noteFailure(called, error);
    }
  }
  const searched = [...projects].map(async ([place, name]): Promise<SearchedPlace[]> => {
    const at = { url: place.url, project: name, folder, ...(stack !== undefined && { stack }) };
    try {
      return [{ at, marked: await findMarked(place) }];
    } catch (error) {
      noteFailure(name, error);
      return [];
    }
  });
  const window = windowByTags(id, (await Promise.all(searched)).flat());
  if (window === undefined) throw notFound(id, names.length, notAsked);
  return { window, notAsked };
}

function notFound(id: string, projects: number, notAsked: readonly NotAsked[]): ChecksError {
  const nowhere = "no check that can be seen from here is in it";
  const problems = notAsked.map(({ project, problem }) => `project ${JSON.stringify(project)}: ${problem}`);
  const reason =
    problems.length === 0
      ? `and ${nowhere}`
      : `${nowhere}, and ${problems.length} of ${projects} projects could not be asked: ${problems.join("; ")}`;
  return new ChecksError({
    subject: `maintenance ${id}`,
    reason: `there is no record of it here, ${reason}`,
    remedy: "`pulumi-checks maintenance status` shows which ones there are",
  });
}
