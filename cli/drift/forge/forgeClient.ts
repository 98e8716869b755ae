/** Requests to the interface of a forge, retried where that makes no double, with errors on one line. */

import axios, { AxiosError, type AxiosInstance, type AxiosResponse } from "axios";
import axiosRetry, { retryAfter } from "axios-retry";
import { z } from "zod";
import { ChecksError, type ErrorParts, oneLine } from "../../../provider/core/errors";
import type { Author } from "./forge";

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
/** A forge may want an hour of silence: the job fails then. */
const LONGEST_PAUSE_MS = 60_000;
const PAGE_SIZE = 100;
const MOST_WORDS = 200;

/** What is known of a forge's interface. */
export interface ForgeAccess {
  /** For messages: `GitHub`. */
  name: string;
  baseURL: string;
  headers: Record<string, string>;
  /** What to do when the token may not do something. */
  tokenRemedy: string;
}

/** A client of one repository. */
export class ForgeClient {
  private readonly axios: AxiosInstance;
  private own: Promise<string | undefined> | undefined;

  constructor(private readonly access: ForgeAccess) {
    const { baseURL, headers } = access;
    this.axios = axios.create({
      baseURL,
      headers: { "User-Agent": "pulumi-checks", ...headers },
      timeout: TIMEOUT_MS,
      maxRedirects: 0,
    });
    // Its default condition repeats a POST whose connection broke: a comment that was made would be made again.
    axiosRetry(this.axios, {
      retries: RETRIES,
      retryDelay: axiosRetry.exponentialDelay,
      retryCondition: (error) =>
        (axiosRetry.isIdempotentRequestError(error) || isBrokenPatch(error)) &&
        retryAfter(error) <= LONGEST_PAUSE_MS,
    });
  }

  /** All elements of a list, page after page. */
  async list<T>(path: string, query: Record<string, string>, element: z.ZodType<T>): Promise<T[]> {
    const found: T[] = [];
    for (let page = 1; ; page++) {
      const params = { ...query, per_page: PAGE_SIZE, page };
      const { data, headers } = await this.request({ method: "GET", url: path, params });
      const elements = element.array().safeParse(data);
      if (!elements.success) throw this.refusal(`GET ${path}`, "the answer is not what the API promises");
      found.push(...elements.data);
      if (!isFollowed(headers.link, elements.data.length)) return found;
    }
  }

  /**
   * The name of the token's own account, asked for once; undefined for a token that is no account's and may not ask, as
   * that of a GitHub workflow.
   */
  ownName(url: string, account: z.ZodType<string>): Promise<string | undefined> {
    this.own ??= this.askName(url, account);
    return this.own;
  }

  private async askName(url: string, account: z.ZodType<string>): Promise<string | undefined> {
    try {
      return account.parse((await this.axios.request<unknown>({ method: "GET", url })).data);
    } catch (error) {
      const status = error instanceof AxiosError ? error.response?.status : undefined;
      if (status === 403 || status === 404) return undefined;
      throw this.refusal(
        "GET /user",
        status === undefined ? "the answer does not say whose token it is" : `answered ${status}`,
      );
    }
  }

  /** A call that changes something. */
  async send(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<void> {
    await this.request({ method, url: path, ...(body && { data: body }) });
  }

  /** The same with what a list has shown: whether it was still there. Another job may have removed it since. */
  async sendTo(method: "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<boolean> {
    try {
      await this.send(method, path, body);
      return true;
    } catch (error) {
      if (error instanceof ChecksError && error.parts.statusCode === 404) return false;
      throw error;
    }
  }

  private async request(config: { method: string; url: string; params?: object; data?: object }) {
    try {
      return await this.axios.request<unknown>(config);
    } catch (error) {
      if (!(error instanceof AxiosError)) throw error;
      const call = `${config.method} ${config.url}`;
      if (!error.response) throw this.refusal(call, `no answer (${error.code ?? "the connection broke"})`);
      const { status, data } = error.response as { status: number; data: unknown };
      const denied = status === 401 || status === 403 || status === 404;
      throw this.refusal(call, `answered ${status}`, {
        statusCode: status,
        service: wordsOf(data),
        ...(denied && { remedy: this.access.tokenRemedy }),
        ...(isLimit(error.response) && {
          remedy: "Too many requests for now: run this again later",
        }),
      });
    }
  }

  private refusal(call: string, reason: string, more: Partial<ErrorParts> = {}): ChecksError {
    return new ChecksError({ subject: `${this.access.name}: ${call}`, reason, ...more });
  }
}

/** GitHub says with 403, as of a token that may not, that too much was asked of it. */
function isLimit({ status, headers }: AxiosResponse): boolean {
  const isAtEnd = headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0";
  return status === 429 || (status === 403 && isAtEnd);
}

/** A PATCH says how something is to be, and may be said twice. */
function isBrokenPatch(error: AxiosError): boolean {
  return error.config?.method?.toUpperCase() === "PATCH" && axiosRetry.isRetryableError(error);
}

/**
 * Whether a page of a list has one after it. A page may be short although it has: of what the token may not see (notes of
 * GitLab), or because the forge's pages are smaller. Where it does not say, a page that is full may have.
 */
function isFollowed(link: unknown, length: number): boolean {
  return typeof link === "string" ? /rel="?next\b/.test(link) : length >= PAGE_SIZE;
}

const said = z.looseObject({
  message: z.unknown().optional(),
  /** GitHub's, of what was sent. */
  errors: z
    .array(z.looseObject({ message: z.string() }))
    .optional()
    .catch(undefined),
  /** GitLab's, of tokens and of what was sent. */
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
});

/** What the forge said; empty where it said nothing. */
function wordsOf(data: unknown): string {
  const { message, errors = [], error, error_description } = said.safeParse(data).data ?? {};
  const parts = [message ?? error_description ?? error, ...errors.map((one) => one.message)];
  return oneLine(
    parts
      .filter((part) => part !== undefined)
      .map(textOf)
      .join(": "),
  ).slice(0, MOST_WORDS);
}

function textOf(part: unknown): string {
  return typeof part === "string" ? part : JSON.stringify(part);
}

/**
 * Whether the token's account wrote something. A token without an account writes as a bot, which no person can; where
 * the forge says nothing of authors, the marker has to do.
 */
export function wroteIt(own: string | undefined, author: Author | undefined): boolean {
  if (author === undefined) return own === undefined;
  return own === undefined ? author.isBot : author.name === own;
}
