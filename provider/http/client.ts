/**
 * Requests to a JSON service: retried where that is safe, limited, bounded in time, with errors on one line
 * and the key nowhere in them. Knows HTTP and no resource.
 */
import http from "node:http";
import https from "node:https";
import { Semaphore } from "async-mutex";
import type { AxiosError, AxiosInstance } from "axios";
import type { IAxiosRetryConfig } from "axios-retry";
import { stopwatch } from "../core/clock";
import { Interrupted, isInterrupted, onInterruption, sleep, untilInterrupted } from "../core/interruption";
import type { Log } from "../core/log";
import { type Parse, parser } from "./answer";
import { axios, axiosRetry } from "./axios";
import { INVALID_URL } from "./codes";
import type { Connection } from "./connection";
import { Course, courseOf } from "./course";
import { plainReason } from "./explanation";
import { isTransient, isUnclear, retryAfterMs, serviceError } from "./failure";
import { Pace } from "./pace";
import { noteAnswer, noteFailure, retryUntil } from "./patience";
import { proxyTo, tellProxiesApart } from "./proxy";
import { LARGEST_BYTES } from "./size";

/** One call of the interface. */
export interface Call<T> {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  parse: Parse<T>;
  /** What the call is for, in messages: `listing the entries`. */
  what: string;
  /** false: sent once, on a connection of its own, whatever the result. @default true */
  repeat?: boolean;
  /**
   * Called right before the request is sent, each time that its turn has come, unless an attempt before may have had its
   * effect; what it throws ends the call.
   */
  beforeSending?: () => void;
  /** Secrets of the request, which must stand in no message. */
  secrets?: readonly string[];
  /** What to do where the service takes nothing of it (400). */
  advice?: string;
  /** What the key must be good for. @default `read` for a GET, `write` for all others */
  access?: "read" | "write";
  /** A list is asked for, not a single thing. @default false */
  isList?: boolean;
  /** true: sent even while the maximum number of requests is under way. @default false */
  beside?: boolean;
  /** true: tried until the deadline even at an address where nobody has ever answered. @default false */
  patient?: boolean;
  /** Seconds until it is given up. @default what the connection says */
  deadlineSeconds?: number;
}

/** An answer, with what a caller must know when repeating the call is not the same as making it once. */
export interface Answer<T> {
  status: number;
  data: T;
  /** An earlier attempt got no proper answer: it may have taken effect, or may still do so. */
  unclear: boolean;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A kept connection may be dead already, which would leave it unclear whether the request arrived. */
const ONCE = {
  "axios-retry": { retries: 0 },
  httpAgent: new http.Agent({ keepAlive: false }),
  httpsAgent: new https.Agent({ keepAlive: false }),
};

/** The pause that a 429 answer asked for. */
interface Quiet {
  ms: number;
  since: ReturnType<typeof stopwatch>;
  answer: AxiosError;
  /** What must not be told of the answer. */
  secrets: readonly string[];
}

/** How many milliseconds of it are left; less than none when it is over. */
function leftOf({ ms, since }: Quiet): number {
  return ms - since().longest;
}

/** A client of one project. Every call goes through the same limits. */
export class HttpClient {
  private readonly axios: AxiosInstance;
  private readonly slots: Semaphore;
  private readonly pace: Pace;
  /** The pause after a 429: no request is sent before it is over. */
  private quiet: Quiet | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
  ) {
    const { url, headers, concurrency, requestsPerMinute } = connection;
    const proxy = proxyTo(connection);
    this.slots = new Semaphore(concurrency);
    this.pace = new Pace(requestsPerMinute, log);
    this.axios = axios().default.create({
      baseURL: url,
      headers: { "User-Agent": "pulumi-checks", Accept: "application/json", ...headers },
      httpAgent: new http.Agent({ keepAlive: true }),
      httpsAgent: new https.Agent({ keepAlive: true }),
      maxRedirects: 0,
      maxContentLength: LARGEST_BYTES,
      responseType: "arraybuffer",
      ...(proxy !== undefined && { proxy }),
    });
    tellProxiesApart(this.axios);
    this.axios.interceptors.request.use(async (config) => {
      const course = courseOf(config);
      if (course?.waits && !course.signal.aborted) await course.nextTurn();
      return config;
    });
    axiosRetry().default(this.axios);
  }

  /**
   * Makes a call. Throws a ServiceError when the service refuses it or cannot be made to answer in time, and an
   * Interrupted when the user does not want to wait for its turn.
   */
  async call<T>(call: Call<T>): Promise<Answer<T>> {
    let interrupted = false;
    const forget = onInterruption(() => {
      interrupted = true;
    });
    const work = async () => {
      if (interrupted) throw new Interrupted(call.what);
      // Before the deadline begins: the wait for one's own turn is no fault of the service.
      await this.waitForTurn(call);
      return this.attempts(call);
    };
    const end = this.pace.begin();
    return (call.beside ? work() : this.slots.runExclusive(work)).finally(() => {
      end();
      forget();
    });
  }

