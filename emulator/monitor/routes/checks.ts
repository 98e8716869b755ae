import { json } from "../../core/answer";
import { sleep } from "../../core/sleep";
import {
  apiVersion,
  authorize,
  authorizeRead,
  type Call,
  endpoint,
  jsonBody,
  type MonitorApp,
  type Surroundings,
  withValidationErrors,
} from "../call";
import { resolveChannels } from "../channel";
import { applySpec, newCheckRow, tagsOf } from "../check";
import { checkDocument } from "../checkDocument";
import { type CheckSpec, parseCheckSpec } from "../checkFields";
import type { CheckEntry } from "../checkIndex";
import { pause, resume } from "../checkState";
import { refuseHalfPair } from "../fieldRules";
import type { Project } from "../project";
import type { JsonObject } from "../requestJson";
import { ADDRESSES } from "./addresses";

/** Create, read, update, delete, pause and resume. */
export function checkRoutes(app: MonitorApp, around: Surroundings): void {
  app.all(
    ADDRESSES.checks,
    endpoint(["GET", "POST"], (call) =>
      call.req.method === "POST" ? create(call, around) : list(call, around),
    ),
  );
  app.all(
    ADDRESSES.check,
    endpoint(["POST", "DELETE", "GET"], (call) => {
      if (call.req.method === "POST") return update(call, around);
      return call.req.method === "DELETE" ? remove(call, around) : get(call, around);
    }),
  );
  app.all(
    ADDRESSES.checkByKey,
    endpoint(["GET"], (call) => getByUniqueKey(call, around)),
  );
  app.all(
    ADDRESSES.pause,
    endpoint(["POST"], (call) => pauseCheck(call, around)),
  );
  app.all(
    ADDRESSES.resume,
    endpoint(["POST"], (call) => resumeCheck(call, around)),
  );
}

function list(call: Call, around: Surroundings): Response {
  const { project, readOnly } = authorizeRead(call, around);
  const query = new URL(call.req.url).searchParams;
  const slug = query.getAll("slug").at(-1);
  const wanted = query.getAll("tag");
  const entries = (slug ? project.checks.withSlug(slug) : project.checks.all()).filter((entry) => {
    if (wanted.length === 0) return true;
    const tags = tagsOf(entry.row);
    return wanted.every((tag) => tags.includes(tag));
  });
  if (around.dialect.listOrder === "newestFirst") entries.reverse();
  const show = viewer(call, around, project, { readOnly, write: false });
  return json({ checks: entries.map((entry) => show(around.account.settleCheck(entry))) });
}

function get(call: Call, around: Surroundings): Response {
  const { project, readOnly } = authorizeRead(call, around);
  const entry = ownCheck(call, around, project);
  return json(viewer(call, around, project, { readOnly, write: false })(entry));
}

function getByUniqueKey(call: Call, around: Surroundings): Response {
  const { project, readOnly } = authorizeRead(call, around);
  const entry = project.checks.withUniqueKey(call.req.param("key") ?? "");
  if (!entry) throw around.refusals.bare(404);
  return json(viewer(call, around, project, { readOnly, write: false })(around.account.settleCheck(entry)));
}

async function create(call: Call, around: Surroundings): Promise<Response> {
  const { body, project } = await authorizedBody(call, around);
  const spec = withValidationErrors(around, () => parseCheckSpec(body, around.dialect, "create"));
  if (spec.unique?.includes("tags")) refuseUnstorable(around, spec.tags);
  const found = spec.unique?.length ? project.checks.findUnique(spec, spec.unique) : undefined;
  if (!found && around.account.full()) throw around.refusals.bare(403);
  const channels = channelsOf(spec, project, around);
  refuseUnstorable(around, spec.desc, spec.tags);
  const row = found ? { ...around.account.settleCheck(found).row } : newCheckRow(around.account.nextId());
  if (spec.unique?.length) await waitUnlocked(around);
  applySpec(row, spec, apiVersion(call));
  const entry = project.checks.save(row);
  if (channels) entry.channels = channels;
  return json(viewer(call, around, project, { write: true })(entry), found ? 200 : 201);
}

