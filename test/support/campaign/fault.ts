import type { Fault } from "../../../emulator";
import type { Draw } from "./draw";

/** What goes wrong at the service, by chance: an answer that refuses, comes too late, or is cut off. */
export function drawnFault(draw: Draw, methods = ["POST", "POST", "DELETE"]): Fault {
  const action = draw.one<Fault["action"]>([
    { kind: "status", status: 403 },
    { kind: "status", status: 400, body: '{"error":"not today"}' },
    { kind: "status", status: 502, when: "after" },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "truncate" },
    { kind: "html", when: "after" },
  ]);
  return {
    match: { method: draw.one(methods) },
    nth: draw.integer(1, 3),
    times: draw.integer(1, 2),
    action,
  };
}
