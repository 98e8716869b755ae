import { randomUUID } from "node:crypto";
import { ValidationError } from "./fieldRules";

/** An integration that checks notify. */
export interface Channel {
  id: string;
  name: string;
  kind: string;
}

/** The initial channels of each project. Two share a name on purpose. */
export function firstChannels(): Channel[] {
  return [
    newChannel("Ops mail", "email"),
    newChannel("Pager", "sms"),
    newChannel("dup", "email"),
    newChannel("dup", "email"),
    newChannel("Chat room", "webhook"),
  ];
}

export function newChannel(name: string, kind: string): Channel {
  return { id: randomUUID(), name, kind };
}

/**
 * Resolves a request's `channels`: `*` for all, `""` for none, otherwise names or ids separated by commas (blanks
 * count). The error is about the first element that matches no channel.
 */
export function resolveChannels(given: string, available: readonly Channel[]): string[] {
  if (given === "") return [];
  if (given === "*") return available.map((channel) => channel.id);
  const ids = new Set<string>();
  for (const identifier of given.split(",")) {
    if (identifier === "") throw new ValidationError("empty channel identifier");
    const [match, other] = available.filter(
      (channel) => channel.id === identifier || channel.name === identifier,
    );
    if (!match) throw new ValidationError(`invalid channel identifier: ${identifier}`);
    if (other) throw new ValidationError(`non-unique channel identifier: ${identifier}`);
    ids.add(match.id);
  }
  return [...ids];
}
