/** A token for the mobile SDK, kept as a secret and renewed on demand, with the parameters of the payment screen. */
import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { TokenRequest } from "../api/merchant";
import type { Values } from "../fields";
import { secondsOf } from "../merchant/duration";
import type { Merchant } from "../merchant/merchant";
import { completeScreen, type Screen, screenProblems } from "../merchant/screen";
import { requestFor, requestIfKnown } from "../merchant/tokenRequest";
import type { ResourceDefinition } from "../resource";
import type { Session } from "../session";
import { isUnknown } from "../unknown";
import {
  type PaymentsConfigInputs,
  type PaymentsConfigState,
  paymentsConfigFields,
} from "./paymentsConfigFields";

export const paymentsConfig: ResourceDefinition = {
  kind: "PaymentsConfig",
  fields: paymentsConfigFields,
  secretOutputs: ["accessToken", "previousAccessToken", "__issuedFor"],

  translate(named) {
    const { environment, screen } = named;
    if (typeof screen !== "object" || screen === null) return named;
    return { ...named, screen: completeScreen(environment, screen as Partial<Screen>) };
  },

  rules({ environment, screen }) {
    if (environment === undefined || screen === undefined) return [];
    return screenProblems(environment as PaymentsConfigInputs["environment"], screen as Screen);
  },

  due(session, before, news) {
    const state = before as PaymentsConfigState;
    const inputs = news as PaymentsConfigInputs;
    if (isUnknown(news)) return undefined;
    const reason = reasonToRenew(session, state, inputs);
    return reason === undefined
      ? undefined
      : { reason: `payments configuration: ${reason}; an up gets a new token` };
  },

  async create(session, news) {
    const inputs = news as PaymentsConfigInputs;
    return { id: randomUUID(), state: await withToken(session.merchant(), inputs) };
  },

  /** Nothing can be asked about a token; asking for another would be a new one. */
  async read(_session, _id, state) {
    return state;
  },

  async update(session, _id, before, news) {
    const state = before as PaymentsConfigState;
    const inputs = news as PaymentsConfigInputs;
    if (reasonToRenew(session, state, inputs) !== undefined)
      return withToken(session.merchant(), inputs, state.accessToken);
    const { accessToken, previousAccessToken, issuedAt, __issuedFor } = state;
    return stateOf(inputs, { accessToken, previousAccessToken, issuedAt, __issuedFor });
  },

  /** The token stays valid at the service, which has no operation to withdraw it. */
  async delete() {},
};

/** Why the present token does not do any more. */
function reasonToRenew(
  session: Session,
  state: PaymentsConfigState,
  inputs: PaymentsConfigInputs,
): string | undefined {
  if (!isDeepStrictEqual(state.triggers ?? [], inputs.triggers)) return "triggers changed";
  const rotateAt = rotationOf(inputs, state.issuedAt);
  if (rotateAt !== undefined && rotateAt <= nowInSeconds()) {
    return `the token is ${nowInSeconds() - state.issuedAt} s old, and rotateAfter is ${secondsOf(inputs.rotateAfter ?? 0)} s`;
  }
  const wanted = requestIfKnown(inputs, session.merchant().settings);
  if (wanted === undefined || fingerprint(wanted) === state.__issuedFor) return undefined;
  return "environment, serviceId, secretKey or domain is another than the token was issued for";
}

async function withToken(
  merchant: Merchant,
  inputs: PaymentsConfigInputs,
  previous?: string,
): Promise<Values> {
  const request = requestFor(inputs, merchant.settings);
  const accessToken = await merchant.api.sdkToken(request);
  return stateOf(inputs, {
    accessToken,
    previousAccessToken: previous,
    issuedAt: nowInSeconds(),
    __issuedFor: fingerprint(request),
  });
}

type Issued = Pick<PaymentsConfigState, "accessToken" | "issuedAt" | "__issuedFor"> & {
  previousAccessToken: string | undefined;
};

function stateOf(inputs: PaymentsConfigInputs, { previousAccessToken, ...issued }: Issued): Values {
  const rotateAt = rotationOf(inputs, issued.issuedAt);
  return {
    ...inputs,
    ...issued,
    ...(inputs.keepPrevious && previousAccessToken !== undefined && { previousAccessToken }),
    ...(rotateAt !== undefined && { rotateAt }),
  };
}

function rotationOf({ rotateAfter }: PaymentsConfigInputs, issuedAt: number): number | undefined {
  return rotateAfter === undefined ? undefined : issuedAt + secondsOf(rotateAfter);
}

/** Tells whether two requests are the same without keeping the key a second time. Itself kept as a secret. */
function fingerprint({ environment, serviceId, secretKey, domain }: TokenRequest): string {
  const parts = JSON.stringify([environment, serviceId, secretKey, domain]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
