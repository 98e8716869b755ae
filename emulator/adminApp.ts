import { Hono } from "hono";
import { z } from "zod";
import { newChannel } from "./monitor/channel";
import type { Project } from "./monitor/project";
import { ADMIN_PATH, type Parts } from "./parts";
import { paymentsEndpoints } from "./payments/adminEndpoints";
import { type Fault, faultSchema, type RandomFaults, randomFaultsSchema } from "./traffic/faults";
import { limitFields } from "./traffic/limits";

const limitsSchema = z.strictObject(limitFields);
/** Recorded set-ups may contain fields that are no limits of the emulator. */
const resetSchema = z.object({ scenario: z.string().optional(), setup: z.object(limitFields).nullish() });
/** The times to which the clock can be set, in seconds. `now` is in milliseconds. No union, which would not name the field. */
const clockSchema = (now: number) =>
  z
    .strictObject({
      advance: z.number().refine((seconds) => isRepresentable(now + seconds * 1000), YEARS),
      set: z.number().refine((seconds) => isRepresentable(seconds * 1000), YEARS),
      reset: z.literal(true),
    })
    .partial()
    .refine((given) => Object.keys(given).length === 1, "must be one of advance, set and reset: true");
const YEARS = { error: "must be seconds, not milliseconds, and lead to a time in the years 1970 to 9999" };
const waitSchema = z.strictObject({
  requests: z.number().int().min(0),
  route: z.string().optional(),
  timeoutMs: z.number().min(0).default(10_000),
});
const newChannelSchema = z.strictObject({ project: z.string(), name: z.string(), kind: z.string() });
const renameSchema = z.strictObject({ name: z.string() });

/** Whether answers can represent this time: their years have four digits. */
function isRepresentable(milliseconds: number): boolean {
  return milliseconds >= 0 && milliseconds < Date.UTC(10_000, 0);
}

/**
 * The admin endpoints, by which tests and demos control the emulator. They are separate from the services' addresses.
 */
export function adminApp(parts: Parts): Hono {
  // Not strict, because people copy the address with or without its last slash.
  const app = new Hono({ strict: false }).basePath(ADMIN_PATH);
  const { clock, limits, faults, log } = parts;

  app.get("/", (call) => call.json(connectionDetails(parts)));
  app.post("/reset", async (call) => {
    const { setup } = resetSchema.parse(await bodyOrNothing(call.req));
    parts.reset();
    Object.assign(limits, setup ?? {});
    return call.json({ ok: true });
  });

  const now = () => ({ now: clock.now() / 1000 });
  app.get("/clock", (call) => call.json(now()));
  app.post("/clock", async (call) => {
    const given = clockSchema(clock.now()).parse(await call.req.json());
    if (given.advance !== undefined) clock.advance(given.advance);
    else if (given.set !== undefined) clock.set(given.set);
    else clock.reset();
    parts.changed();
    return call.json(now());
  });

  app.get("/faults", (call) => call.json(faults.list()));
  app.post("/faults", async (call) => {
    const given: unknown = await call.req.json();
    const list = z.array(faultSchema).parse(Array.isArray(given) ? given : [given]);
    // Parsed above, but added unparsed, because parsing would fill in `times`: a fault with only `nth` fires once.
    const ids = (Array.isArray(given) ? given : [given])
      .slice(0, list.length)
      .map((fault: Fault) => faults.add(fault));
    return call.json({ ids }, 201);
  });
  app.post("/faults/random", async (call) => {
    faults.setRandom(randomFaultsSchema.parse(await call.req.json()) satisfies RandomFaults);
    return call.json({ ok: true }, 201);
  });
  app.delete("/faults", (call) => {
    faults.clear();
    return call.json({ ok: true });
  });

  app.get("/requests", (call) => {
    const withLog = call.req.query("log") !== undefined;
    return call.json({ ...log.counts(), ...(withLog ? { log: log.log() } : {}) });
  });
  app.delete("/requests", (call) => {
    log.clear();
    return call.json({ ok: true });
  });
  app.post("/wait", async (call) => {
    const { requests, route, timeoutMs } = waitSchema.parse(await call.req.json());
    const reached = await log.reach(requests, route, timeoutMs);
    return call.json({ reached, requests: log.count(route) });
  });

  app.get("/limits", (call) => call.json(limits));
  app.post("/limits", async (call) => {
    Object.assign(limits, limitsSchema.parse(await call.req.json()));
    return call.json(limits);
  });

  channelEndpoints(app, parts);
  paymentsEndpoints(app, parts.payments.merchant, () => parts.changed());
  app.get("/state", (call) => call.json(parts.dump()));

  app.notFound((call) =>
    call.json({ error: `no such admin endpoint: ${call.req.method} ${call.req.path}` }, 404),
  );
  app.onError((problem, call) => {
    if (problem instanceof z.ZodError) return call.json({ error: z.prettifyError(problem) }, 400);
    if (problem instanceof SyntaxError) return call.json({ error: `not JSON: ${problem.message}` }, 400);
    return call.json({ error: problem.message }, problem instanceof UnknownName ? 404 : 500);
  });
  return app;
}

class UnknownName extends Error {}

function channelEndpoints(app: Hono, parts: Parts): void {
  const projects = () => parts.monitor.account.projects;
  const owner = (id: string): Project => {
    const project = projects().find((one) => one.channels.some((channel) => channel.id === id));
    if (!project) throw new UnknownName(`no channel has the id ${id}`);
    return project;
  };
  app.get("/channels", (call) =>
    call.json(Object.fromEntries(projects().map((project) => [project.name, project.channels]))),
  );
  app.post("/channels", async (call) => {
    const given = newChannelSchema.parse(await call.req.json());
    const project = parts.monitor.account.project(given.project);
    if (!project) throw new UnknownName(`no project is called ${given.project}`);
    const channel = newChannel(given.name, given.kind);
    project.channels.push(channel);
    parts.changed();
    return call.json(channel, 201);
  });
  app.patch("/channels/:id", async (call) => {
    const { name } = renameSchema.parse(await call.req.json());
    const id = call.req.param("id");
    const channel = owner(id).channels.find((one) => one.id === id);
    if (channel) channel.name = name;
    parts.changed();
    return call.json(channel);
  });
  app.delete("/channels/:id", (call) => {
    const id = call.req.param("id");
    owner(id).removeChannel(id);
    parts.changed();
    return call.json({ ok: true });
  });
}

/** Everything a user needs to reach the emulator; the command prints it as one line. */
function connectionDetails(parts: Parts): Record<string, unknown> {
  const keys = parts.monitor.account.projects.map((project) => [project.name, project.keys]);
  return {
    url: parts.url,
    adminUrl: `${parts.url}${ADMIN_PATH}`,
    projects: Object.fromEntries(keys),
    merchant: parts.payments.merchant.keys,
  };
}

async function bodyOrNothing(request: { text(): Promise<string> }): Promise<unknown> {
  const text = await request.text();
  return text === "" ? {} : JSON.parse(text);
}
