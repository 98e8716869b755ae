/** An invoice sent to somebody by e-mail or SMS: once, and again when its arguments change. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { nowInSeconds } from "../../core/clock";
import { fieldMeta, filledText, produced, type ValuesOf, withoutInternals } from "../../core/fields";
import { defineResource, type StateOf, Unfinished } from "../../core/resource";
import { type Merchant, merchantOf } from "../merchant";
import { missingSettings } from "../missingSettings";
import { triggers } from "../triggers";
import { receiverProblem, type Share, ShareUnclear, shareOnce } from "./sharing";

/** What a program says about a share. */
export const invoiceShareFields = {
  /** Number of the invoice. Another number is another share. */
  invoiceNumber: filledText().register(fieldMeta, { managed: "always", replaces: true }),
  /** How it is sent. */
  channel: z
    .enum(["email", "sms"], { error: 'must be "email" or "sms"' })
    .register(fieldMeta, { managed: "always" }),
  /** E-mail address, or cell number such as `+974 5555 1234`. */
  receiver: z.string({ error: "must be a string" }).register(fieldMeta, { managed: "always" }),
  /** Any values: when one changes, the invoice is sent once more. */
  triggers: triggers(),
} as const;

/** What became of a share. */
export const invoiceShareOutputs = {
  /** `sent`, or `unknown` when the service did not answer properly. */
  outcome: produced(z.enum(["sent", "unknown"]), { secret: false }),
  /** When it was sent, or may have been, in UNIX seconds. */
  sentAt: produced(z.number(), { secret: false, unit: "seconds" }),
} as const;

type Inputs = ValuesOf<typeof invoiceShareFields>;
type State = StateOf<typeof invoiceShareFields, typeof invoiceShareOutputs>;

export const invoiceShare = defineResource({
  kind: "InvoiceShare",
  // If the other invoice cannot be sent, this one stays the one that was.
  createsFirst: true,
  fields: invoiceShareFields,
  outputs: invoiceShareOutputs,

  rules({ channel, receiver }) {
    if (channel === undefined || receiver === undefined) return [];
    const reason = receiverProblem(channel, receiver);
    return reason === undefined ? [] : [{ property: "receiver", reason }];
  },

  objections(session, olds, { channel }) {
    const sentVia = channel === "sms" ? "sentViaSms" : "sentViaEmail";
    return missingSettings(session, olds, ["url", "accessToken", sentVia]);
  },

  async create(session, inputs) {
    const id = inputs.invoiceNumber;
    return { id, state: await sendOnce(merchantOf(session), id, inputs) };
  },

  async read(_session, _id, state) {
    return state;
  },

  async update(session, id, before, inputs) {
    const { outcome, sentAt, ...old } = withoutInternals(before);
    if (!isDeepStrictEqual(old, inputs)) return sendOnce(merchantOf(session), id, inputs);
    if (outcome === "unknown") {
      session.log.warn(
        `invoice ${inputs.invoiceNumber}: it is still not known whether it was sent; change \`triggers\` to send it again`,
      );
    }
    return { ...inputs, outcome, sentAt };
  },

  async delete() {},
});

/** Sends the invoice. The state keeps the outcome, whatever it is. */
async function sendOnce(merchant: Merchant, id: string, inputs: Inputs): Promise<State> {
  const state = (outcome: State["outcome"]): State => ({
    ...inputs,
    outcome,
    sentAt: nowInSeconds(),
  });
  try {
    await shareOnce(merchant, inputs satisfies Share);
    return state("sent");
  } catch (error) {
    if (!(error instanceof ShareUnclear)) throw error;
    throw new Unfinished(id, state("unknown"), `${error.message} (by changing \`triggers\`)`);
  }
}
