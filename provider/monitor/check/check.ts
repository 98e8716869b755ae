/** A check's life cycle against `/api/v3/checks/`. */

import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { namingSubject, withSubject } from "../../core/refusal";
import { defineResource, Unfinished } from "../../core/resource";
import type { Session } from "../../core/session";
import { isUnknown, UNKNOWN } from "../../core/unknown";
import { compareWithAnswer, type Document, liveValues, readInUserSpelling, toWire } from "../../core/wire";
import type { CheckDocument } from "../api";
import { labelBeside, speakerOf } from "../channelOwners";
import { channelIds, explainChannels, spellChannels } from "../channels";
import { explainGone, refuseIfElsewhere } from "../checkHome";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { announceAdoption } from "./adoptionNotice";
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
  foreseeHandedOver,
  hasItsStamp,
  knowsItsStack,
  mayBeAnothers,
  ownerOnService,
  refuseForeign,
  refuseForeignNamesakes,
  refuseHandedOver,
  stampingStack,
  stampRoomProblem,
  warnOfHandover,
  withStamp,
  writtenOwner,
} from "./checkOwner";
import { alertsNobody, withConfigured } from "./configuredCheck";
import { warnOfContradictions } from "./contradiction";
import { deleteCheck } from "./deletedCheck";
import { derivedOutputs } from "./derivedOutputs";
import { findExisting, outputsOf, uuidOf, warnOfNamesakes } from "./existingCheck";
import { findCheckToImport } from "./importedCheck";
import { refuseSecondRow } from "./otherProviders";
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

  objections(session, _olds, news, note, named) {
    const crowded = stampRoomProblem(session, news.tags);
    if (crowded !== undefined) return [{ property: "tags", reason: crowded }];
    if (!note || news.slug === undefined || isUnknown([news.slug, news.project])) return [];
    const { slug, project, channels } = news;
    if (project !== undefined && typeof project !== "string") return [];
    const says = named?.channels === undefined ? "default" : "own";
    const sets = channels === undefined || isUnknown(channels) ? undefined : says;
    const speaker = speakerOf("Check", note);
    const undone = monitorOf(session).channelOwners.objectionToCheck(project, slug, speaker, sets);
    if (undone !== undefined) return [{ property: "channels", reason: undone }];
    const bySlug = identities({ slug: news.slug, project: news.project });
    const other = speakerOf("Check", session.notes.of("Check", bySlug) ?? note);
    const rivals = [
      ...(other.key === speaker.key
        ? []
        : [`the ${labelBeside(other.called, speaker.called)} of this program has the same slug`]),
      ...(monitorOf(session).slugsOf(project)?.declare(slug)
        ? ["a Check of another provider of this program has the same slug in this project"]
        : []),
    ];
    return rivals.map((rival) => ({
      property: "slug",
      reason: `${rival}. Give each its own, or remove one of them`,
    }));
  },

  identifiedBy: ["project", "slug", "adopt"],

  identities,

  createsFirst: true,
  isOneRow: true,
  methods: checkMethods,

  claim(session, { id, state, inputs }, stays) {
    if (!stays) return [];
    const { holders } = monitorOf(session);
    refuseSecondRow(holders, id, checkLabel(inputs));
    // This comes first: a process that hears of the row asks for its new slug at once.
    if (inputs.slug !== state.slug) holders.expectNewSlug(id);
    holders.keep(id, nameOf(session, inputs) ?? state.slug);
    monitorOf(session).slugsOf(inputs.project)?.keep(inputs.slug);
    monitorOf(session).channelClaims.declareOwn(id, inputs.channels !== undefined);
    monitorOf(session).channelOwners.link(inputs.project, id, inputs.slug);
    return hasItsStamp(session, state) ? [] : ["tags"];
  },

  succeed(session, id, inputs) {
    const name = nameOf(session, inputs) ?? inputs.slug;
    monitorOf(session).holders.expectSuccessor(id, { name, project: inputs.project });
  },

  foresee(session, inputs, changed, note) {
    return namingSubject(checkLabel(inputs), async () => {
      // It is not known yet where to look.
      if (isUnknown(inputs.project)) return undefined;
      const project = monitorOf(session).project(inputs.project);
      let known: Values | undefined;
      if (!note.preview) return known;
      const isNew = note.row === undefined || changed.includes("project");
      if (isNew && !isUnknown([inputs.slug, inputs.adopt, inputs.project])) {
        const existing = await project.slugs.takeTurn(inputs.slug, () =>
          findExisting(session, project, inputs, note),
        );
        if (existing && existing.ownBy !== "row") await announceAdoption(project, inputs, existing.document);
        if (existing) known = outputsOf(uuidOf(existing.document), existing.document);
        project.slugs.give(inputs.slug);
        const alone = !existing && inputs.channels === undefined && note.isAssigned === false;
        const doubt = alone ? alertsNobody({ ...inputs, channels: [] }) : undefined;
        if (doubt !== undefined) project.log.warn(doubt);
      }
      const { channels, slug } = inputs;
      const hasChanges = changed.length > 0;
      if (!isNew)
        await foreseeHandedOver(session, project, note, { called: checkLabel(inputs), inputs, hasChanges });
      if (!isNew && changed.includes("slug") && !isUnknown([slug, inputs.project]))
        await refuseForeignNamesakes(session, project, note.row ?? "", slug);
      if (changed.includes("channels") && Array.isArray(channels) && !isUnknown(channels)) {
        await channelIds(project, channels);
      }
      return known;
    });
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
        monitorOf(session).holders.keep(id, note?.name ?? inputs.slug);
        monitorOf(session).channelClaims.declareOwn(id, inputs.channels !== undefined);
        monitorOf(session).channelOwners.link(inputs.project, id, inputs.slug);
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
          explainGone(project, before, () =>
            updateSparing(project, before, update, (body) => project.api.updateCheck(id, body)),
          ),
        );
        monitorOf(session).holders.hold(id, nameOf(session, inputs) ?? inputs.slug);
        return finish(session, project, id, inputs, document, before);
      }),
    ).finally(() => project.holders.forgetNewSlug(id));
  },

  delete: deleteCheck,
});

function identities(values: Values): string[] {
  const project = values.project ?? null;
  const [slug, uuid] = [values.slug, values.uuid ?? values.adopt];
  return [
    ...(typeof slug === "string" ? [JSON.stringify([project, "slug", slug])] : []),
    ...(typeof uuid === "string" ? [JSON.stringify([project, "uuid", uuid])] : []),
  ];
}

/** The name in the program of the resource with these inputs. */
function nameOf(session: Session, inputs: Values): string | undefined {
  return session.notes.of("Check", identities(inputs))?.name;
}

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
