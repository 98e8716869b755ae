/** Begins a maintenance: writes the record, then takes the channels off. All or nothing. */
import { resolve } from "node:path";
import { ChecksError, inOrder } from "../../provider/core/errors";
import { uninterrupted } from "../../provider/core/interruption";
import { ServiceError } from "../../provider/http/failure";
import { allTagsOf, type CheckDocument, type MonitorApi } from "../../provider/monitor/api";
import { keyPlace } from "../../provider/monitor/connection";
import { lookAndWrite } from "../../provider/monitor/lookAndWrite";
import { describeMaintenance, withMaintenance } from "../../provider/monitor/maintenance";
import { badOption } from "../command";
import { inTurns, type Tell } from "../inTurns";
import { groupBy } from "../lists";
import { visible } from "../render/visible";
import { listInWords } from "../render/words";
import type { ChosenCheck } from "../stacks/chosen";
import type { ExplicitProvider } from "../stacks/providers";
import type { StackSource } from "../stacks/source";
import { isOpen, type PutBack, putBack } from "./putBack";
import type { Records } from "./records";
import type { Runner } from "./runner";
import { newId, type QuietCheck, type QuietPlace, type QuietWindow } from "./window";

/** A maintenance that can begin. */
export interface Plan {
  window: QuietWindow;
  /** The request for each check of each place, in the same order. */
  steps: Step[];
  apis: Map<QuietPlace, MonitorApi>;
  /** Labels of the checks without channels. */
  silent: string[];
  /** Labels of declared checks that the service does not have. */
  missing: string[];
}

/** A check whose channels are to be taken off. */
interface Step extends Pick<Found, "api" | "checks" | "live"> {
  check: QuietCheck;
  uuid: string;
  tags: string;
}

/** When and why. */
export interface Circumstances extends Runner {
  reason: string;
  /** UNIX seconds. */
  from: number;
  until: number;
}

const MOST_NAMES = 5;

/** A selected check that exists on the service. */
interface Found extends ChosenCheck {
  live: CheckDocument;
}

/**
 * Plans the maintenance of the selected checks; only those with channels take part.
 * @throws {ChecksError} if one of them is already in maintenance, or the key is read-only.
 */
export function planOf(chosen: readonly ChosenCheck[], circumstances: Circumstances): Plan {
  const id = newId();
  const found = chosen.flatMap(({ live, ...one }): Found[] => (live === undefined ? [] : [{ ...one, live }]));
  for (const one of found) refuseReadOnly(one);
  refuseBusy(found);
  const loud = found.filter(({ live }) => live.channels !== "");
  const plan: Plan = {
    window: { schema: "pulumi-checks/maintenance", version: 1, id, ...circumstances, places: [] },
    steps: [],
    apis: new Map(),
    silent: found.filter(({ live }) => live.channels === "").map(({ label }) => label),
    missing: chosen.filter(({ live }) => live === undefined).map(({ label }) => label),
  };
  for (const [api, its] of groupBy(loud, ({ api }) => api)) {
    const [first] = its;
    if (first === undefined) continue;
    const steps = its.map(
      ({ checks, label, uniqueKey, live }): Step => ({
        api,
        checks,
        live,
        check: { label, uniqueKey, channels: live.channels ?? "" },
        uuid: live.uuid ?? "",
        tags: markedTags(live, label, plan.window),
      }),
    );
    const { url, project, source, row } = first;
    const place: QuietPlace = {
      url,
      project,
      folder: resolve(source.folder),
      ...(source.stack !== undefined && { stack: source.stack }),
      ...(row?.provider && providerPlace(row.provider, source)),
      checks: steps.map(({ check }) => check),
    };
    plan.window.places.push(place);
    plan.apis.set(place, api);
    plan.steps.push(...steps);
  }
  return plan;
}

/** What finds the provider again at the end. Its key is not recorded. */
function providerPlace(
  { urn }: ExplicitProvider,
  { file }: StackSource,
): Pick<QuietPlace, "provider" | "state"> {
  return { provider: urn, ...(file !== undefined && { state: resolve(file) }) };
}

function refuseReadOnly({ live: { uuid }, project, row }: Found): void {
  if (uuid !== undefined) return;
  throw new ChecksError({
    subject: "maintenance",
    reason: "the API key is read-only",
    remedy: row?.provider
      ? `Give the provider ${visible(row.provider.name)} a read-write key, and run \`pulumi up\``
      : `Set a read-write key in ${keyPlace(project)}`,
  });
}

