/** An existing check, as a row of the state and as the inputs that a program would declare. */
import { applies, defaultOf, metaOf, type Values } from "../../core/fields";
import { namingSubject, refusal, withSubject } from "../../core/refusal";
import type { Found } from "../../core/resource";
import type { Session } from "../../core/session";
import { liveValues, sameValue } from "../../core/wire";
import type { CheckDocument } from "../api";
import { spellChannels } from "../channels";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { uniqueKeyOf } from "../snapshot";
import { isUpperUuid, isUuid, NO_UUID } from "../uuid";
import { type CheckInputs, type CheckState, checkFields } from "./checkFields";
import { withoutChannels } from "./checkMaintenance";
import { foreignRefusal, ownerOnService } from "./checkOwner";
import { withConfigured } from "./configuredCheck";
import { outputsOf, title, uuidOf } from "./existingCheck";
import { checkLabel } from "./writtenCheck";

/** The project and the check that an import names: `<uuid>`, `<slug>`, or one of them after `<project>/`. */
export function placeOf(name: string): { project: string | undefined; check: string } {
  const slash = name.lastIndexOf("/");
  return { project: slash < 0 ? undefined : name.slice(0, slash), check: name.slice(slash + 1) };
}

/**
 * A URL would be taken for a check of a project with the rest as its name, which a message would show, although a ping
 * URL is a secret. A UUID in upper case would be looked for as a slug.
 * @throws {ChecksError} when the name cannot be that of a check.
 */
function refuseNoName(name: string, check: string): void {
  const reason = name.includes("://") ? "is a URL" : isUpperUuid(check) ? NO_UUID : undefined;
  if (reason === undefined) return;
  throw withSubject("check", refusal(reason, "Give the check's UUID or slug, or PROJECT/SLUG", "id"));
}

/**
 * Finds a check for an import, or for a program that only looks at it.
 * @throws {ChecksError} when several checks have the slug, or the check has none, because a program must declare one.
 */
export async function findCheckToImport(
  session: Session,
  name: string,
): Promise<Found<CheckInputs, CheckState> | undefined> {
  const { project: projectName, check } = placeOf(name);
  refuseNoName(name, check);
  return namingSubject(
    `check "${isUuid(check) ? `${uniqueKeyOf(check).slice(0, 8)}…` : check}"`,
    async () => {
      const project = monitorOf(session).project(projectName);
      const matching = isUuid(check)
        ? [await project.checks.find(check)].filter((one) => one !== undefined)
        : await project.checks.withSlug(check);
      const [document, ...others] = matching;
      if (!document) return undefined;
      if (others.length > 0) {
        throw refusal(
          `${matching.length} checks have this slug: ${matching.map(title).join(" and ")}`,
          "Import the one you mean by its UUID",
        );
      }
      if (document.uuid === undefined) {
        throw refusal("the API key is read-only", `An import needs a read-write key in ${project.keyPlace}`);
      }
      if (document.slug === "") {
        throw refusal(
          "has no slug",
          'Give it one on the service; or declare it with `adopt: "<uuid>"` and a slug',
        );
      }
      const id = uuidOf(document);
      const place = projectName === undefined ? {} : { project: projectName };
      const fields = declaredValues(liveValues(checkFields, document), withConfigured(session, place));
      const { channels: configured } = withConfigured(session, { ...place, ...fields.inputs });
      const channels = await declaredChannels(project, configured, document);
      const refused = foreignRefusal(session, document, place);
      return {
        id,
        ...(refused && { refused: withSubject(checkLabel(document), refused) }),
        inputs: { ...fields.inputs, ...channels.inputs, ...place },
        state: {
          // Complete: a field that the service did not show has its default.
          ...(fields.state as CheckInputs),
          ...channels.state,
          ...place,
          ...outputsOf(id, document),
          ...ownerOnService(session, document),
        },
      };
    },
  );
}

/** The inputs that a program has to declare to get such a check, and the same with defaults; what people operate by hand is left out. */
function declaredValues(live: Values, configured: Values): { inputs: Values; state: Values } {
  const inputs: Values = {};
  const state: Values = {};
  for (const [key, type] of Object.entries(checkFields)) {
    const meta = metaOf(checkFields, key);
    if (meta.wire === undefined || !applies(meta, live)) continue;
    const usual = meta.managed === "always" ? defaultOf(type) : meta.undo;
    const value = live[key] ?? (meta.managed === "always" ? usual : undefined);
    if (meta.managed === "always" && value !== undefined) state[key] = value;
    if (value === undefined || sameValue(meta, value, configured[key] ?? usual)) continue;
    if (meta.managed === "whenNamed" && meta.undo === undefined) continue;
    inputs[key] = value;
    state[key] = value;
  }
  return { inputs, state };
}

/** The channels, where the configuration gives some to a check like this one; elsewhere they are left to people. */
async function declaredChannels(
  project: Project,
  configured: unknown,
  live: CheckDocument,
): Promise<Record<"inputs" | "state", Pick<CheckInputs, "channels">>> {
  if (configured !== "*" && !Array.isArray(configured)) return { inputs: {}, state: {} };
  const { channels: attached } = withoutChannels(live, live);
  // In maintenance; a refresh after its end shows the channels.
  if (attached === undefined) return { inputs: {}, state: { channels: configured } };
  const { channels: observed = [] } = liveValues(checkFields, live);
  // Compared with a name, they come as names.
  const declared = configured.length === 0 ? [""] : configured;
  const channels = await spellChannels(project, declared, observed, attached);
  const isConfigured = sameValue(metaOf(checkFields, "channels"), channels, configured);
  return { inputs: isConfigured ? {} : { channels }, state: { channels } };
}
