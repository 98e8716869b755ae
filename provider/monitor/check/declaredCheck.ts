/** What a run learns of a check from its declaration, before any request: who it is, and what speaks against it. */

import type { Values } from "../../core/fields";
import type { Problem, Row } from "../../core/resource";
import type { RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { labelBeside, type Speaker, speakerOf } from "../channelOwners";
import { monitorOf } from "../monitor";
import type { CheckInputs, CheckState } from "./checkFields";
import { stampRoomProblem } from "./checkOwner";
import { identities } from "./identities";
import { refuseSecondRow } from "./otherProviders";
import { checkLabel } from "./writtenCheck";

/** The name in the program of the resource with these inputs. */
export function nameOf(session: Session, inputs: Values): string | undefined {
  return session.notes.of("Check", identities(inputs))?.name;
}

/** `named` are the inputs of the program alone, without what the configuration says. */
export function objectionsTo(
  session: Session,
  news: Partial<CheckInputs>,
  note: RunNote | undefined,
  named: Values | undefined,
): Problem[] {
  const crowded = stampRoomProblem(session, news.tags);
  if (crowded !== undefined) return [{ property: "tags", reason: crowded }];
  const { slug, project, channels } = news;
  if (!note || slug === undefined || isUnknown([slug, project])) return [];
  if (project !== undefined && typeof project !== "string") return [];
  const speaker = speakerOf("Check", note);
  // Two checks with one slug that set channels undo each other's, too; the slug is the cause.
  const rivals = rivalsOf(session, project, slug, note, speaker);
  if (rivals.length > 0) {
    return rivals.map((rival) => ({
      property: "slug",
      reason: `${rival}. Give each its own, or remove one of them`,
    }));
  }
  const says = named?.channels === undefined ? "default" : "own";
  const sets = channels === undefined || isUnknown(channels) ? undefined : says;
  const undone = monitorOf(session).channelOwners.objectionToCheck(project, slug, speaker, sets);
  return undone === undefined ? [] : [{ property: "channels", reason: undone }];
}

/** What else in the program has the slug. */
function rivalsOf(
  session: Session,
  project: string | undefined,
  slug: string,
  note: RunNote,
  speaker: Speaker,
): string[] {
  const other = speakerOf("Check", session.notes.of("Check", identities({ slug, project })) ?? note);
  return [
    ...(other.key === speaker.key
      ? []
      : [`the ${labelBeside(other.called, speaker.called)} of this program has the same slug`]),
    ...(monitorOf(session).slugsOf(project)?.declare(slug)
      ? ["a Check of another provider of this program has the same slug in this project"]
      : []),
  ];
}

/** Notes the row of a check that stays. */
export function claimRow(session: Session, { id, state, inputs }: Row<CheckInputs, CheckState>): void {
  const monitor = monitorOf(session);
  const { holders } = monitor;
  const name = nameOf(session, inputs);
  refuseSecondRow(holders, id, checkLabel(inputs), name);
  // This comes first: a process that hears of the row asks for its new slug at once.
  if (inputs.slug !== state.slug) holders.expectNewSlug(id);
  noteHeld(session, id, inputs, name ?? state.slug);
  monitor.slugsOf(inputs.project)?.keep(inputs.slug);
}

/** Notes that the resource with these inputs has the check. */
export function noteHeld(session: Session, id: string, inputs: CheckInputs, name: string): void {
  const { holders, channelClaims, channelOwners } = monitorOf(session);
  holders.keep(id, name);
  channelClaims.declareOwn(id, inputs.channels !== undefined);
  channelOwners.link(inputs.project, id, inputs.slug);
}
