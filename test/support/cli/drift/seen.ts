/** Observations of one check, as a run makes them, in few words. */

import type { Observation, Observed } from "../../../../cli/drift/observed";
import type { DeclaredRow } from "../../../../cli/drift/preview";
import { SecretNames } from "../../../../cli/drift/secrets";
import type { AppliedRow } from "../../../../cli/stacks/state";
import type { Values } from "../../../../provider/core/fields";
import type { CheckDocument } from "../../../../provider/monitor/api";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";

export const UUID = "11111111-2222-4333-8444-555555555555";

const ROW = {
  urn: "urn:pulumi:dev::jobs::pulumi-nodejs:dynamic/checks:Check::backup",
  stack: "jobs/dev",
  kind: "Check",
  resource: "backup",
  source: { file: "index.ts", line: 12 },
};

/** The check as the state has it. */
export function applied(values: Values = {}, more: Partial<AppliedRow> = {}): AppliedRow {
  return {
    ...ROW,
    id: UUID,
    applied: { values: { slug: "backup", ...values }, secret: new Set(), sealed: new Set() },
    ...more,
  };
}

/** The check as the program has it. */
export function declared(values: Values = {}, secret: string[] = []): DeclaredRow {
  return { ...ROW, declared: { slug: "backup", ...values }, secret: new Set(secret) };
}

/** The check as the service has it. */
export function live(fields: Partial<CheckDocument> = {}): CheckDocument {
  return {
    name: "",
    slug: "backup",
    tags: "",
    status: "up",
    uuid: UUID,
    channels: "x",
    n_pings: 1,
    ...fields,
  };
}

/** The check seen from all sides. */
export function seen(parts: Partial<Observed> = {}): Observed {
  const row = parts.row ?? applied();
  return {
    row,
    project: "default",
    uniqueKey: uniqueKeyOf(row.id),
    now: row.applied.values,
    live: live(),
    ...parts,
  };
}

/** A run that saw these. */
export function observation(...observed: Observed[]): Observation {
  return {
    observed,
    projects: [],
    managed: new Set(observed.map(({ uniqueKey }) => uniqueKey)),
    secrets: new SecretNames([
      {
        applied: observed.map(({ row }) => row),
        declared: observed.flatMap(({ declared: row }) => row ?? []),
      },
    ]),
    failures: [],
  };
}
