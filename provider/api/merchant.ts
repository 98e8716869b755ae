/** The interface of the payment service: one method an operation. */
import { z } from "zod";
import { ChecksError } from "../errors";
import type { Log } from "../log";
import { merchantConnection, sdkAuthConnection } from "../merchant/merchantConnection";
import { type MerchantSettings, needed } from "../merchant/merchantSettings";
import { type Transaction, transactionDocument, transactionFromWire } from "../merchant/transaction";
import { HttpClient, json } from "./http";

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

/** Whatever else is in it, an answer with a transaction number says that the refund was made. */
const reverseDocument = z.looseObject({ invoicenumber: z.string().min(1) });

/** Typed calls of the merchant operations and of the SDK token operation. */
export class MerchantApi {
  private merchantHost: HttpClient | undefined;
  private sdkAuthHost: HttpClient | undefined;

  constructor(
    private readonly settings: MerchantSettings,
    private readonly log: Log,
  ) {}

  /** `GET {base_url}/api/transactions/getTransaction`. 404 when there is none with this number. */
  async getTransaction(transactionno: string): Promise<Transaction> {
    const { origin, transactionNumberIn } = this.settings;
    const fields = { transactionno };
    const { data } = await this.merchant().call({
      method: "GET",
      path: "/api/transactions/getTransaction",
      headers: { Origin: origin ?? new URL(needed(this.settings, "url")).origin },
      ...(transactionNumberIn === "query" ? { query: new URLSearchParams(fields) } : { body: fields }),
      parse: json(transactionDocument),
      what: "reading the transaction",
    });
    return transactionFromWire(data, this.settings);
  }

  /**
   * `POST {base_url}/api/transactions/refundTransaction`, once. Gives the reverse transaction. `mayAsk` is called right
   * before it is sent, after all waiting for other requests; what it throws ends the call.
   */
  async refundTransaction(transactionNumber: string, mayAsk?: () => void): Promise<Reverse> {
    const { data } = await this.merchant().call({
      method: "POST",
      path: "/api/transactions/refundTransaction",
      body: { [needed(this.settings, "refundField")]: transactionNumber },
      parse: json(reverseDocument),
      what: "refunding the transaction",
      repeat: false,
      ...(mayAsk && { beforeSending: mayAsk }),
    });
    const whole = transactionDocument.safeParse(data);
    return {
      transactionNumber: data.invoicenumber,
      ...(whole.success && { transaction: transactionFromWire(whole.data, this.settings) }),
    };
  }

  /** `POST {base_url}/api/invoices/share`, once. Throws when the service says that it did not. */
  async shareInvoice(invoicenumber: string, channel: ShareChannel, receiver: string): Promise<void> {
    const { data } = await this.merchant().call({
      method: "POST",
      path: "/api/invoices/share",
      body: {
        sentvia: needed(this.settings, channel === "email" ? "sentViaEmail" : "sentViaSms"),
        invoicenumber,
        [channel === "email" ? "receiverEmail" : "receivercellno"]: receiver,
      },
      parse: json(z.looseObject({ result: z.boolean() })),
      what: "sharing the invoice",
      repeat: false,
    });
    if (data.result) return;
    throw new ChecksError({ subject: "sharing the invoice", reason: "the service answered that it did not" });
  }

  /** `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox, `api-v4` in production. A secret. */
  async sdkToken({ environment, serviceId, secretKey, domain }: TokenRequest): Promise<string> {
    const sandbox = environment === "sandbox";
    const { data } = await this.sdkAuth().call({
      method: "POST",
      path: `/api-${sandbox ? "v5" : "v4"}/userbusinesses/getsdktoken`,
      body: {
        [needed(this.settings, "serviceIdField")]: serviceId,
        secretKey,
        domain,
        ...(sandbox && { isTest: true }),
      },
      parse: json(z.looseObject({ accessToken: z.string().min(1) })),
      what: "getting an SDK token",
      secrets: [secretKey],
    });
    return data.accessToken;
  }

  private merchant(): HttpClient {
    this.merchantHost ??= new HttpClient(merchantConnection(this.settings), this.log);
    return this.merchantHost;
  }

  private sdkAuth(): HttpClient {
    this.sdkAuthHost ??= new HttpClient(sdkAuthConnection(this.settings), this.log);
    return this.sdkAuthHost;
  }
}
