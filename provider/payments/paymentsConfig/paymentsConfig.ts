/** A token for the mobile SDK, kept as a secret and renewed on demand, with the parameters of the payment screen. */
import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { nowInSeconds } from "../../core/clock";
import { ChecksError } from "../../core/errors";
import { defineResource, type Problem } from "../../core/resource";
import type { RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { withoutCredentials } from "../../http/connection";
import type { TokenRequest } from "../api";
import { inOneSpelling } from "../connection";
import { secondsOf } from "../duration";
import { type Merchant, merchantOf } from "../merchant";
import { missingSettings } from "../missingSettings";
import { completeScreen, screenProblems } from "../screen/screen";
import { type MerchantSettings, sourceOf } from "../settings";
import { KeyUse } from "./keyUse";
import {
  type PaymentsConfigInputs,
  type PaymentsConfigState,
  paymentsConfigFields,
  paymentsConfigInternals,
  paymentsConfigOutputs,
} from "./paymentsConfigFields";
import { requestFor, requestIfKnown } from "./tokenRequest";

export const paymentsConfig = defineResource({
  kind: "PaymentsConfig",
  fields: paymentsConfigFields,
  outputs: paymentsConfigOutputs,
  internals: paymentsConfigInternals,

  translate(named) {
    const { environment, screen } = named;
    if (typeof screen !== "object" || screen === null) return named;
    return { ...named, screen: completeScreen(environment, screen) };
  },

  rules({ environment, screen }) {
    if (environment === undefined || screen === undefined) return [];
    return screenProblems(environment, screen);
  },

  objections(session, olds, news, note) {
    const left = REQUEST_SETTINGS.filter((key) => news[key] === undefined);
    return [
      ...otherUse(session, news, note),
      ...missingSettings(session, olds, ["sdkAuthUrl", "serviceIdField", ...left]),
    ];
  },

  due(session, state, inputs) {
    if (isUnknown(inputs)) return undefined;
    const reason = reasonToRenew(session, state, inputs);
    return reason === undefined
      ? undefined
      : { reason: `payments configuration: ${reason}; an up gets a new token` };
  },

  async create(session, inputs) {
    return { id: randomUUID(), state: await fetchToken(merchantOf(session), inputs) };
  },

  /** The service has no operation to read a token; another request would get a new one. */
  async read(_session, _id, state) {
    return state;
  },

  async update(session, _id, state, inputs) {
    if (reasonToRenew(session, state, inputs) !== undefined)
      return fetchToken(merchantOf(session), inputs, state);
    const { accessToken, previousAccessToken, issuedAt, __issuedFor, __issuedBy } = state;
    return stateOf(inputs, { accessToken, previousAccessToken, issuedAt, __issuedFor, __issuedBy });
  },

  /** The token stays valid at the service, which has no operation to withdraw it. */
  async delete() {},
});

const newKeyUse = () => new KeyUse();

/** The problem of one key for both environments, as far as both are known. */
function otherUse(
  session: Session,
  { environment, secretKey }: Partial<PaymentsConfigInputs>,
  note: RunNote | undefined,
): Problem[] {
  if (note === undefined || isUnknown(secretKey)) return [];
  const key = secretKey ?? keyOfSettings(session);
  const reason = session.part(newKeyUse).problem(note.name, environment, key);
  return reason === undefined ? [] : [{ property: "secretKey", reason }];
}

function keyOfSettings(session: Session): string | undefined {
  try {
    return merchantOf(session).settings.secretKey;
  } catch (error) {
    // A wrong setting is reported by whatever needs it.
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}

/** Why the present token must be renewed. */
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
  const { settings } = merchantOf(session);
  const [issuer, now] = [state.__issuedBy, issuerIn(settings)];
  if (issuer !== undefined && now !== undefined && issuer !== now) {
    return `the token was issued by ${issuer}, and ${sourceOf(settings, "sdkAuthUrl")} is now ${now}`;
  }
  const wanted = requestIfKnown(inputs, settings);
  if (wanted === undefined || fingerprint(wanted) === state.__issuedFor) return undefined;
  return "environment, serviceId, secretKey or domain is not what the token was issued for";
}

/** The service that would issue a token; undefined in a preview that may not know it. */
function issuerIn({ sdkAuthUrl }: MerchantSettings): string | undefined {
  return sdkAuthUrl === undefined ? undefined : withoutCredentials(inOneSpelling(sdkAuthUrl));
}

/** Parts of a token request that may come from the settings. */
const REQUEST_SETTINGS = ["serviceId", "secretKey", "domain"] as const;

/** Shorter values would match in any sentence. */
const SHORTEST_SECRET = 4;

async function fetchToken(
  merchant: Merchant,
  inputs: PaymentsConfigInputs,
  before?: PaymentsConfigState,
): Promise<PaymentsConfigState> {
  const request = requestFor(inputs, merchant.settings);
  // Any input may be a secret of the program, and the service may quote what it knows of the merchant.
  const { serviceId, domain } = inputs;
  const secrets = [before?.accessToken, before?.previousAccessToken, before?.secretKey, serviceId, domain];
  const accessToken = await merchant.api.sdkToken(
    request,
    secrets.flatMap((secret = "") => (secret.length >= SHORTEST_SECRET ? [secret] : [])),
  );
  // A service may return the same token until it expires; then the previous one stays the previous one.
  const previous = accessToken === before?.accessToken ? before.previousAccessToken : before?.accessToken;
  return stateOf(inputs, {
    accessToken,
    previousAccessToken: previous,
    issuedAt: nowInSeconds(),
    __issuedFor: fingerprint(request),
    __issuedBy: issuerIn(merchant.settings),
  });
}

type Issued = Pick<PaymentsConfigState, "accessToken" | "issuedAt" | "__issuedFor"> & {
  previousAccessToken: string | undefined;
  __issuedBy: string | undefined;
};

function stateOf(
  inputs: PaymentsConfigInputs,
  { previousAccessToken, __issuedBy, ...issued }: Issued,
): PaymentsConfigState {
  const rotateAt = rotationOf(inputs, issued.issuedAt);
  return {
    ...inputs,
    ...issued,
    ...(__issuedBy !== undefined && { __issuedBy }),
    ...(inputs.keepPrevious && previousAccessToken !== undefined && { previousAccessToken }),
    ...(rotateAt !== undefined && { rotateAt }),
  };
}

function rotationOf({ rotateAfter }: PaymentsConfigInputs, issuedAt: number): number | undefined {
  return rotateAfter === undefined ? undefined : issuedAt + secondsOf(rotateAfter);
}

/** Shows whether two requests are the same without storing the key a second time. It is kept as a secret itself. */
function fingerprint({ environment, serviceId, secretKey, domain }: TokenRequest): string {
  const parts = JSON.stringify([environment, serviceId, secretKey, domain]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}