  /** After an interruption nothing waits for its turn any more: only calls that need no wait go on. */
  private async waitForTurn(call: Call<unknown>, course?: Course): Promise<void> {
    // Somebody else may be told to be quiet while this one waits for its turn.
    do {
      for (let ms = this.quietMs(call); ms > 0; ms = this.quietMs(call)) await sleep(ms, call.what);
      if (!isInterrupted()) await untilInterrupted(this.pace.turn(), call.what);
    } while (this.quietMs(call) > 0);
    if (course?.unclear !== true) call.beforeSending?.();
  }

  /** How long no request may be sent. @throws {ServiceError} when that is longer than this call may take. */
  private quietMs(call: Call<unknown>): number {
    if (this.quiet === undefined) return 0;
    const { answer, secrets } = this.quiet;
    const left = leftOf(this.quiet);
    if (left <= this.patienceMs(call)) return left;
    throw serviceError(call.what, this.connection, answer, {
      secrets: [...secrets, ...(call.secrets ?? [])],
      quietSeconds: Math.ceil(left / 1000),
    });
  }

  private keepQuiet({ secrets = [] }: Call<unknown>, answer: AxiosError, ms: number): void {
    if (answer.response?.status !== 429 || (this.quiet && ms <= leftOf(this.quiet))) return;
    this.quiet = { ms, since: stopwatch(), answer, secrets };
  }

  private patienceMs({ deadlineSeconds = this.connection.deadlineSeconds }: Call<unknown>): number {
    return deadlineSeconds * 1000;
  }

  private async attempts<T>(call: Call<T>): Promise<Answer<T>> {
    const { method } = call;
    const course: Course = new Course(method, this.patienceMs(call), () => this.waitForTurn(call, course));
    try {
      const { status, data } = await this.axios.request<T>({
        method,
        url: call.path,
        timeout: this.connection.timeoutSeconds * 1000,
        signal: course.signal,
        transformResponse: parser(call.parse),
        "axios-retry": this.retries(call, course),
        ...(call.query && { params: call.query }),
        ...(call.repeat === false && ONCE),
        ...(call.body !== undefined && { data: JSON.stringify(call.body) }),
        // Without a body there is no type of one: axios would call that of a POST a form.
        headers: { "Content-Type": call.body === undefined ? false : "application/json", ...call.headers },
      });
      noteAnswer(this.connection.url);
      return { status, data, unclear: course.unclear };
    } catch (error) {
      const last = failureOf(error);
      if (last === undefined) throw error;
      const quietMs = retryAfterMs(last) ?? 0;
      this.keepQuiet(call, last, quietMs);
      if (call.repeat === false) course.noteQuiet(last, quietMs);
      const { failure, circumstances } = course.ending(last);
      throw serviceError(call.what, this.connection, failure, { ...call, ...circumstances });
    } finally {
      course.end();
    }
  }

  /**
   * Calls may be repeated unless they say otherwise: one that would do its work twice when it is sent twice says
   * `repeat: false`. What went unanswered on the way is told with the answer.
   */
  private retries(call: Call<unknown>, course: Course): IAxiosRetryConfig {
    const { what, patient } = call;
    const { url } = this.connection;
    const until = (error: AxiosError) =>
      patient ? course.deadline : retryUntil(url, error, course.began, course.deadline);
    let wait = 0;
    return {
      retries: Number.MAX_SAFE_INTEGER,
      shouldResetTimeout: true,
      retryCondition: (error) => {
        noteFailure(url, error);
        if (!isTransient(error)) return false;
        course.cutShort = course.interrupted;
        if (course.cutShort) return false;
        return course.mayGoOn(until(error), retryAfterMs(error) ?? 0);
      },
      retryDelay: (count, error) => {
        const backOff = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count);
        wait = Math.max(
          retryAfterMs(error) ?? 0,
          Math.min(backOff, Math.max(0, until(error) - performance.now() - 1)),
        );
        return wait;
      },
      onRetry: (count, error) => {
        course.unclear ||= isUnclear(error);
        course.waits = true;
        this.keepQuiet(call, error, wait);
        const seconds = (wait / 1000).toFixed(1);
        course.before = error;
        this.log.info(
          `${what}: ${plainReason(error, url)}; trying again in ${seconds} s (attempt ${count + 1})`,
        );
      },
    };
  }
}

/** What ended a call, where that is known; axios passes on what it trips over in the proxy's address, password and all. */
function failureOf(error: unknown): AxiosError | undefined {
  const { AxiosError, CanceledError } = axios();
  if (error instanceof AxiosError) return error;
  if (error instanceof Interrupted) return new CanceledError();
  const { code } = Object(error) as { code?: unknown };
  return code === INVALID_URL ? new AxiosError("no address", INVALID_URL) : undefined;
}
