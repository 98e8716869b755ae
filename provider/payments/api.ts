/** The interface of the payment service: one method an operation. */
import { z } from "zod";
import { ChecksError } from "../core/errors";
import type { Values } from "../core/fields";
import type { Log } from "../core/log";
import { json } from "../http/answer";
import { type Answer, type Call, HttpClient } from "../http/client";
import { Unauthorized } from "../http/failure";
import { quotable, wordsOf } from "../http/words";
import { merchantConnection, sdkAuthConnection } from "./connection";
import { logIn } from "./login";
import { type MerchantSettings, placeIn, requireSetting, secretsOf } from "./settings";
import { type Transaction, transactionDocument, transactionFromWire } from "./transaction/transaction";

/** Where no money moves, and where it does. */
export type Environment = "sandbox" | "production";

/** How an invoice is sent. */
export type ShareChannel = "email" | "sms";

/** What a token request says about the merchant. */
export interface TokenRequest {
  environment: Environment;
  serviceId: string;
  /** The test key in sandbox, the live key in production. */
  secretKey: string;
  domain: string;
}

/** The transaction that gives the money back. */
export interface Reverse {
  transactionNumber: string;
  /** Absent when the service's record of it has another shape than the document shows. */
  transaction?: Transaction;
}

/** What the service answers to the wish to share an invoice. */
export interface ShareAnswer {
  isShared: boolean;
  /** Its own words, where it gives a reason. */
  service?: string;
}

/** As long as a number is within its country or its area. */
const LOCAL_DIGITS = 7;

/** So many tokens that were refused are looked for in what is told: it takes long for each, and a server gets them for years. */
const REFUSED_KEPT = 4;

/** A number as services write it: without blanks, with another prefix in front of its country, and without its country. */
function digitsOf(cellNumber: string): string[] {
  const digits = cellNumber.replace(/\D/g, "").replace(/^0+/, "");
  return [digits, digits.slice(-LOCAL_DIGITS)];
}

/** Typed calls of the merchant operations and of the SDK token operation. */
export class MerchantApi {
  private merchantHost: HttpClient | undefined;
  private loggingIn: Promise<string> | undefined;
  /** Whether the access token came by a login. */
  private isOwnToken = false;
  /** Whether the service has taken such a token: one that it refuses after that has expired. */
  private hasTakenToken = false;
  private sdkAuthHost: HttpClient | undefined;

  constructor(
    private readonly settings: MerchantSettings,
    private readonly log: Log,
  ) {}

  /**
   * `GET {base_url}/api/transactions/getTransaction`. 404 when there is none with this number.
   * @throws {ChecksError} when the service answers with another transaction.
   */
  async getTransaction(transactionno: string): Promise<Transaction> {
    const { origin, transactionNumberIn } = this.settings;
    const fields = { transactionno };
    const inQuery = transactionNumberIn === "query";
    const setting = placeIn(this.settings, "transactionNumberIn").name;
    const { data } = await this.sendAuthorized({
      method: "GET",
      path: "/api/transactions/getTransaction",
      headers: {
        // The operation has it wherever its number is.
        "Content-Type": "application/json",
        Origin: origin ?? new URL(requireSetting(this.settings, "url")).origin,
      },
      ...(inQuery ? { query: new URLSearchParams(fields) } : { body: fields }),
      // What stands in front of a service may take no body with a GET, or drop it.
      advice: inQuery
        ? `If it expects the number in the body, set ${setting} to body`
        : `If the number did not reach it, as the body of a GET does not through every proxy, set ${setting} to query`,
      parse: json(transactionDocument),
      what: "reading the transaction",
    });
    if (data.invoicenumber !== transactionno) {
      throw new ChecksError({
        subject: "reading the transaction",
        reason: `the service answered with another transaction, ${JSON.stringify(quotable(data.invoicenumber, secretsOf(this.settings)))}`,
        remedy: "Write the number exactly as the service does",
      });
    }
    return transactionFromWire(data, this.settings);
  }

  /**
   * `POST {base_url}/api/transactions/refundTransaction`, once. Gives the answer as it came: what it says is for
   * `readRefundAnswer`. `mayAsk` is called right before it is sent, after all waiting for other requests; what it
   * throws ends the call.
   */
  async refundTransaction(transactionNumber: string, mayAsk?: () => void): Promise<Values> {
    const { data } = await this.sendOnce({
      method: "POST",
      path: "/api/transactions/refundTransaction",
      body: { [requireSetting(this.settings, "refundField")]: transactionNumber },
      parse: json(z.looseObject({})),
      what: "refunding the transaction",
      repeat: false,
      ...(mayAsk && { beforeSending: mayAsk }),
    });
    return data;
  }

