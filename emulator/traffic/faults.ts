import { z } from "zod";

const when = z.enum(["before", "after"]).default("before");

/**
 * What happens instead of (or in addition to) the ordinary answer. `when` says whether the request takes effect first.
 */
const actionSchema = z.discriminatedUnion("kind", [
  /** Answers with a given status. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(200).max(599),
    /** Retry-After: seconds, or any text. */
    retryAfter: z.union([z.number(), z.string()]).optional(),
    /** Retry-After as an HTTP date this many seconds from now. */
    retryAfterDateIn: z.number().optional(),
    body: z.string().optional(),
    contentType: z.string().optional(),
    when,
  }),
  /** Cuts the connection. */
  z.strictObject({ kind: z.literal("reset"), when }),
  /** Delays the answer. The request takes effect even if the client has gone by then. */
  z.strictObject({ kind: z.literal("stall"), ms: z.number().min(0), when }),
  /** Announces the whole answer, sends half of it, and cuts the connection. */
  z.strictObject({ kind: z.literal("truncate") }),
  /** Sends half of the answer as if it were complete. */
  z.strictObject({ kind: z.literal("half") }),
  /** Redirects the client. */
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string().default("/login"),
    status: z.number().int().min(300).max(399).default(302),
    when,
  }),
  /** 200 with an HTML page, like a proxy or a log-in wall. */
  z.strictObject({ kind: z.literal("html"), body: z.string().optional(), when }),
  /** 200 with an empty body. */
  z.strictObject({ kind: z.literal("empty"), when }),
]);

/** Whether a text is a valid regular expression. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Which requests meet a fault. */
const matchSchema = z.strictObject({
  method: z.string().optional(),
  /** A regular expression for the path with its query. */
  path: z.string().refine(isPattern, "must be a regular expression").optional(),
  project: z.string().optional(),
});

/** A fault: which requests, how often, and what happens. */
export const faultSchema = z.strictObject({
  match: matchSchema.default({}),
  /** Only the n-th match (from 1) and later ones. */
  nth: z.number().int().min(1).default(1),
  /** At most this many times. By default once with `nth`, otherwise always. */
  times: z.number().int().min(1).optional(),
  /** Only every k-th of them. */
  every: z.number().int().min(1).default(1),
  action: actionSchema,
});

/** Kinds of fault for a random campaign. */
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

/** A campaign: a share of the requests meets a fault, the same requests for the same seed. */
export const randomFaultsSchema = z.strictObject({
  seed: z.number().int(),
  /** Share of requests, 0 to 1. */
  rate: z.number().min(0).max(1),
  kinds: z.array(z.enum(RANDOM_FAULT_KINDS)).min(1),
  match: matchSchema.default({}),
  /** Duration of stalls. */
  stallMs: z.number().min(0).default(50),
  /** Largest number of faults. */
  limit: z.number().int().min(0).optional(),
});

/** A fault as the user gives it, without defaults. */
export type Fault = z.input<typeof faultSchema>;
/** A campaign as the user gives it, without defaults. */
export type RandomFaults = z.input<typeof randomFaultsSchema>;
export type FaultAction = z.output<typeof actionSchema>;

/** A fault with its id, and how often it matched and fired. */
export type SetFault = z.output<typeof faultSchema> & { id: number; matched: number; fired: number };

/** The facts about a request by which faults match. */
interface FaultTarget {
  method: string;
  path: string;
  route: string;
  project: string | null;
}

/** The current faults, and which request meets which. */
export class Faults {
  private set: SetFault[] = [];
  private random: z.output<typeof randomFaultsSchema> | undefined;
  private occurrences = new Map<string, number>();
  private randomFired = 0;
  private lastId = 0;

  /** Adds a fault and returns its id. */
  add(given: Fault): number {
    const fault = faultSchema.parse(given);
    const once = given.nth !== undefined && given.times === undefined && given.every === undefined;
    this.set.push({ ...fault, ...(once ? { times: 1 } : {}), id: ++this.lastId, matched: 0, fired: 0 });
    return this.lastId;
  }

  /** Starts a campaign, replacing an earlier one. */
  setRandom(given: RandomFaults): void {
    this.random = randomFaultsSchema.parse(given);
    this.occurrences.clear();
    this.randomFired = 0;
  }

  /** The faults and the campaign, and how often they fired. */
  list(): { faults: SetFault[]; random: (z.output<typeof randomFaultsSchema> & { fired: number }) | null } {
    return { faults: this.set, random: this.random ? { ...this.random, fired: this.randomFired } : null };
  }

  /** Removes all faults and the campaign. */
  clear(): void {
    this.set = [];
    this.random = undefined;
    this.occurrences.clear();
    this.randomFired = 0;
  }

  /** The action for a request: the first matching fault, else the campaign's draw. */
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

  /**
   * Drawn from the seed, the route and the number of requests to that route, so that concurrent requests do not matter.
   */
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

/** A well-mixed 32-bit hash. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
