import { empty, json, mislabelledText, page } from "../core/answer";
import type { Dialect } from "./dialect";

/** Thrown by a handler to end a request with an answer; it still gets the CORS headers of its address. */
export class Refusal extends Error {
  constructor(readonly answer: Response) {
    super("refused");
  }
}

/** Thrown to end a request with a whole page (404, 500), which the framework makes, without CORS headers. */
class PageRefusal extends Refusal {}

/** The answers that end a request early, in the words of a dialect. */
export class Refusals {
  constructor(private readonly dialect: Dialect) {}

  /** An error with its message, e.g. 400 with `{"error": "..."}`. */
  error(status: number, message: string): Refusal {
    return new Refusal(this.dialect.errorBodies ? json({ error: message }, status) : empty(status));
  }

  /** An error that never has a body. */
  bare(status: number): Refusal {
    return new Refusal(empty(status));
  }

  /** An error that is a word or two in plain text. */
  text(status: number, message: string): Refusal {
    return new Refusal(this.dialect.errorBodies ? mislabelledText(message, status) : empty(status));
  }

  /** 404 for an unknown check or address. */
  notFound(): PageRefusal {
    return this.page(404, "Page Not Found");
  }

  /** A whole page. */
  page(status: number, title: string): PageRefusal {
    return new PageRefusal(this.dialect.errorBodies ? page(status, title) : empty(status));
  }
}
