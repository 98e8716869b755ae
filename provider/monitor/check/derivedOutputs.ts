/** Outputs of a check that follow from its UUID and the address of its badge, so that no state has to hold them. */
import type { Derived } from "../../core/implied";
import { uniqueKeyOf } from "../snapshot";

/** In front of it is the address of the service. */
const BADGE = /^(https?:\/\/.+?)\/(?:b|badge)\//;

const updateUrl: Derived[string] = ({ updateUrl: given, badgeUrl, uuid }) => {
  if (given !== undefined) return given;
  const service = typeof badgeUrl === "string" ? BADGE.exec(badgeUrl)?.[1] : undefined;
  return service === undefined || typeof uuid !== "string" ? undefined : `${service}/api/v3/checks/${uuid}`;
};

const below =
  (path: string): Derived[string] =>
  (values) => {
    const url = updateUrl(values);
    return url === undefined ? undefined : `${url}/${path}`;
  };

export const derivedOutputs = {
  updateUrl,
  pauseUrl: below("pause"),
  resumeUrl: below("resume"),
  uniqueKey: ({ uuid }) => (typeof uuid === "string" ? uniqueKeyOf(uuid) : undefined),
} as const satisfies Derived;
