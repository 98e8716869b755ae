import { json } from "../core/answer";

/** Ends a request of the merchant service with an error. */
export class MerchantRefusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly errorName = "Error",
  ) {
    super(message);
  }

  /** `{"error": {"statusCode", "name", "message"}}` */
  get answer(): Response {
    const { statusCode, errorName: name, message } = this;
    return json({ error: { statusCode, name, message } }, statusCode);
  }
}

/** 401: the key, the token or whom they belong to is wrong. */
export function unauthorized(): MerchantRefusal {
  return new MerchantRefusal(401, "Authorization Required");
}

/** 400 with what is wrong; the document shows no texts, these are the emulator's. */
export function invalid(reason: string): MerchantRefusal {
  return new MerchantRefusal(400, `Invalid data: ${reason}`);
}

/** 404 for a transaction, an invoice or an address. */
export function notFound(what: string): MerchantRefusal {
  return new MerchantRefusal(404, `${what} not found`);
}
