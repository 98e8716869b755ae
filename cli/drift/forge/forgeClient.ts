/** Requests to a forge's API. Retries those that cannot create a duplicate, and puts each error on one line. */

import axios, { AxiosError, type AxiosInstance, type AxiosResponse } from "axios";
import axiosRetry, { retryAfter } from "axios-retry";
import { z } from "zod";
import { ChecksError, type ErrorParts } from "../../../provider/core/errors";
import { INVALID_URL } from "../../../provider/http/codes";
import { plainReason, remedyOfProxy } from "../../../provider/http/explanation";
import { isOfProxy, proxyWithLogin, tellProxiesApart } from "../../../provider/http/proxy";
import { quotable } from "../../../provider/http/words";
import type { Author } from "./forge";

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
/** A forge may demand a pause of an hour; then the job fails instead. */
const LONGEST_PAUSE_MS = 60_000;
/** The status for too many requests. */
const TOO_MANY = 429;
const PAGE_SIZE = 100;
/** A forge that always names a next page, or ignores which one is asked for, must not be asked for ever. */
const MOST_PAGES = 500;

/** How to reach a forge's API. */
export interface ForgeAccess {
  /** Used in messages, such as `GitHub`. */
  name: string;
  baseURL: string;
  headers: Record<string, string>;
  /** What the headers hold of the user's: a forge may repeat it. */
  token: string;
  /** Advice for a token that lacks a permission. */
  tokenRemedy: string;
  /** The environment variable of the token, such as `GITHUB_TOKEN`. */
  tokenVariable: string;
  /** The environment variable of the repository, such as `GITHUB_REPOSITORY`. */
  repositoryVariable: string;
  /** The environment variable of the address, such as `GITHUB_API_URL`. */
  addressVariable: string;
}

/** A client of one repository. */
export class ForgeClient {
  private readonly axios: AxiosInstance;
  private own: Promise<string | undefined> | undefined;

  constructor(private readonly access: ForgeAccess) {
    const { baseURL, headers } = access;
    const proxy = proxyWithLogin(baseURL);
    this.axios = axios.create({
      baseURL,
      headers: { "User-Agent": "pulumi-checks", ...headers },
      timeout: TIMEOUT_MS,
      maxRedirects: 0,
      ...(proxy !== undefined && { proxy }),
    });
    tellProxiesApart(this.axios);
    // A POST whose connection broke could create a comment twice; one that only came too soon did nothing. A PATCH is
    // safe: it describes the final state.
    axiosRetry(this.axios, {
      retries: RETRIES,
      // Otherwise each attempt, with the pause before it, has what the one before left of the time for an answer.
      shouldResetTimeout: true,
      retryDelay: axiosRetry.exponentialDelay,
      retryCondition: (error) =>
        (cameTooSoon(error) ||
          (error.config?.method?.toUpperCase() !== "POST" &&
            (axiosRetry.isRetryableError(error) || isCutShort(error)))) &&
        retryAfter(error) <= LONGEST_PAUSE_MS,
    });
  }

  /** All elements of a list, from all of its pages. */
  async list<T>(path: string, query: Record<string, string>, element: z.ZodType<T>): Promise<T[]> {
    const found: T[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const params = { ...query, per_page: PAGE_SIZE, page };
      const { data, headers } = await this.request({ method: "GET", url: path, params });
      const elements = element.array().safeParse(data);
      if (!elements.success) throw this.notTheApi(`GET ${path}`);
      found.push(...elements.data);
      if (!hasNextPage(headers.link, elements.data.length)) return found;
    }
    throw this.refusal(`GET ${path}`, `the list has no end: there is one more page after ${MOST_PAGES}`);
  }

  /**
   * The name of the token's own account, requested once; undefined for a token that has no account and may not ask,
   * such as the one of a GitHub workflow.
   */
  ownName(url: string, account: z.ZodType<string>): Promise<string | undefined> {
    this.own ??= this.requestName(url, account);
    return this.own;
  }

  private async requestName(url: string, account: z.ZodType<string>): Promise<string | undefined> {
    const call = "GET /user";
    try {
      const name = account.safeParse((await this.request({ method: "GET", url }, call)).data);
      if (name.success) return name.data;
    } catch (error) {
      const status = error instanceof ChecksError ? error.parts.statusCode : undefined;
      if (status === 403 || status === 404) return undefined;
      throw error;
    }
    throw this.refusal(call, "the answer does not say whose token it is");
  }

