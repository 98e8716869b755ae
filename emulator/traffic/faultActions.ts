import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { page } from "../core/answer";
import { bodyOf } from "../core/requestBody";
import { sleep } from "../core/sleep";
import type { FaultAction } from "./faults";

/** How a request with a fault ended; status 0 if the connection was cut. */
interface FaultyAnswer {
  answer: Response;
  status: number;
}

/** Performs a fault. `effect` executes the request and returns the ordinary answer. */
export async function playFault(
  action: FaultAction,
  { incoming, outgoing }: HttpBindings,
  effect: () => Promise<Response>,
): Promise<FaultyAnswer> {
  // Reads the whole request first, so that its effect no longer depends on the client.
  await bodyOf(incoming).catch(() => undefined);
  switch (action.kind) {
    case "reset":
      if (action.when === "after") await effect();
      return cutConnection(outgoing);
    case "stall":
      return answerWith(await stall(action, effect));
    case "truncate":
      return truncate(await effect(), outgoing);
    case "half":
      return answerWith(await halve(await effect()));
    default: {
      if (action.when === "after") await effect();
      return answerWith(substitute(action));
    }
  }
}

function answerWith(answer: Response): FaultyAnswer {
  return { answer, status: answer.status };
}

function cutConnection(outgoing: HttpBindings["outgoing"]): FaultyAnswer {
  outgoing.socket?.destroy();
  return { answer: RESPONSE_ALREADY_SENT, status: 0 };
}

async function stall(
  action: Extract<FaultAction, { kind: "stall" }>,
  effect: () => Promise<Response>,
): Promise<Response> {
  if (action.when === "before") {
    await sleep(action.ms);
    return effect();
  }
  const answer = await effect();
  await sleep(action.ms);
  return answer;
}

async function halve(answer: Response): Promise<Response> {
  const whole = Buffer.from(await answer.arrayBuffer());
  return new Response(new Uint8Array(whole.subarray(0, whole.length >> 1)), {
    status: answer.status,
    headers: { "content-type": answer.headers.get("content-type") ?? "application/json" },
  });
}

async function truncate(answer: Response, outgoing: HttpBindings["outgoing"]): Promise<FaultyAnswer> {
  const whole = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, {
    "content-type": answer.headers.get("content-type") ?? "application/json",
    "content-length": Math.max(whole.length, 2),
  });
  await new Promise<void>((resolve) => {
    outgoing.once("close", resolve);
    outgoing.write(whole.subarray(0, whole.length >> 1).toString() || " ", () => {
      outgoing.socket?.destroySoon();
      resolve();
    });
  });
  return { answer: RESPONSE_ALREADY_SENT, status: answer.status };
}

/** Statuses without a body. */
const BODILESS = [204, 205, 304];

type Substitute = Extract<FaultAction, { kind: "status" | "redirect" | "html" | "empty" }>;

function substitute(action: Substitute): Response {
  switch (action.kind) {
    case "redirect":
      return new Response(null, { status: action.status, headers: { location: action.location } });
    case "html":
      return action.body === undefined
        ? page(200, "Sign in")
        : new Response(action.body, { headers: { "content-type": "text/html; charset=utf-8" } });
    case "empty":
      return new Response(null, { status: 200 });
    case "status": {
      const headers = new Headers({ "content-type": action.contentType ?? "text/html; charset=utf-8" });
      if (action.retryAfter !== undefined) headers.set("retry-after", String(action.retryAfter));
      if (action.retryAfterDateIn !== undefined) {
        headers.set("retry-after", new Date(Date.now() + action.retryAfterDateIn * 1000).toUTCString());
      }
      if (BODILESS.includes(action.status)) return new Response(null, { status: action.status, headers });
      return new Response(action.body ?? `<html><body><h1>${action.status}</h1></body></html>`, {
        status: action.status,
        headers,
      });
    }
  }
}
