import { z } from "zod";

/** Anything that may be an e-mail address. The service decides which ones exist; its documentation shows no limits. */
export const emailAddress = () =>
  z
    .string({ error: "must be an e-mail address" })
    .regex(/^\S+@\S+$/u, { error: "must be an e-mail address" });
