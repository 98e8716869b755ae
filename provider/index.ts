/**
 * What the engine's provider process loads. The state of every stack refers to this module and to these names by
 * `require("pulumi-checks/provider").check`: they are a permanent interface.
 */
import { dynamicProvider } from "./hosts/dynamic";
import { channelAssignment as channelAssignmentResource } from "./resources/channelAssignment";
import { check as checkResource } from "./resources/check";

/** The life cycle of `Check`, as the engine calls it. */
export const check = dynamicProvider(checkResource);

/** The life cycle of `ChannelAssignment`, as the engine calls it. */
export const channelAssignment = dynamicProvider(channelAssignmentResource);