function refuseBusy(found: readonly Pick<Found, "label" | "live">[]): void {
  const busy = found.filter(({ live }) => live.maintenance !== undefined);
  const [first] = busy.flatMap(({ live }) => live.maintenance ?? []);
  if (first === undefined) return;
  throw new ChecksError({
    subject: listInWords(
      busy.map(({ label }) => label),
      MOST_NAMES,
    ),
    reason: `${describeMaintenance(first)} already; nothing was begun`,
    remedy: `Wait for its end, or end it with \`pulumi-checks maintenance end ${first.id}\``,
  });
}

function markedTags(
  live: CheckDocument,
  label: string,
  { id, from, until, reason }: Pick<QuietWindow, "id" | "from" | "until" | "reason">,
): string {
  const tags = withMaintenance(allTagsOf(live), { id, from, until, reason, channels: live.channels });
  if (tags !== undefined) return tags;
  throw badOption(
    label,
    "its tags leave no room for the tag that says that it is in maintenance",
    "Remove a tag from it, or leave it out",
  );
}

/** Whether the user wants to go on. */
export interface Patience {
  isOver(): boolean;
}

/**
 * Takes the channels off. If that fails for one check, the channels already taken off are put back, as if nothing had
 * begun.
 * @throws {ChecksError} with the reason, and whether something still has to be put back.
 */
export async function begin(plan: Plan, records: Records, patience: Patience, tell: Tell): Promise<void> {
  records.write(plan.window);
  let failure: unknown;
  // Of any of them, not only of the one whose failure is told.
  let isUnclear = false;
  const asked = new Set<string>();
  await inTurns(
    plan.steps,
    async (step) => {
      const { api, check, uuid } = step;
      if (failure === undefined && patience.isOver()) failure = INTERRUPTED;
      if (failure !== undefined) return;
      try {
        await lookAndWrite(async (soon) => {
          const tags = await tagsNow(step, plan, records);
          if (failure !== undefined) return;
          asked.add(check.uniqueKey);
          const answered = await api.updateCheck(uuid, { channels: "", tags }, soon());
          if (answered.channels !== "" || answered.maintenance?.id !== plan.window.id)
            failure ??= notPersistedError(check.label);
        });
      } catch (error) {
        isUnclear ||= asked.has(check.uniqueKey) && error instanceof ServiceError && error.unclear;
        failure ??= error instanceof ChecksError ? ofCheck(check, error) : error;
      }
    },
    tell,
  );
  if (failure === undefined) return;
  const left = (await uninterrupted(() => putBackAll(plan, asked))).filter(isOpen);
  // A request that was given up may still take effect; then the record is needed to undo it.
  if (left.length === 0 && !isUnclear) records.forget(plan.window.id);
  throw failure instanceof ChecksError ? failure.about({ remedy: remedyOf(plan, left, isUnclear) }) : failure;
}

/** The same error, which names the check. */
function ofCheck({ label }: QuietCheck, error: ChecksError): ChecksError {
  const { subject } = error.parts;
  return subject === label ? error : error.about({ subject: inOrder(label, subject) });
}

/**
 * The tags that mark a check. The list of a long run is too old for them: what others wrote since, such as another stack's
 * stamp, would be lost, and other channels than it had would be put back.
 */
async function tagsNow(step: Step, { window }: Plan, records: Records): Promise<string> {
  const { checks, check, uuid, live } = step;
  const now = (await checks.findNow(uuid)) ?? live;
  if (now === live) return step.tags;
  refuseBusy([{ label: check.label, live: now }]);
  const { channels = "" } = now;
  if (channels !== check.channels) {
    check.channels = channels;
    records.write(window);
  }
  return markedTags(now, check.label, window);
}

const INTERRUPTED = new ChecksError({ subject: "maintenance", reason: "interrupted before it had begun" });

function notPersistedError(check: string): ChecksError {
  return new ChecksError({
    subject: check,
    reason: "the service accepted that its channels are taken off, but did not take them off",
  });
}

async function putBackAll({ window, apis }: Plan, asked: ReadonlySet<string>): Promise<PutBack[]> {
  const places = [...apis].map(([place, api]) => {
    const checks = place.checks.filter(({ uniqueKey }) => asked.has(uniqueKey));
    return putBack(api, window, { ...place, checks }, { isSameProject: true });
  });
  return (await Promise.all(places)).flat();
}

function remedyOf({ window: { id } }: Plan, left: readonly PutBack[], isUnclear: boolean): string {
  const end = `run \`pulumi-checks maintenance end ${id}\` when the service answers`;
  if (left.length === 0) {
    return `Nothing was begun: what had been taken off is back${isUnclear ? `. A request that was not answered may still take effect: ${end}` : ""}`;
  }
  const names = listInWords(
    left.map(({ check }) => check.label),
    MOST_NAMES,
  );
  return `The channels of ${names} could not be put back: ${end}`;
}
