/** Checks in maintenance, recognized by their tags, whoever began it. */
import type { CheckDocument } from "../../provider/monitor/api";
import type { Maintenance } from "../../provider/monitor/maintenance";
import type { Project } from "../../provider/monitor/project";
import { keyOf } from "../../provider/monitor/snapshot";
import { labelOf } from "../selection";
import type { QuietCheck } from "./window";

/** A check in maintenance, recognized by its tag. */
export interface MarkedCheck {
  document: CheckDocument;
  maintenance: Maintenance;
}

/** The checks of a project that are in maintenance. */
export async function findMarked(project: Project): Promise<MarkedCheck[]> {
  return markedAmong(await project.api.listChecks());
}

/** Those of these checks that are in maintenance. */
export function markedAmong(checks: readonly CheckDocument[]): MarkedCheck[] {
  return checks.flatMap((document) =>
    document.maintenance === undefined ? [] : [{ document, maintenance: document.maintenance }],
  );
}

/** What a record would have of it, as far as its tag tells. */
export function quietCheckOf({ document, maintenance: { channels } }: MarkedCheck): QuietCheck {
  return {
    label: labelOf(document),
    uniqueKey: keyOf(document),
    ...(channels !== undefined && { channels }),
  };
}
