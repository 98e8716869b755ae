/** Answers that a service says are good: read as what its interface promises, or told apart by what came instead. */
import type { InternalAxiosRequestConfig } from "axios";
import type { z } from "zod";
import { jsonOrUndefined, wellFormedJson } from "../core/json";
import { axios } from "./axios";
import { PAGE, STRANGE } from "./codes";
import { StrangeAnswer } from "./explanation";
import { isPage } from "./words";

/** What an answer says of itself. */
export interface Head {
  status: number;
  /** Its media type, such as `text/plain`. */
  type: string;
}

/** Turns an answer, as text or as bytes, and what it says of itself into its value; throws when it is not what the API promises. */
export type Parse<T> = (text: string, bytes: Uint8Array, head: Head) => T;

/** The JSON of an answer, in the shape that the interface promises. */
export function json<T>(shape: z.ZodType<T>): (text: string) => T {
  return (text) => shape.parse(wellFormedJson(text));
}

/**
 * Parses successful answers inside the request, so that a cut one, or a page that stands in for the service, is
 * retried like any other failure. Whole JSON of another shape would come again: that is final.
 */
export function parser<T>(parse: Parse<T>) {
  return function (
    this: InternalAxiosRequestConfig,
    bytes: Uint8Array | undefined,
    headers: Readonly<Record<string, unknown>> | undefined,
    status?: number,
  ): unknown {
    const text = new TextDecoder().decode(bytes);
    if (status === undefined || status < 200 || status > 299) return text;
    try {
      // When an answer breaks off, axios passes on none of it; that is not an empty answer.
      if (bytes === undefined) throw new Error("cut short");
      return parse(text, bytes, { status, type: String(headers?.["content-type"] ?? "") });
    } catch (reason) {
      const { AxiosError } = axios();
      const kind = jsonOrUndefined(text) === undefined ? AxiosError.ERR_BAD_RESPONSE : STRANGE;
      const code = isPage(text) ? PAGE : kind;
      const failure = new AxiosError("not what the API promises", code, this);
      if (code === STRANGE) failure.cause = new StrangeAnswer(text, reason);
      throw failure;
    }
  };
}
