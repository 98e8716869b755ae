/** A check's life cycle against `/api/v3/checks/`. */

import { ChecksError } from "../../core/errors";
import { namingSubject, withSubject } from "../../core/refusal";
import { defineResource, Unfinished } from "../../core/resource";
import type { Session } from "../../core/session";
import { UNKNOWN } from "../../core/unknown";
import { compareWithAnswer, type Document, liveValues, readInUserSpelling, toWire } from "../../core/wire";
import type { CheckDocument } from "../api";
import { explainChannels, spellChannels } from "../channels";
import { explainGone, refuseIfElsewhere, refuseStaying } from "../checkHome";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { type CheckInputs, type CheckState, checkFields, checkInternals, checkOutputs } from "./checkFields";
import {
  areMaintainedFieldsChanged,
  reportMaintenance,
  stateAfterWrite,
  updateSparing,
  withoutChannels,
} from "./checkMaintenance";
import { checkMethods, resume } from "./checkMethods";
import {
  dueStamp,
  hasItsStamp,
  knowsItsStack,
  mayBeAnothers,
  ownerOnService,
  refuseForeign,
  refuseHandedOver,
  stampingStack,
  warnOfHandover,
  withStamp,
  writtenOwner,
} from "./checkOwner";
import { alertsNobody, withConfigured } from "./configuredCheck";
import { warnOfContradictions } from "./contradiction";
import { claimRow, nameOf, noteHeld, objectionsTo } from "./declaredCheck";
import { deleteCheck } from "./deletedCheck";
import { derivedOutputs } from "./derivedOutputs";
import { findExisting, outputsOf, uuidOf, warnOfNamesakes } from "./existingCheck";
import { foreseeCheck } from "./foreseenCheck";
import { identities } from "./identities";
import { findCheckToImport } from "./importedCheck";
import { checkLabel, resolveChannels, write } from "./writtenCheck";

