import type { EmulatorOptions, MerchantKeys, TransactionRecord } from "../../../emulator";
import { type Answer, type Extras, Service } from "./serviceClient";

type Headers = Record<string, string>;

const JSON_TYPE: Headers = { "Content-Type": "application/json", Accept: "application/json" };

/** A started emulator whose merchant service is spoken to as a client would, without retrying. */
export class MerchantClient {
  private constructor(readonly service: Service) {}

  static async start(options: EmulatorOptions = {}): Promise<MerchantClient> {
    return new MerchantClient(await Service.start(options));
  }

  get admin() {
    return this.service.admin;
  }

  get keys(): MerchantKeys {
    return this.service.emulator.merchant;
  }

  /** A request with the merchant's access token, save where `headers` say otherwise. */
  call(method: string, path: string, extras: Extras = {}): Promise<Answer> {
    const headers = { ...JSON_TYPE, Authorization: this.keys.accessToken, ...extras.headers };
    return this.service.call(method, path, { ...extras, key: null, headers });
  }

  /** getTransaction with its number in the body, as the document has it. */
  get(transactionno: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call("GET", "/api/transactions/getTransaction", {
      json: { transactionno },
      headers: { "User-Agent": "test", Origin: "http://127.0.0.1", ...headers },
    });
  }

  /** The record of a transaction that exists. */
  async record(transactionno: string): Promise<TransactionRecord> {
    const answer = await this.get(transactionno);
    if (answer.status !== 200) throw new Error(`${transactionno}: ${answer.status} ${answer.text}`);
    return answer.json() as TransactionRecord;
  }

  refund(json: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call("POST", "/api/transactions/refundTransaction", { json, headers });
  }

  share(json: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call("POST", "/api/invoices/share", { json, headers });
  }

  /** A token request, without the Authorization header. */
  token(version: 4 | 5, json: unknown): Promise<Answer> {
    const path = `/api-v${version}/userbusinesses/getsdktoken`;
    return this.service.call("POST", path, { key: null, json, headers: JSON_TYPE });
  }

  close(): Promise<void> {
    return this.service.close();
  }
}

/** Status and message of an error, whose shape it checks. */
export function errorOf(answer: Answer): [number, string] {
  const { error, ...rest } = answer.json();
  expect(rest).toEqual({});
  expect(error).toEqual({ statusCode: answer.status, name: expect.any(String), message: expect.any(String) });
  return [answer.status, (error as { message: string }).message];
}
