/** A check's life cycle against `/api/v3/checks/`. */
import { ServiceError } from "../api/failure";
import type { CheckDocument } from "../api/monitor";
import { ChecksError } from "../errors";
import type { Values } from "../fields";
import type { Project } from "../project";
import { type ResourceDefinition, Unfinished } from "../resource";
import { uniqueKeyOf } from "../snapshot";
import { UNKNOWN } from "../unknown";
import { canonicalised, type Document, liveValues, observed, spelledAs, toWire } from "../wire";
import { channelIds, channelsAsSpelled } from "./channels";
import { type CheckInputs, checkFields, checkOutputs } from "./checkFields";
import { findExisting, tellAdoption, uuidOf, warnOfNamesakes } from "./existingCheck";
import { explainGone, refusal, telling, told } from "./refusal";

/** Inputs, outputs, and what the service made of our last write where that differs from what was sent. */
type CheckState = CheckInputs & { uuid: string; __canonical?: Document };

export const check: ResourceDefinition = {
  kind: "Check",
  fields: checkFields,
  secretOutputs: ["pingUrl", "__canonical"],

  translate(named) {
    const { subject, subjectFail, ...rest } = named;
    if (subject === undefined && subjectFail === undefined) return rest;
    const some = (keywords: unknown) => Array.isArray(keywords) && keywords.length > 0;
    const unsure = subject === UNKNOWN || subjectFail === UNKNOWN;
    return {
      ...rest,
      ...(subject !== undefined && { successKw: subject }),
      ...(subjectFail !== undefined && { failureKw: subjectFail }),
      filterSubject: unsure ? UNKNOWN : some(subject) || some(subjectFail),
    };
  },

  rules(named) {
    const deprecated = ["subject", "subjectFail"].find((key) => named[key] !== undefined);
    if (deprecated === undefined || named.filterSubject === undefined) return [];
    return [
      { property: "filterSubject", reason: `is set by the deprecated ${deprecated}; remove one of them` },
    ];
  },

  claim(session, id, state) {
    session.project((state as CheckState).project).owners.set(id, (state as CheckState).slug);
    return [];
  },

  create(session, news) {
    const inputs = news as CheckInputs;
    const project = session.project(inputs.project);
    return telling(called(inputs), () =>
      project.alone(`slug ${inputs.slug}`, async () => {
        const existing = await findExisting(project, inputs);
        const work = () => write(project, inputs, existing);
        const document = await (existing?.uuid === undefined ? work() : project.alone(existing.uuid, work));
        const id = uuidOf(document);
        project.owners.set(id, inputs.slug);
        project.taken.set(id, inputs.slug);
        const state = await project.alone(id, () => finish(project, id, inputs, document));
        return { id, state };
      }),
    );
  },

  read(session, id, before) {
    const state = before as CheckState;
    const project = session.project(state.project);
    return telling(called(state), async () => {
      const live = await project.checks.find(id);
      if (live === undefined) return undefined;
      const { values, canonical } = observed(checkFields, state, state.__canonical ?? {}, live);
      if (live.channels !== undefined && state.channels !== undefined) {
        values.channels = await channelsAsSpelled(
          project,
          state.channels,
          values.channels as string[] | "*",
          live.channels,
        );
      }
      if (state.paused !== undefined) values.paused = live.status === "paused";
      return withCanonical({ ...values, ...liveValues(checkOutputs, live), uuid: id }, canonical);
    });
  },

  update(session, id, before, news) {
    const inputs = news as CheckInputs;
    const project = session.project(inputs.project);
    return telling(called(inputs), () =>
      project.alone(id, async () => {
        if (project.owners.get(id) === undefined) project.owners.set(id, inputs.slug);
        const body = toWire(checkFields, await withChannels(project, inputs), before);
        if (inputs.slug !== before.slug) await warnOfNamesakes(project, id, inputs.slug);
        project.checks.drop(id);
        const document = await explainChannels(project, inputs, () =>
          explainGone(id, () => project.api.updateCheck(id, body)),
        );
        return finish(project, id, inputs, document);
      }),
    );
  },

  delete(session, id, before) {
    const state = before as CheckState;
    const project = session.project(state.project);
    return telling(called(state), () =>
      project.alone(id, async () => {
        if (project.taken.has(id)) {
          // The resource got another name in the program, and took its check over under the new one.
          project.log.info(
            `check "${state.slug}": ${id} belongs to another resource of this program now, and stays`,
          );
          return;
        }
        project.checks.drop(id);
        await deleteOrProveGone(project, id);
        project.checks.forget(id);
        project.owners.delete(id);
      }),
    );
  },
};

/** 404 is as good as deleted, if it comes from the service: a wrong address answers that to everything. */
async function deleteOrProveGone(project: Project, id: string): Promise<void> {
  try {
    await project.api.deleteCheck(id);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    await project.checks.all();
  }
}

