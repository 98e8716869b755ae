/**
 * Requests to a JSON service: retried where that is safe, limited, bounded in time, with errors on one line
 * and the key nowhere in them. Knows HTTP and no resource.
 */
import http from "node:http";
import https from "node:https";
import axios, { AxiosError, type AxiosInstance, type AxiosRequestConfig } from "axios";
import axiosRetry, { type IAxiosRetryConfig } from "axios-retry";
import Bottleneck from "bottleneck";
import pThrottle from "p-throttle";
import type { z } from "zod";
import type { Connection } from "../connection";
import type { Log } from "../log";
import { isTransient, leftUnclear, ServiceError, waitAsked } from "./failure";

/** One call of the interface. */
export interface Call<T> {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** Shape of the answer, or `text` for an answer that is not JSON. */
  answer: z.ZodType<T> | "text";
  /** For messages: `listing the checks`. */
  what: string;
  /** Called when an attempt ended without an answer: it may or may not have had its effect. */
  onUnclear?: () => void;
}

/** An answer with its status, for calls where 200 and 201 differ. */
export interface Answer<T> {
  status: number;
  data: T;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const MINUTE_MS = 60_000;
/** A request sent at the very end of a minute may be counted in the next one. */
const CLOCK_MARGIN_MS = 500;

/** A client of one project. Every call goes through the same limits. */
export class HttpClient {
  private readonly axios: AxiosInstance;
  private readonly slots: Bottleneck;
  private readonly turn: () => Promise<void>;
  /** Set by a 429: nobody asks before then. */
  private quietUntil = 0;

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
  ) {
    const { url, apiKey, concurrency, requestsPerMinute } = connection;
    this.slots = new Bottleneck({ maxConcurrent: concurrency });
    this.turn = requestsPerMinute
      ? pThrottle({ limit: requestsPerMinute, interval: MINUTE_MS + CLOCK_MARGIN_MS, strict: true })(async () => {})
      : async () => {};
    this.axios = axios.create({
      baseURL: url,
      headers: { "X-Api-Key": apiKey, "User-Agent": "pulumi-checks", Accept: "application/json" },
      httpAgent: new http.Agent({ keepAlive: true }),
      httpsAgent: new https.Agent({ keepAlive: true }),
      maxRedirects: 0,
      responseType: "text",
      transformResponse: (text) => text,
    });
    this.axios.interceptors.request.use(async (config) => {
      await this.quiet();
      await this.turn();
      return config;
    });
  }

  /** Makes a call. Throws a ServiceError when the service refuses it or cannot be made to answer in time. */
  call<T>(call: Call<T>): Promise<Answer<T>> {
    return this.slots.schedule(() => this.attempt(call));
  }

  private async attempt<T>(call: Call<T>): Promise<Answer<T>> {
    const giveUpAt = Date.now() + this.connection.deadlineSeconds * 1000;
    const client = this.retrying(call, giveUpAt);
    const request: AxiosRequestConfig<string> = {
      method: call.method,
      url: call.path,
      timeout: this.connection.timeoutSeconds * 1000,
      signal: AbortSignal.timeout(this.connection.deadlineSeconds * 1000),
      ...(call.query && { params: call.query }),
      ...(call.body !== undefined && {
        data: JSON.stringify(call.body),
        headers: { "Content-Type": "application/json" },
      }),
    };
    try {
      const { status, data } = await client.request<T>(request);
      return { status, data };
    } catch (error) {
      throw new ServiceError(call, this.connection, error);
    }
  }
}
