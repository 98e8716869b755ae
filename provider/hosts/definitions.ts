/**
 * All kinds of resources, by the names under which hosts serve them and the state of every stack refers to them. Only
 * kinds in this table are served, documented, and known to the SDK and the command line. The specific types of each life
 * cycle end here: callers get a definition from the table as one of many.
 */
import type { ResourceDefinition } from "../core/resource";
import { channelAssignment } from "../monitor/channelAssignment/channelAssignment";
import { check } from "../monitor/check/check";
import { invoiceShare } from "../payments/invoiceShare/invoiceShare";
import { paymentsConfig } from "../payments/paymentsConfig/paymentsConfig";
import { refund } from "../payments/refund/refund";
import { refundAttempt } from "../payments/refund/refundAttempt";

/** Those of the monitoring service: people and other programs change them there, so they may drift. */
export const monitorDefinitions = { check, channelAssignment } satisfies Table;

/** Those of the payment service: records of what was done, which nobody else changes. */
const paymentsDefinitions = { paymentsConfig, refund, refundAttempt, invoiceShare } satisfies Table;

/** A permanent interface: a name is never changed or removed. */
export const definitions: Readonly<Record<DefinitionName, ResourceDefinition>> = {
  ...monitorDefinitions,
  ...paymentsDefinitions,
};

/** Name of a kind of resource, for example `check`. */
export type DefinitionName = keyof typeof monitorDefinitions | keyof typeof paymentsDefinitions;

type Table = Record<string, ResourceDefinition>;

/**
 * The types under which the native plugin keeps rows of each kind; as permanent as the names above. A refund is two
 * rows, behind the one resource of a program that is `checks:payments:Refund`.
 */
export const pluginTypes: Readonly<Record<DefinitionName, string>> = {
  check: "checks:index:Check",
  channelAssignment: "checks:index:ChannelAssignment",
  paymentsConfig: "checks:payments:PaymentsConfig",
  refund: "checks:payments:RefundRecord",
  refundAttempt: "checks:payments:RefundAttempt",
  invoiceShare: "checks:payments:InvoiceShare",
};

/** What serves a resource: a dynamic provider in the program's own packages, or the native plugin. */
export type Host = "dynamic" | "plugin";

/** In front of the kind, in the types of the dynamic host. */
const DYNAMIC = "pulumi-nodejs:dynamic/checks:";

/** The type that a host gives to rows of a kind. */
export function typeOf(host: Host, servedAs: DefinitionName): string {
  return host === "plugin" ? pluginTypes[servedAs] : `${DYNAMIC}${definitions[servedAs].kind}`;
}