async function update(call: Call, around: Surroundings): Promise<Response> {
  const { body, project } = await authorizedBody(call, around);
  const entry = ownCheck(call, around, project);
  const spec = withValidationErrors(around, () => parseCheckSpec(body, around.dialect, "update"));
  const channels = channelsOf(spec, project, around);
  refuseUnstorable(around, spec.desc, spec.tags);
  const row = { ...entry.row };
  applySpec(row, spec, apiVersion(call));
  project.checks.save(row);
  if (channels) entry.channels = channels;
  // Not settled: a check that the new times make overdue is turned down after the answer, not before it.
  return json(viewer(call, around, project, { write: true })(entry));
}

function remove(call: Call, around: Surroundings): Response {
  const project = authorize(call, around);
  const entry = ownCheck(call, around, project);
  project.checks.remove(entry);
  const shown = around.dialect.channelsOfDeleted === "empty" ? { ...entry, channels: [] } : entry;
  return json(viewer(call, around, project, { write: true })(shown));
}

async function pauseCheck(call: Call, around: Surroundings): Promise<Response> {
  const { project } = await authorizedBody(call, around);
  const row = { ...ownCheck(call, around, project).row };
  await waitUnlocked(around);
  const flip = pause(row, around.account.clock.now());
  const entry = project.checks.save(row);
  entry.flips.push(flip);
  return json(viewer(call, around, project, { write: true })(entry));
}

async function resumeCheck(call: Call, around: Surroundings): Promise<Response> {
  const { project } = await authorizedBody(call, around);
  const row = { ...ownCheck(call, around, project).row };
  if (row.status !== "paused" && around.dialect.resumeOfRunning === "conflict") {
    throw around.refusals.text(409, "check is not paused");
  }
  await waitUnlocked(around);
  const flip = resume(row, around.account.clock.now());
  const entry = project.checks.save(row);
  entry.flips.push(flip);
  return json(viewer(call, around, project, { write: true })(entry));
}

async function authorizedBody(
  call: Call,
  around: Surroundings,
): Promise<{ body: JsonObject; project: Project }> {
  const body = await jsonBody(call, around);
  return { body, project: authorize(call, around, body) };
}

/** The check in the address, if it belongs to the project. */
export function ownCheck(call: Call, around: Surroundings, project: Project): CheckEntry {
  const found = around.account.find(call.req.param("uuid") ?? "");
  if (!found) throw around.refusals.notFound();
  if (found.project !== project) throw around.refusals.bare(around.dialect.otherProject);
  return found.entry;
}

function channelsOf(spec: CheckSpec, project: Project, around: Surroundings): string[] | undefined {
  const given = spec.channels;
  return given === undefined
    ? undefined
    : withValidationErrors(around, () => resolveChannels(given, project.channels));
}

/** Text that no rule has examined makes the server fail when it is stored. */
function refuseUnstorable(around: Surroundings, ...texts: (string | undefined)[]): void {
  withValidationErrors(around, () => texts.forEach(refuseHalfPair));
}

/** The time during which other calls can overtake a call that takes no lock. */
async function waitUnlocked(around: Surroundings): Promise<void> {
  const { thinkMs } = around.account.limits.races;
  if (thinkMs > 0) await sleep(thinkMs);
}

function viewer(
  call: Call,
  around: Surroundings,
  project: Project,
  { readOnly = false, write }: { readOnly?: boolean; write: boolean },
): (entry: CheckEntry) => Record<string, unknown> {
  const view = {
    dialect: around.dialect,
    baseUrl: around.baseUrl(),
    apiVersion: apiVersion(call),
    now: around.account.clock.now(),
    write,
  };
  return (entry) =>
    checkDocument(entry, readOnly ? { ...view, uniqueKey: project.checks.uniqueKey(entry) } : view);
}
