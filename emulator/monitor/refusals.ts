import { empty, json, mislabelledText, page } from "../core/answer";
import type { Dialect } from "./dialect";

/** Thrown by a handler to end a request with an answer that has the CORS headers of its address. */
export class Refusal extends Error {
  constructor(readonly answer: Response) {
    super("refused");
  }
}

/** Thrown to end a request with a page (404, 500), which the real server's framework makes without CORS headers. */
class PageRefusal extends Refusal {}

/** The answers that end a request early, as worded by a dialect. */
export class Refusals {
  constructor(private readonly dialect: Dialect) {}

  /** An error with a message, e.g. 400 with `{"error": "..."}`. */
  error(status: number, message: string): Refusal {
    return new Refusal(this.dialect.errorBodies ? json({ error: message }, status) : empty(status));
  }

  /** An error without a body. */
  bare(status: number): Refusal {
    return new Refusal(empty(status));
  }

  /** An error with a word or two in plain text. */
  text(status: number, message: string): Refusal {
    return new Refusal(this.dialect.errorBodies ? mislabelledText(message, status) : empty(status));
  }

  /** 404 for an unknown check or address. */
  notFound(): PageRefusal {
    return this.page(404, "Page Not Found");
  }

  page(status: number, title: string): PageRefusal {
    return new PageRefusal(this.dialect.errorBodies ? page(status, title) : empty(status));
  }
}
