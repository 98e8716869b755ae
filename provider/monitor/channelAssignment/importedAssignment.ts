/** Imports the channels of a check as an assignment. */
import { namingSubject, refusal } from "../../core/refusal";
import type { Found } from "../../core/resource";
import type { Session } from "../../core/session";
import { spellChannels } from "../channels";
import { findCheckToImport, placeOf } from "../check/importedCheck";
import { homeOf } from "../checkHome";
import { describeMaintenance } from "../maintenance";
import { monitorOf } from "../monitor";
import { ownerToNote } from "./assignedCheck";
import type { ChannelAssignmentInputs, ChannelAssignmentState } from "./channelAssignmentFields";

/** Finds the check by its UUID or slug; the assignment is the additive one of the channels that it has now. */
export async function findAssignmentToImport(
  session: Session,
  name: string,
): Promise<Found<ChannelAssignmentInputs, ChannelAssignmentState> | undefined> {
  const found = await findCheckToImport(session, name);
  if (!found) return undefined;
  const { project: projectName } = placeOf(name);
  const { id } = found;
  const check = found.state.slug;
  return namingSubject(`channel assignment of "${check}"`, async () => {
    const project = monitorOf(session).project(projectName);
    const live = await project.checks.find(id);
    if (live?.maintenance !== undefined) {
      throw refusal(
        `the check is ${describeMaintenance(live.maintenance)}, which has taken its channels off`,
        `Import it after \`pulumi-checks maintenance end ${live.maintenance.id}\``,
      );
    }
    const attached = live?.channels ?? "";
    if (attached === "") throw refusal("the check has no channels", "Declare the assignment instead");
    const channels = await spellChannels(project, [""], [], attached);
    const inputs = { check, channels, ...(projectName !== undefined && { project: projectName }) };
    const channelIds = attached.split(",");
    const noted = { ...homeOf(live), ...(live && ownerToNote(session, live)) };
    return { id, inputs, state: { ...inputs, mode: "additive", uuid: id, channelIds, ...noted } };
  });
}
