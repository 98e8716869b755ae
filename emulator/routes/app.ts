import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";

/** The router of the check service. */
export type CheckApp = Hono<{ Bindings: HttpBindings }>;