export const check = defineResource({
  kind: "Check",
  fields: checkFields,
  outputs: checkOutputs,
  internals: checkInternals,
  derived: derivedOutputs,

  configured: withConfigured,

  doubts(given) {
    const doubt = alertsNobody(given);
    return doubt === undefined ? [] : [doubt];
  },

  translate(named) {
    const { subject, subjectFail, ...rest } = named;
    if (subject === undefined && subjectFail === undefined) return rest;
    const successKw = subject ?? rest.successKw;
    const failureKw = subjectFail ?? rest.failureKw;
    // As the service does: an empty list is one without keywords, and either list makes it look at the subject.
    const some = (keywords: unknown) => Array.isArray(keywords) && keywords.length > 0;
    const unsure = successKw === UNKNOWN || failureKw === UNKNOWN;
    const filterSubject = some(successKw) || some(failureKw) || (unsure && UNKNOWN);
    return { ...rest, successKw, failureKw, filterSubject };
  },

  rules(named) {
    const deprecated = (["subject", "subjectFail"] as const).find((key) => named[key] !== undefined);
    if (deprecated === undefined || named.filterSubject === undefined) return [];
    return [
      { property: "filterSubject", reason: `is set by the deprecated ${deprecated}; remove one of them` },
    ];
  },

  objections: (session, _olds, news, note, named) => objectionsTo(session, news, note, named),

  identifiedBy: ["project", "slug", "adopt"],

  identities,

  createsFirst: true,
  isOneRow: true,
  methods: checkMethods,

  claim(session, row, stays) {
    if (stays) claimRow(session, row);
    return [];
  },

  succeed(session, id, inputs) {
    const name = nameOf(session, inputs) ?? inputs.slug;
    monitorOf(session).holders.expectSuccessor(id, { name, project: inputs.project });
  },

  foresee: foreseeCheck,

  due(session, state, inputs) {
    const change = dueStamp(session, state);
    return change === undefined ? undefined : { reason: `${checkLabel(inputs)}: ${change}` };
  },

  refuseElsewhere(session, id, state) {
    const project = monitorOf(session).project(state.project);
    return namingSubject(checkLabel(state), () => refuseStaying(project, id, state));
  },

  find: findCheckToImport,

  create(session, inputs) {
    const project = monitorOf(session).project(inputs.project);
    const note = session.notes.of("Check", identities(inputs));
    return namingSubject(checkLabel(inputs), () =>
      project.slugs.takeTurn(inputs.slug, async () => {
        project.holders.forgetNewSlug(note?.row);
        const existing = await findExisting(session, project, inputs, note);
        const work = () => write(session, project, inputs, existing);
        const document = await (existing ? project.takeTurn(uuidOf(existing.document), work) : work());
        const id = uuidOf(document);
        monitorOf(session).holders.forgetSuccessors(note?.row, note?.rowElsewhere);
        noteHeld(session, id, inputs, note?.name ?? inputs.slug);
        project.slugs.give(inputs.slug);
        const state = await project.takeTurn(id, () => finish(session, project, id, inputs, document));
        return { id, state };
      }),
    );
  },

  read(session, id, state) {
    const project = monitorOf(session).project(state.project);
    return namingSubject(checkLabel(state), async () => {
      const found = await project.checks.find(id);
      if (found === undefined) {
        await refuseIfElsewhere(project, state);
        return undefined;
      }
      reportMaintenance(project, checkLabel(state), found);
      warnOfHandover(session, project, checkLabel(state), found, state);
      const live = withoutChannels(found, found);
      const { values, canonical } = readInUserSpelling(checkFields, state, state.__canonical ?? {}, live);
      if (live.channels !== undefined && state.channels !== undefined) {
        values.channels = await spellChannels(project, state.channels, values.channels ?? [], live.channels);
      }
      if (state.paused !== undefined) values.paused = live.status === "paused";
      // Somebody removed the stamp: the next `up` puts it back.
      if (state.__owner !== undefined && !live.owners?.includes(state.__owner)) delete values.__stamped;
      const shown = { ...ownerOnService(session, live), ...liveValues(checkOutputs, live) };
      return withCanonical({ ...values, ...shown, uuid: id }, canonical);
    });
  },

  update(session, id, before, inputs) {
    const project = monitorOf(session).project(inputs.project);
    return namingSubject(checkLabel(inputs), () =>
      project.takeTurn(id, async () => {
        monitorOf(session).channelClaims.declareOwn(id, inputs.channels !== undefined);
        const isWatched = mayBeAnothers(session, before);
        if (isWatched) await refuseHandedOver(session, project, id, before);
        const desired = toWire(checkFields, await resolveChannels(project, inputs), before);
        const update = {
          body: withStamp(session, desired),
          owner: stampingStack(session),
          isChanged: !hasItsStamp(session, before) || areMaintainedFieldsChanged(before, inputs),
          refuse: (live: CheckDocument) =>
            knowsItsStack(session, before) && refuseForeign(session, live, before),
        };
        if (inputs.slug !== before.slug) await warnOfNamesakes(session, project, id, inputs.slug);
        project.checks.drop(id);
        const document = await explainChannels(project, inputs.channels, () =>
          explainGone(project, id, before, () =>
            updateSparing(project, before, update, (body, soon) => project.api.updateCheck(id, body, soon)),
          ),
        );
        monitorOf(session).holders.hold(id, nameOf(session, inputs) ?? inputs.slug);
        return finish(session, project, id, inputs, document, before);
      }),
    ).finally(() => project.holders.forgetNewSlug(id));
  },

  delete: deleteCheck,
});

/** The rest after a write: pausing or resuming, if the program declares it. */
async function finish(
  session: Session,
  project: Project,
  id: string,
  inputs: CheckInputs,
  written: CheckDocument,
  before: Partial<CheckState> = {},
): Promise<CheckState> {
  const left = stateAfterWrite(project, checkLabel(inputs), inputs, before, written);
  const sent = withoutChannels(written, toWire(checkFields, inputs, before));
  const outcome = compareWithAnswer(checkFields, sent, written);
  warnOfContradictions(project, checkLabel(inputs), outcome);
  const stateNow = (document: CheckDocument): CheckState =>
    withCanonical(
      {
        ...left.inputs,
        ...(inputs.paused !== undefined && { paused: document.status === "paused" }),
        ...outputsOf(id, document),
        ...writtenOwner(session, written),
      },
      { ...outcome.canonical, ...left.canonical },
    );
  if (inputs.paused === undefined || inputs.paused === (written.status === "paused"))
    return stateNow(written);
  try {
    return stateNow(await (inputs.paused ? project.api.pauseCheck(id) : resume(project, id)));
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    throw new Unfinished(id, stateNow(written), withSubject(checkLabel(inputs), error).message);
  }
}

function withCanonical(state: CheckState, canonical: Document): CheckState {
  const { __canonical: _, ...rest } = state;
  return Object.keys(canonical).length === 0 ? rest : { ...rest, __canonical: canonical };
}
