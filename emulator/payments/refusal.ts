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

/** 401: the key, the token, or its owner is wrong. */
export function unauthorized(): MerchantRefusal {
  return new MerchantRefusal(401, "Authorization Required");
}

/** 400 with the reason. The document gives no texts; these are ours. */
export function invalid(reason: string): MerchantRefusal {
  return new MerchantRefusal(400, `Invalid data: ${reason}`);
}

/** 404 for an unknown transaction, invoice or address. */
export function notFound(what: string): MerchantRefusal {
  return new MerchantRefusal(404, `${what} not found`);
}
