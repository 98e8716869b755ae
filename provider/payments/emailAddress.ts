import { z } from "zod";

/** What may be an e-mail address. Which ones there are is for the service to decide: its document shows no bounds. */
export const emailAddress = () =>
  z
    .string({ error: "must be an e-mail address" })
    .regex(/^\S+@\S+$/u, { error: "must be an e-mail address" });