  async send(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<void> {
    const { data } = await this.request({ method, url: path, ...(body && { data: body }) });
    // A page of something in front, as a login, comes with 200 as well; nothing was written then.
    if (method !== "DELETE" && Object(data) !== data) throw this.notTheApi(`${method} ${path}`);
  }

  /** Like `send`, for something found in a list: resolves to false if another job has removed it since. */
  async sendTo(method: "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<boolean> {
    try {
      await this.send(method, path, body);
      return true;
    } catch (error) {
      if (error instanceof ChecksError && error.parts.statusCode === 404) return false;
      throw error;
    }
  }

  private async request(
    config: { method: string; url: string; params?: object; data?: object },
    call = `${config.method} ${config.url}`,
  ) {
    try {
      return await this.axios.request<unknown>(config);
    } catch (error) {
      const ofProxy = failureOfProxy(error, this.access.baseURL);
      if (ofProxy !== undefined) {
        const remedy = remedyOfProxy(ofProxy, "the host");
        throw this.refusal(call, plainReason(ofProxy, this.access.baseURL), { remedy });
      }
      if (!(error instanceof AxiosError)) throw error;
      if (!error.response) {
        const { host } = new URL(this.access.baseURL);
        const remedy = `Check that ${host} (${this.access.addressVariable}) can be reached from here, then run this again`;
        throw this.refusal(call, `no answer (${error.code ?? "the connection broke"})`, { remedy });
      }
      if (isCutShort(error)) throw this.refusal(call, "the answer was cut short");
      const { status, data } = error.response as { status: number; data: unknown };
      const isLimited = isRateLimit(error.response);
      throw this.refusal(call, `answered ${status}`, {
        statusCode: isLimited ? TOO_MANY : status,
        service: quotable(errorMessage(data), [this.access.token]),
        remedy: isLimited ? "Too many requests for now: run this again later" : this.remedyOf(status),
      });
    }
  }

  /** Empty for what a user can do nothing about. */
  private remedyOf(status: number): string {
    if (status < 400) return this.addressRemedy;
    const { name, tokenRemedy, tokenVariable, repositoryVariable } = this.access;
    if (status === 401) return `${tokenVariable} is no token of ${name}, or not any more. ${tokenRemedy}`;
    if (status === 404)
      return `Check that ${repositoryVariable}, and what the request names, is right. ${tokenRemedy}`;
    return status === 403 ? tokenRemedy : "";
  }

  private get addressRemedy(): string {
    return `Check that ${this.access.addressVariable} is the address of ${this.access.name}'s API, and that nothing stands in front of it`;
  }

  private notTheApi(call: string): ChecksError {
    return this.refusal(call, "the answer is not what the API promises", { remedy: this.addressRemedy });
  }

  private refusal(call: string, reason: string, more: Partial<ErrorParts> = {}): ChecksError {
    return new ChecksError({ subject: `${this.access.name}: ${call}`, reason, ...more });
  }
}

/** The failure of a proxy of the environment to lead to the forge; undefined if it was something else. */
function failureOfProxy(error: unknown, url: string): AxiosError | undefined {
  // axios throws what it trips over in the proxy's address.
  const { code } = Object(error) as { code?: unknown };
  if (code === INVALID_URL) return new AxiosError("no address", INVALID_URL);
  const isProxys = error instanceof AxiosError && !error.response && isOfProxy(error, url);
  return isProxys ? error : undefined;
}

/** GitHub answers 403 to too many requests, as it does to a missing permission; of some only its words tell. */
function isRateLimit({ status, headers, data }: AxiosResponse<unknown>): boolean {
  const isAtEnd = headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0";
  return status === TOO_MANY || (status === 403 && (isAtEnd || /rate limit/i.test(errorMessage(data))));
}

/** Whether the forge says after how long it takes the request. */
function cameTooSoon({ response }: AxiosError): boolean {
  return response?.headers["retry-after"] !== undefined && isRateLimit(response);
}

/** An answer of success is an error only if the rest of it never came. */
function isCutShort({ response }: AxiosError): boolean {
  return response !== undefined && response.status < 300;
}

/**
 * Whether a list has another page. Even a short page may have a successor, because the forge leaves out what the token
 * may not see (GitLab's notes) or has smaller pages. Without a Link header, a full page may have one.
 */
function hasNextPage(link: unknown, length: number): boolean {
  return typeof link === "string" ? /rel="?next\b/.test(link) : length >= PAGE_SIZE;
}

const errorBody = z.looseObject({
  message: z.unknown().optional(),
  /** GitHub's, about the request's fields: a text, or with one, or only with the name of the field. */
  errors: z
    .array(z.union([z.looseObject({ message: z.string() }).transform(({ message }) => message), z.unknown()]))
    .optional()
    .catch(undefined),
  /** GitLab's, about tokens and the request's fields. */
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
});

/** The forge's error message, or an empty text. */
function errorMessage(data: unknown): string {
  const { message, errors = [], error, error_description } = errorBody.safeParse(data).data ?? {};
  const parts = [message ?? error_description ?? error, ...errors];
  return parts
    .filter((part) => part !== undefined)
    .map(textOf)
    .join(": ");
}

function textOf(part: unknown): string {
  return typeof part === "string" ? part : JSON.stringify(part);
}

/**
 * Whether the token's account is the author. A token without an account writes as a bot, which no person can do. If the
 * forge reports no author, the marker has to suffice.
 */
export function isAuthor(own: string | undefined, author: Author | undefined): boolean {
  if (author === undefined) return own === undefined;
  return own === undefined ? author.isBot : author.name === own;
}
