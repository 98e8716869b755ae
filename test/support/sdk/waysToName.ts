import type * as pulumi from "@pulumi/pulumi";
import type { Check } from "../../../sdk";

/** What a program may give an assignment in order to name a check that it makes, and how to say that. */
export const WAYS_TO_NAME: [string, (check: Check) => Check | pulumi.Input<string>][] = [
  ["the check", (check) => check],
  ["its id", (check) => check.id],
  ["its UUID", (check) => check.uuid],
  ["its slug", (check) => check.slug],
];
