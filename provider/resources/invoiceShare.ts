/** An invoice sent to somebody by e-mail or SMS: once, and again when what is said about it changes. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { fieldMeta, text } from "../fields";
import type { Merchant } from "../merchant/merchant";
import { receiverProblem, type Share, ShareUnclear, shareOnce } from "../merchant/sharing";
import { type ResourceDefinition, Unfinished } from "../resource";
import { triggers } from "./triggers";

/** What a program says about a share. */
export const invoiceShareFields = {
  /** Number of the invoice. Another number is another share. */
  invoiceNumber: text()
    .refine((value) => value.trim() !== "", { error: "must not be empty" })
    .register(fieldMeta, { managed: "always", replaces: true }),
  /** How it is sent. */
  channel: z
    .enum(["email", "sms"], { error: 'must be "email" or "sms"' })
    .register(fieldMeta, { managed: "always" }),
  /** E-mail address, or cell number such as `+974 5555 1234`. */
  receiver: z.string({ error: "must be a string" }).register(fieldMeta, { managed: "always" }),
  /** Anything that, when it changes, asks for the invoice to be sent once more. */
  triggers: triggers(),
} as const;

/** What became of a share. */
export const invoiceShareOutputs = {
  /** `sent`, or `unknown` when the service did not answer properly. */
  outcome: z.enum(["sent", "unknown"]).register(fieldMeta, { managed: "never" }),
  /** When it was sent, or may have been, in UNIX seconds. */
  sentAt: z.number().register(fieldMeta, { managed: "never", unit: "seconds" }),
} as const;

type Inputs = z.output<z.ZodObject<typeof invoiceShareFields>>;
type State = Inputs & z.output<z.ZodObject<typeof invoiceShareOutputs>>;

export const invoiceShare: ResourceDefinition = {
  kind: "InvoiceShare",
  fields: invoiceShareFields,
  secretOutputs: [],

  rules({ channel, receiver }) {
    if (channel === undefined || receiver === undefined) return [];
    const reason = receiverProblem(channel as Inputs["channel"], receiver as string);
    return reason === undefined ? [] : [{ property: "receiver", reason }];
  },

  async create(session, news) {
    const inputs = news as Inputs;
    const id = inputs.invoiceNumber;
    return { id, state: await sent(session.merchant(), id, inputs) };
  },

  async read(_session, _id, state) {
    return state;
  },

  async update(session, id, before, news) {
    const { outcome, sentAt, ...old } = withoutInternals(before as State);
    const inputs = news as Inputs;
    if (!isDeepStrictEqual(old, inputs)) return sent(session.merchant(), id, inputs);
    if (outcome === "unknown") {
      session.log.warn(
        `invoice ${inputs.invoiceNumber}: whether it was sent is still not known; change \`triggers\` to send it again`,
      );
    }
    return { ...inputs, outcome, sentAt };
  },

  async delete() {},
};

async function sent(merchant: Merchant, id: string, inputs: Inputs): Promise<State> {
  const state = (outcome: State["outcome"]): State => ({
    ...inputs,
    outcome,
    sentAt: Math.floor(Date.now() / 1000),
  });
  try {
    await shareOnce(merchant, inputs satisfies Share);
    return state("sent");
  } catch (error) {
    if (!(error instanceof ShareUnclear)) throw error;
    throw new Unfinished(id, state("unknown"), `${error.message}: change \`triggers\` then`);
  }
}

function withoutInternals(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith("__"))) as State;
}
