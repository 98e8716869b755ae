/**
 * Requests to a JSON service: retried where that is safe, limited, bounded in time, with errors on one line
 * and the key nowhere in them. Knows HTTP and no resource.
 */
import http from "node:http";
import https from "node:https";
import { Semaphore } from "async-mutex";
import axios, { AxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from "axios";
import axiosRetry, { type IAxiosRetryConfig } from "axios-retry";
import pThrottle from "p-throttle";
import type { z } from "zod";
import type { Connection } from "../connection";
import type { Log } from "../log";
import { isTransient, isUnclear, plainReason, ServiceError, STRANGE, traitsOf, waitAsked } from "./failure";

/** One call of the interface. */
export interface Call<T> {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Turns the text of a successful answer into its value; throws when it is not what the interface promises. */
  parse: (text: string) => T;
  /** For messages: `listing the checks`. */
  what: string;
  /** false: asked once, on a connection of its own, whatever comes of it. @default true */
  repeat?: boolean;
  /** Called when its turn has come, right before it is sent; what it throws ends the call. */
  beforeSending?: () => void;
  /** Secrets in the body, which must stand in no message. */
  secrets?: readonly string[];
}

/** An answer, with what a caller must know where a repetition is not the same as one call. */
export interface Answer<T> {
  status: number;
  data: T;
  /** How many times it was asked. */
  attempts: number;
  /** An earlier attempt was not answered properly: it may have had its effect, or still be about to. */
  unclear: boolean;
}

type History = Pick<Answer<unknown>, "attempts" | "unclear">;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const MINUTE_MS = 60_000;
/** Requests travel for a while: what leaves at the end of a minute may be counted in the next. */
const TRAVEL_MARGIN_MS = 1000;

/** A kept connection may be dead already, which would leave it unclear whether the request arrived. */
const ONCE = {
  "axios-retry": { retries: 0 },
  httpAgent: new http.Agent({ keepAlive: false }),
  httpsAgent: new https.Agent({ keepAlive: false }),
};

/** A client of one project. Every call goes through the same limits. */
export class HttpClient {
  private readonly axios: AxiosInstance;
  private readonly slots: Semaphore;
  private readonly turn: () => Promise<void>;
  /** Set by a 429: nobody asks before then. */
  private quietUntil = 0;

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
  ) {
    const { url, concurrency, requestsPerMinute } = connection;
    this.slots = new Semaphore(concurrency);
    const turn = async () => {};
    this.turn =
      requestsPerMinute === undefined
        ? turn
        : pThrottle({ limit: requestsPerMinute, interval: MINUTE_MS + TRAVEL_MARGIN_MS, strict: true })(turn);
    this.axios = axios.create({
      baseURL: url,
      headers: { "User-Agent": "pulumi-checks", Accept: "application/json", ...traitsOf(connection).headers },
      httpAgent: new http.Agent({ keepAlive: true }),
      httpsAgent: new https.Agent({ keepAlive: true }),
      maxRedirects: 0,
      responseType: "text",
    });
    this.axios.interceptors.request.use(async (config) => {
      if (isRepetition(config)) await this.mayAsk();
      return config;
    });
    axiosRetry(this.axios);
  }

  /** Makes a call. Throws a ServiceError when the service refuses it or cannot be made to answer in time. */
  call<T>(call: Call<T>): Promise<Answer<T>> {
    return this.slots.runExclusive(async () => {
      // Before the deadline begins: the wait for one's own turn is no fault of the service.
      await this.mayAsk();
      call.beforeSending?.();
      return this.attempts(call);
    });
  }

  private async mayAsk(): Promise<void> {
    while (this.quietUntil > Date.now()) await sleep(this.quietUntil - Date.now());
    await this.turn();
  }

  private async attempts<T>(call: Call<T>): Promise<Answer<T>> {
    const { timeoutSeconds, deadlineSeconds } = this.connection;
    const history: History = { attempts: 1, unclear: false };
    const told: { reason?: string } = {};
    try {
      const { status, data } = await this.axios.request<T>({
        method: call.method,
        url: call.path,
        timeout: timeoutSeconds * 1000,
        signal: AbortSignal.timeout(deadlineSeconds * 1000),
        transformResponse: parser(call),
        "axios-retry": this.retries(call.what, history, told, Date.now() + deadlineSeconds * 1000),
        ...(call.query && { params: call.query }),
        ...(call.repeat === false && ONCE),
        ...(call.body !== undefined && { data: JSON.stringify(call.body) }),
        headers: { ...(call.body !== undefined && { "Content-Type": "application/json" }), ...call.headers },
      });
      return { status, data, ...history };
    } catch (error) {
      if (!(error instanceof AxiosError)) throw error;
      throw new ServiceError(call.what, this.connection, error, told.reason, call.secrets);
    }
  }

  /**
   * Calls may be repeated unless they say otherwise: reads, updates and deletions by UUID are idempotent, and a
   * create is an upsert by slug. What went unanswered on the way is told with the answer.
   */
  private retries(
    what: string,
    history: History,
    told: { reason?: string },
    giveUpAt: number,
  ): IAxiosRetryConfig {
    let wait = 0;
    return {
      retries: Number.MAX_SAFE_INTEGER,
      shouldResetTimeout: true,
      retryCondition: (error) => isTransient(error) && Date.now() + (waitAsked(error) ?? 0) < giveUpAt,
      retryDelay: (count, error) => {
        const backOff = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count);
        wait = Math.max(waitAsked(error) ?? 0, Math.min(backOff, Math.max(0, giveUpAt - Date.now() - 1)));
        return wait;
      },
      onRetry: (count, error) => {
        history.attempts += 1;
        history.unclear ||= isUnclear(error);
        if (error.response?.status === 429) this.quietUntil = Math.max(this.quietUntil, Date.now() + wait);
        const seconds = (wait / 1000).toFixed(1);
        told.reason = plainReason(error);
        this.log.info(`${what}: ${told.reason}; asking again in ${seconds} s (attempt ${count + 1})`);
      },
    };
  }
}

/**
 * Parses successful answers inside the request, so that a cut one, or a page that stands in for the service, is
 * retried like any other failure. Whole JSON of another shape would come again: that is final.
 */
function parser<T>(call: Call<T>) {
  return function (
    this: InternalAxiosRequestConfig,
    text: string,
    _headers: unknown,
    status?: number,
  ): unknown {
    if (status === undefined || status < 200 || status > 299) return text;
    try {
      return call.parse(text);
    } catch {
      const code = isJson(text) ? STRANGE : AxiosError.ERR_BAD_RESPONSE;
      throw new AxiosError("not what the interface promises", code, this);
    }
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The JSON of an answer, in the shape that the interface promises. */
export function json<T>(shape: z.ZodType<T>): (text: string) => T {
  return (text) => shape.parse(JSON.parse(text));
}

function isRepetition(config: InternalAxiosRequestConfig): boolean {
  return (config["axios-retry"]?.retryCount ?? 0) > 0;
}

async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