  /** `POST {base_url}/api/invoices/share`, once. Gives whether the service says that it did, and what else it said. */
  async shareInvoice(invoicenumber: string, channel: ShareChannel, receiver: string): Promise<ShareAnswer> {
    const secrets = [receiver, ...(channel === "sms" ? digitsOf(receiver) : [])];
    const { data } = await this.sendAuthorized({
      method: "POST",
      path: "/api/invoices/share",
      body: {
        sentvia: requireSetting(this.settings, channel === "email" ? "sentViaEmail" : "sentViaSms"),
        invoicenumber,
        [channel === "email" ? "receiverEmail" : "receivercellno"]: receiver,
      },
      parse: json(z.looseObject({ result: z.boolean() })),
      what: "sharing the invoice",
      repeat: false,
      secrets,
    });
    const service = wordsOf(JSON.stringify({ error: data.error }), [...secretsOf(this.settings), ...secrets]);
    return { isShared: data.result, ...(service !== undefined && { service }) };
  }

  /**
   * `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox, `api-v4` in production. Gives a
   * secret. The service's words are passed on without the key and without these `secrets`.
   */
  async sdkToken(
    { environment, serviceId, secretKey, domain }: TokenRequest,
    secrets: readonly string[] = [],
  ): Promise<string> {
    const sandbox = environment === "sandbox";
    const { data } = await this.sdkAuth().call({
      method: "POST",
      path: `/api-${sandbox ? "v5" : "v4"}/userbusinesses/getsdktoken`,
      body: {
        [requireSetting(this.settings, "serviceIdField")]: serviceId,
        secretKey,
        domain,
        ...(sandbox && { isTest: true }),
      },
      parse: json(z.looseObject({ accessToken: z.string().regex(/\S/) })),
      what: "getting an SDK token",
      secrets: [secretKey, ...secrets],
    });
    return data.accessToken;
  }

  /** Sends a request; if the token from a login is no longer valid, sends it once more with a new one. */
  private async sendAuthorized<T>(call: Call<T>): Promise<Answer<T>> {
    const wasOwnToken = this.isOwnToken;
    try {
      return await this.sendOnce(call);
    } catch (error) {
      // A call may have waited since before the first login, so that its token has expired by now.
      if (!(error instanceof Unauthorized && (wasOwnToken || this.hasTakenToken))) throw error;
      return this.sendOnce(call);
    }
  }

  private async sendOnce<T>(call: Call<T>): Promise<Answer<T>> {
    const host = await this.merchant();
    const { settings } = this;
    const { accessToken } = settings;
    if (!this.isOwnToken || accessToken === undefined) return host.call(call);
    try {
      // The client stays, because its limits apply to any token.
      const headers = { ...call.headers, Authorization: accessToken };
      const answer = await host.call({
        ...call,
        headers,
        secrets: [...(call.secrets ?? []), ...secretsOf(settings)],
      });
      this.hasTakenToken = true;
      return answer;
    } catch (error) {
      // Another call may have got a new token by now.
      if (error instanceof Unauthorized && settings.accessToken === accessToken) {
        delete settings.accessToken;
        // Not secret from the service, which may repeat it; from everybody else.
        const others = (settings.refusedTokens ?? []).filter((one) => one !== accessToken);
        settings.refusedTokens = [...others, accessToken].slice(-REFUSED_KEPT);
        this.isOwnToken = false;
      }
      throw error;
    }
  }

  /** The client of the merchant operations; it logs in first if the settings allow it. */
  private async merchant(): Promise<HttpClient> {
    const { settings } = this;
    if (settings.login && settings.accessToken === undefined) {
      this.loggingIn ??= logIn(settings, this.log).finally(() => {
        this.loggingIn = undefined;
      });
      // Stored in the settings, so that it is masked together with their keys.
      settings.accessToken = await this.loggingIn;
      this.isOwnToken = true;
    }
    this.merchantHost ??= new HttpClient(merchantConnection(settings, this.isOwnToken), this.log);
    return this.merchantHost;
  }

  private sdkAuth(): HttpClient {
    this.sdkAuthHost ??= new HttpClient(sdkAuthConnection(this.settings), this.log);
    return this.sdkAuthHost;
  }
}
