/**
 * All kinds of resources, by the names under which hosts serve them and the state of every stack refers to them. What is
 * in this table is served, declared by a class of the SDK, documented, and seen by the command line; what is not is none.
 * Here the types of each life cycle end: who takes a definition out of the table knows it as one of many.
 */
import type { ResourceDefinition } from "../core/resource";
import { channelAssignment } from "../monitor/channelAssignment/channelAssignment";
import { check } from "../monitor/check/check";
import { invoiceShare } from "../payments/invoiceShare/invoiceShare";
import { paymentsConfig } from "../payments/paymentsConfig/paymentsConfig";
import { refund } from "../payments/refund/refund";
import { refundAttempt } from "../payments/refund/refundAttempt";

/** Those of the monitoring service: people and other programs change them there, so that they may drift. */
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

/** The type under which a host keeps rows of a kind. */
export function typeOf(host: Host, servedAs: DefinitionName): string {
  return host === "plugin" ? pluginTypes[servedAs] : `${DYNAMIC}${definitions[servedAs].kind}`;
}
