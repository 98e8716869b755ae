/** A check that exists, as a row of the state and as what a program would say of it. */
import { applies, defaultOf, metaOf, type Values } from "../../core/fields";
import { refusal, telling } from "../../core/refusal";
import type { Found } from "../../core/resource";
import type { Session } from "../../core/session";
import { liveValues, sameValue } from "../../core/wire";
import { keyPlace } from "../connection";
import { monitorOf } from "../monitor";
import { uniqueKeyOf } from "../snapshot";
import { isUuid } from "../uuid";
import { type CheckInputs, type CheckState, checkFields, checkOutputs } from "./checkFields";
import { title, uuidOf } from "./existingCheck";

/** Where an import looks, and for what: `<uuid>`, `<slug>`, or one of them after `<project>/`. */
export function placeOf(name: string): { project: string | undefined; check: string } {
  const slash = name.lastIndexOf("/");
  return { project: slash < 0 ? undefined : name.slice(0, slash), check: name.slice(slash + 1) };
}

/**
 * Finds a check for an import.
 * @throws {ChecksError} when several checks have the slug, or the check has none, which a program must say.
 */
export function importedCheck(
  session: Session,
  name: string,
): Promise<Found<CheckInputs, CheckState> | undefined> {
  const { project: projectName, check } = placeOf(name);
  return telling(`check "${isUuid(check) ? `${uniqueKeyOf(check).slice(0, 8)}…` : check}"`, async () => {
    const project = monitorOf(session).project(projectName);
    const matching = isUuid(check)
      ? [await project.checks.find(check)].filter((one) => one !== undefined)
      : (await project.checks.all()).filter(({ slug }) => slug === check);
    const [document, ...others] = matching;
    if (!document) return undefined;
    if (others.length > 0) {
      throw refusal(
        `${matching.length} checks have this slug: ${matching.map(title).join(" and ")}`,
        "Import the one you mean by its UUID",
      );
    }
    if (document.uuid === undefined) {
      throw refusal(
        "the API key is read-only",
        `An import needs a read-write key in ${keyPlace(project.name)}`,
      );
    }
    if (document.slug === "") {
      throw refusal(
        "has no slug",
        'Give it one on the service; or declare it with `adopt: "<uuid>"` and a slug',
      );
    }
    const id = uuidOf(document);
    const { inputs, state } = said(liveValues(checkFields, document), projectName);
    return {
      id,
      inputs,
      // Complete: a field that the service did not show has its default.
      state: {
        ...state,
        ...liveValues(checkOutputs, document),
        uuid: id,
        uniqueKey: uniqueKeyOf(id),
      } as CheckState,
    };
  });
}

/** What a program has to say to get such a check, and the same with defaults; what people operate by hand is left out. */
function said(live: Values, project: string | undefined): { inputs: Values; state: Values } {
  const inputs: Values = {};
  const state: Values = {};
  for (const [key, type] of Object.entries(checkFields)) {
    const meta = metaOf(checkFields, key);
    if (meta.wire === undefined || !applies(meta, live)) continue;
    const standard = meta.managed === "always" ? defaultOf(type) : meta.undo;
    const value = live[key] ?? (meta.managed === "always" ? standard : undefined);
    if (meta.managed === "always" && value !== undefined) state[key] = value;
    if (value === undefined || sameValue(meta, value, standard)) continue;
    if (meta.managed === "whenNamed" && meta.undo === undefined) continue;
    inputs[key] = value;
    state[key] = value;
  }
  return project === undefined
    ? { inputs, state }
    : { inputs: { ...inputs, project }, state: { ...state, project } };
}
