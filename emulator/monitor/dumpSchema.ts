/** The schema of the monitoring service's part of the state file. */
import { z } from "zod";
import { initialColumns } from "./checkFields";

const OF_TYPE = { string: z.string(), number: z.number(), boolean: z.boolean() };

/** A column missing from an earlier version's file gets the value of a new check. */
function columns(): Record<string, z.ZodType> {
  const types = Object.entries(initialColumns()).map(([name, initial]) => [
    name,
    OF_TYPE[typeof initial as keyof typeof OF_TYPE].optional(),
  ]);
  return Object.fromEntries(types);
}

const time = z.number().nullable();
const channel = z.object({ id: z.string(), name: z.string(), kind: z.string() });
const status = z.enum(["new", "up", "down", "paused"]);
const row = z.looseObject({
  ...columns(),
  id: z.number(),
  uuid: z.string(),
  badgeKey: z.string(),
  kind: z.enum(["simple", "schedule"]),
  status,
  pingCount: z.number(),
  lastPing: time,
  lastStart: time,
});
const ping = z.looseObject({ n: z.number(), kind: z.string(), at: z.number(), body: z.string().nullable() });
const check = z.object({
  row,
  channels: z.array(z.string()),
  pings: z.array(ping),
  flips: z.array(z.object({ at: z.number(), from: status, to: status })),
});
const project = z.object({
  name: z.string(),
  keys: z.object({ readWriteKey: z.string(), readOnlyKey: z.string(), pingKey: z.string() }),
  badgeKey: z.string(),
  seedChannels: z.array(channel),
  channels: z.array(channel),
  checks: z.array(check),
});
const projects = z
  .array(project)
  .refine((list) => ["alpha", "beta"].every((name) => list.some((one) => one.name === name)), {
    error: "alpha and beta are not both there",
  });

export const accountDumpSchema = z.object({ secret: z.string(), lastId: z.number(), projects });