/** Creates the check, or writes the desired state over the existing one. */
async function write(
  project: Project,
  inputs: CheckInputs,
  existing: CheckDocument | undefined,
): Promise<CheckDocument> {
  const wanted = toWire(checkFields, await withChannels(project, inputs, existing));
  const body = existing ? spelledAs(existing, checkFields, wanted) : wanted;
  if (inputs.adopt !== undefined && existing) {
    project.checks.drop(uuidOf(existing));
    const document = await explainChannels(project, inputs, () =>
      project.api.updateCheck(uuidOf(existing), body),
    );
    tellAdoption(project, inputs.slug, existing, document);
    return document;
  }
  const {
    status,
    data: document,
    attempts,
    unclear,
  } = await explainChannels(project, inputs, () =>
    explainLimit(() => project.api.createCheck({ ...body, unique: ["slug"] })),
  );
  project.checks.drop(uuidOf(document));
  if (existing && existing.uuid === document.uuid) {
    tellAdoption(project, inputs.slug, existing, document);
  } else if (unclear) {
    await removeOwnDuplicates(project, inputs.slug, document, body);
  } else if (status === 200 && attempts === 1) {
    if (inputs.onExisting === "fail") {
      throw refusal(
        "somebody else made a check with this slug at the same moment",
        "Look at it before you run again",
        "slug",
      );
    }
    project.log.info(
      `check "${inputs.slug}": took over ${uuidOf(document)}, which was made at the same moment`,
    );
  }
  return document;
}

/**
 * An unanswered attempt may have been carried out beside its repetition, so that two checks have the slug.
 * The other one is ours, and removed, if it was never pinged and is exactly what was sent.
 */
async function removeOwnDuplicates(
  project: Project,
  slug: string,
  ours: CheckDocument,
  body: Document,
): Promise<void> {
  const others = (await project.api.listChecks({ slug })).filter(({ uuid }) => uuid !== ours.uuid);
  const unused = others.filter((other) => other.n_pings === 0 && asSent(other, ours, body));
  if (unused.length < others.length) {
    throw refusal(
      `several checks have this slug now: ${[ours, ...others].map(uuidOf).join(", ")}`,
      "Delete all but one of them",
      "slug",
    );
  }
  for (const other of unused) {
    await project.api.deleteCheck(uuidOf(other));
    project.log.info(
      `check "${slug}": removed ${uuidOf(other)}, a duplicate made by a request whose answer was lost`,
    );
  }
}

function asSent(other: CheckDocument, ours: CheckDocument, body: Document): boolean {
  return Object.keys(body).every((key) => other[key] === ours[key]);
}

/** What is left after a write: pausing or resuming, where the program says so. */
async function finish(
  project: Project,
  id: string,
  inputs: CheckInputs,
  written: CheckDocument,
): Promise<Values> {
  const canonical = canonicalised(checkFields, toWire(checkFields, inputs), written);
  const stateNow = (document: CheckDocument): Values =>
    withCanonical(
      {
        ...inputs,
        ...(inputs.paused !== undefined && { paused: document.status === "paused" }),
        ...liveValues(checkOutputs, document),
        uuid: id,
        uniqueKey: uniqueKeyOf(id),
      },
      canonical,
    );
  if (inputs.paused === undefined || inputs.paused === (written.status === "paused"))
    return stateNow(written);
  try {
    return stateNow(await (inputs.paused ? project.api.pauseCheck(id) : resume(project, id)));
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    throw new Unfinished(id, stateNow(written), told(called(inputs), error).message);
  }
}

/** 409 says that the check is not paused (any more): then it is as wanted. */
async function resume(project: Project, id: string): Promise<CheckDocument> {
  try {
    return await project.api.resumeCheck(id);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    return project.api.getCheck(id);
  }
}

/**
 * The service resolves names of channels itself, which saves a request; but to it `*` is no name, even in a list, and
 * what an existing check has can only be compared by UUIDs.
 */
async function withChannels(
  project: Project,
  inputs: CheckInputs,
  existing?: CheckDocument,
): Promise<Values> {
  const { channels } = inputs;
  if (!Array.isArray(channels) || (existing === undefined && !channels.includes("*"))) return inputs;
  return { ...inputs, channels: await channelIds(project, channels) };
}

/** The service refuses an unknown or shared name of a channel without saying what there is: so we look it up. */
async function explainChannels<T>(
  project: Project,
  { channels }: CheckInputs,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const aboutChannels =
      error instanceof ServiceError && /channel identifier/.test(error.parts.service ?? "");
    if (!aboutChannels || !Array.isArray(channels)) throw error;
    await channelIds(project, channels);
    throw error;
  }
}

function withCanonical(values: Values, canonical: Document): Values {
  const { __canonical: _, ...rest } = values;
  return Object.keys(canonical).length === 0 ? rest : { ...rest, __canonical: canonical };
}

/** The service answers a create with 403 and no words only at the limit. */
async function explainLimit<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 403) throw error;
    throw refusal(
      "the service refused to create another check (403): the account's limit of checks is reached, or the key may not create checks",
      "Delete checks that are not needed or raise the limit, then run again",
    );
  }
}

/** How errors name a check. */
const called = ({ slug }: { slug: string }) => `check "${slug}"`;
