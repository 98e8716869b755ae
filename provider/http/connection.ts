/** Where a service is, and what identifies the caller to it. */
import { ChecksError } from "../core/errors";

/** What a refusal means, and what to do about it. */
export interface Refusal {
  reason: string;
  remedy: string;
  /** What to do where a read needs less. */
  remedyOfRead?: string;
  /** What to do where a list is asked for, not a single thing. */
  remedyOfList?: string;
}

/** Everything a client needs to talk to one service. */
export interface Connection {
  url: string;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** Values that must stand in no message. */
  secrets: readonly string[];
  /** The setting that holds the address, by its full name, for messages. */
  addressSetting: string;
  /** What the service's refusals mean, by their status. */
  refusals: Readonly<Record<number, Refusal>>;
  /** It refuses in JSON, so that a page of HTML with one of these is of something in front of it. @default false: not known */
  refusesInJson?: boolean;
  requestsPerMinute: number | undefined;
  concurrency: number;
  timeoutSeconds: number;
  deadlineSeconds: number;
  /** `http://` to other machines is allowed, also through a proxy. */
  allowHttp: boolean;
}

/** Whether an address is on this very machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** An address as it may be told: without the user and the password that it may hold. */
export function withoutCredentials(url: string): string {
  const told = new URL(url);
  if (told.username === "" && told.password === "") return url;
  told.username = "";
  told.password = "";
  return told.href.replace(/\/+$/, "");
}

/** What of an address must be told by nobody, the service included: its password, or a user that stands alone, as a token does. */
export function secretsOfAddress(url: string): string[] {
  const { username, password } = new URL(url);
  if (username === "" && password === "") return [];
  const [user, word] = [decoded(username), decoded(password)];
  // The request holds the two as one, in base64, however short they are.
  return [word === "" ? user : word, Buffer.from(`${user}:${word}`).toString("base64")];
}

/** Part of an address' login as it is sent: what an address cannot hold, such as `@`, is written as `%40` there. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A key must not cross a network in clear text by accident. `setting` is the address's, and `permission` what allows it. */
export function refuseUnencryptedHttp(
  setting: string,
  url: string,
  allowHttp: boolean,
  permission = setting.replace(/:.*/, ":allowHttp"),
): void {
  if (new URL(url).protocol === "http:" && !isLoopback(url) && !allowHttp) {
    throw new ChecksError({
      subject: "configuration",
      property: setting,
      reason: "http:// would send the API key unencrypted to another machine",
      remedy: `Use https://, or set ${permission} to true if the network is private`,
    });
  }
}
