import { z } from "zod";

const when = z.enum(["before", "after"]).default("before");

/** What happens instead of (or around) the ordinary answer. `when` says whether the request takes effect first. */
const actionSchema = z.discriminatedUnion("kind", [
  /** Answers with a status of one's choice. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(200).max(599),
    /** Retry-After: seconds, or a text as it is. */
    retryAfter: z.union([z.number(), z.string()]).optional(),
    /** Retry-After as an HTTP date so many seconds from now. */
    retryAfterDateIn: z.number().optional(),
    body: z.string().optional(),
    contentType: z.string().optional(),
    when,
  }),
  /** Cuts the connection. */
  z.strictObject({ kind: z.literal("reset"), when }),
  /** Waits. The effect comes even when the client is gone by then. */
  z.strictObject({ kind: z.literal("stall"), ms: z.number().min(0), when }),
  /** Promises the whole answer and sends half of it before it cuts the connection. */
  z.strictObject({ kind: z.literal("truncate") }),
  /** Sends half of the answer as if it were all. */
  z.strictObject({ kind: z.literal("half") }),
  /** Sends the client elsewhere. */
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string().default("/login"),
    status: z.number().int().min(300).max(399).default(302),
    when,
  }),
  /** 200 with an HTML page, as a proxy or a log-in wall answers. */
  z.strictObject({ kind: z.literal("html"), body: z.string().optional(), when }),
  /** 200 with nothing. */
  z.strictObject({ kind: z.literal("empty"), when }),
]);

/** Which requests meet a fault. */
/** Whether a text can be looked for as a regular expression. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

const matchSchema = z.strictObject({
  method: z.string().optional(),
  /** A regular expression on the path with its query. */
  path: z.string().refine(isPattern, "must be a regular expression").optional(),
  project: z.string().optional(),
});

/** A fault: a matcher, how often, and an action. */
export const faultSchema = z.strictObject({
  match: matchSchema.default({}),
  /** Only the n-th match (from 1) and those after it. */
  nth: z.number().int().min(1).default(1),
  /** At most so many times. Absent: with `nth` given once, otherwise always. */
  times: z.number().int().min(1).optional(),
  /** Only each k-th of them. */
  every: z.number().int().min(1).default(1),
  action: actionSchema,
});

/** Kinds of fault that a random campaign can draw. */
export const RANDOM_FAULT_KINDS = [
  "429",
  "500",
  "502",
  "503",
  "504",
  "502-after",
  "reset-before",
  "reset-after",
  "stall-before",
  "stall-after",
  "truncate",
  "half",
  "html",
  "empty",
  "redirect",
] as const;

/** A campaign: a share of the requests meets a fault, the same ones for the same seed. */
export const randomFaultsSchema = z.strictObject({
  seed: z.number().int(),
  /** Share of requests, 0 to 1. */
  rate: z.number().min(0).max(1),
  kinds: z.array(z.enum(RANDOM_FAULT_KINDS)).min(1),
  match: matchSchema.default({}),
  /** How long the stalls are. */
  stallMs: z.number().min(0).default(50),
  /** How many faults at most. */
  limit: z.number().int().min(0).optional(),
});

/** A fault as one gives it. */
export type Fault = z.input<typeof faultSchema>;
/** A campaign as one gives it. */
export type RandomFaults = z.input<typeof randomFaultsSchema>;
/** An action with its defaults filled in. */
export type FaultAction = z.output<typeof actionSchema>;

/** A fault that was set, and what it did so far. */
export type SetFault = z.output<typeof faultSchema> & { id: number; matched: number; fired: number };

/** What a fault is matched against. */
interface FaultTarget {
  method: string;
  path: string;
  route: string;
  project: string | null;
}

/** The faults that are set, and which request meets which. */
export class Faults {
  private set: SetFault[] = [];
  private random: z.output<typeof randomFaultsSchema> | undefined;
  private occurrences = new Map<string, number>();
  private randomFired = 0;
  private lastId = 0;

  /** Sets a fault; gives its number. */
  add(given: Fault): number {
    const fault = faultSchema.parse(given);
    const once = given.nth !== undefined && given.times === undefined && given.every === undefined;
    this.set.push({ ...fault, ...(once ? { times: 1 } : {}), id: ++this.lastId, matched: 0, fired: 0 });
    return this.lastId;
  }

  /** Begins a campaign, in place of an earlier one. */
  setRandom(given: RandomFaults): void {
    this.random = randomFaultsSchema.parse(given);
    this.occurrences.clear();
    this.randomFired = 0;
  }

  /** What is set, and what it did so far. */
  list(): { faults: SetFault[]; random: (z.output<typeof randomFaultsSchema> & { fired: number }) | null } {
    return { faults: this.set, random: this.random ? { ...this.random, fired: this.randomFired } : null };
  }

  /** Takes everything away. */
  clear(): void {
    this.set = [];
    this.random = undefined;
    this.occurrences.clear();
    this.randomFired = 0;
  }

  /** The action for a request; the first fault that applies wins, then the campaign. */
  next(target: FaultTarget): FaultAction | undefined {
    for (const fault of this.set) {
      if (!matches(fault.match, target)) continue;
      fault.matched++;
      const turn = fault.matched - fault.nth;
      const spent = fault.times !== undefined && fault.fired >= fault.times;
      if (turn < 0 || spent || turn % fault.every !== 0) continue;
      fault.fired++;
      return fault.action;
    }
    return this.draw(target);
  }

  /** The draw depends on the seed, the route and how often the route was asked, not on what runs beside it. */
  private draw(target: FaultTarget): FaultAction | undefined {
    const { random } = this;
    if (!random || !matches(random.match, target)) return undefined;
    const occurrence = (this.occurrences.get(target.route) ?? 0) + 1;
    this.occurrences.set(target.route, occurrence);
    if (random.limit !== undefined && this.randomFired >= random.limit) return undefined;
    const drawn = hash(`${random.seed} ${target.route} ${occurrence}`);
    if (drawn / 2 ** 32 >= random.rate) return undefined;
    const kind = random.kinds[hash(`${drawn}`) % random.kinds.length];
    if (kind === undefined) return undefined;
    this.randomFired++;
    return randomAction(kind, random.stallMs);
  }
}

function matches(match: z.output<typeof matchSchema>, target: FaultTarget): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== target.method) return false;
  if (match.project !== undefined && match.project !== target.project) return false;
  return match.path === undefined || new RegExp(match.path).test(target.path);
}

function randomAction(kind: (typeof RANDOM_FAULT_KINDS)[number], stallMs: number): FaultAction {
  if (kind === "reset-before" || kind === "reset-after") {
    return { kind: "reset", when: kind === "reset-before" ? "before" : "after" };
  }
  if (kind === "stall-before" || kind === "stall-after") {
    return { kind: "stall", ms: stallMs, when: kind === "stall-before" ? "before" : "after" };
  }
  if (kind === "429" || kind === "503")
    return { kind: "status", status: Number(kind), retryAfter: 0, when: "before" };
  if (kind === "502-after") return { kind: "status", status: 502, when: "after" };
  if (kind === "redirect") return { kind: "redirect", location: "/login", status: 302, when: "before" };
  if (kind === "html" || kind === "empty") return { kind, when: "before" };
  if (kind === "truncate" || kind === "half") return { kind };
  return { kind: "status", status: Number(kind), when: "before" };
}

/** 32 well mixed bits of a text. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
