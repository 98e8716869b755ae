/**
 * The note in the engine's state that a refund is about to be requested. It is written before `Refund` sends the
 * request, so that a later run notices when this one was killed in between: an attempt of an earlier process is never
 * used again. It also reads the transaction first, so that one that cannot be refunded leaves no note.
 *
 * It is named after the transaction, so that a `Refund` of the same transaction under another name finds it.
 */
import { ChecksError } from "../../core/errors";
import { sleep } from "../../core/interruption";
import { defineResource, type Problem } from "../../core/resource";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { inOneSpelling } from "../connection";
import { type Merchant, merchantOf } from "../merchant";
import { missingSettings } from "../missingSettings";
import type { Begun } from "./askedNotes";
import { asksWithinSeconds, restsAfterSeconds } from "./lateness";
import {
  type Attempt,
  type AttemptInputs,
  type AttemptState,
  attemptFields,
  attempt as attemptForm,
  attemptOutputs,
  toldRefund,
} from "./refundFields";
import { otherService, refuseElsewhere } from "./refundHome";
import { lookBefore, orNotRefunded, saidOfRequests } from "./refunding";

/** Without these nothing can be refunded. */
const REFUND_SETTINGS = ["url", "accessToken", "refundField"] as const;

type Earlier = Pick<AttemptState, "askAgainAfter" | "attempt">;

export const refundAttempt = defineResource({
  kind: "RefundAttempt",
  isPart: true,
  fields: attemptFields,
  outputs: attemptOutputs,

  translate({ formerly: _, before: __, ...inputs }) {
    return inputs;
  },

  objections(session, olds, news) {
    rememberToldState(session, news);
    return [
      ...otherTransaction({ ...news.before, ...olds }, news),
      ...otherName({ ...news.before, ...olds }, news, session.stack),
      ...otherService(session, news.transactionNumber, news.before?.attempt),
      ...missingSettings(session, olds, REFUND_SETTINGS),
    ];
  },

  due(_session, { recordedBy: was, transactionNumber }, { recordedBy }) {
    if (was === undefined || recordedBy === undefined || isUnknown(recordedBy) || was === recordedBy)
      return undefined;
    return {
      reason: `refund of ${transactionNumber}: recorded as ${recordedBy} from now on, no longer as ${was}`,
    };
  },

  claim(session, { state }) {
    merchantOf(session).records.see("attempt", state.transactionNumber, state);
    return [];
  },

  async create(session, inputs) {
    const { transactionNumber, askAgainAfter } = inputs;
    const merchant = merchantOf(session);
    // `Refund` has not begun yet: if its record left, then only because the engine deletes ahead what depends on something
    // that it replaces, and that includes rows that an earlier run has deleted already.
    await merchant.records.doubt("refund", transactionNumber);
    const before = await knownBefore(merchant, transactionNumber);
    const attempt =
      before === undefined
        ? await beginAttempt(
            session,
            transactionNumber,
            askAgainAfter === undefined ? undefined : { at: askAgainAfter },
          )
        : await nextAttempt(session, inputs, before);
    await merchant.records.forget("attempt", transactionNumber);
    return { id: transactionNumber, state: { ...inputs, attempt } };
  },

  async read(_session, _id, state) {
    return state;
  },

  async update(session, _id, state, inputs) {
    return { ...inputs, attempt: await nextAttempt(session, inputs, state) };
  },

  async delete(session, _id, state) {
    const { transactionNumber } = state;
    const { records, log } = merchantOf(session);
    await records.remove("attempt", transactionNumber, state);
    // What became of the refund is told by its own record, which leaves before this note does.
    if ((await records.find("refund", transactionNumber)) !== undefined) return;
    log.info(
      `refund of ${transactionNumber}: removed from the state only; this was the record that it may have been requested. Unless this run creates its resource again, a Refund declared for it later does not know about this one`,
    );
  },
});

/** Inputs that may lack their number. */
type Numbered = { transactionNumber?: string | undefined };

/** A record stays the record of what was done: another transaction needs another refund with its own name. */
export function otherTransaction(olds: Numbered, news: Numbered): Problem[] {
  const { transactionNumber: was } = olds;
  const { transactionNumber } = news;
  if (was === undefined || was === transactionNumber || isUnknown(transactionNumber)) return [];
  return [
    {
      property: "transactionNumber",
      reason: `this is the record of the refund of ${was}, and cannot become the record of ${transactionNumber}. Name each Refund after its transaction, as in new Refund(\`refund-\${number}\`, …), so that a list can shrink or change its order`,
    },
  ];
}

/** Under another name the outcome of the refund would be lost. */
function otherName(
  { recordedBy: was }: { recordedBy?: string | undefined },
  { recordedBy, formerly = [], transactionNumber }: Partial<AttemptInputs>,
  stack: string | undefined,
): Problem[] {
  if (was === undefined || recordedBy === undefined || isUnknown([recordedBy, formerly])) return [];
  if (was === recordedBy || formerly.includes(was)) return [];
  const [parents, name] = partsOf(was);
  const isMoved = partsOf(recordedBy)[0] !== parents;
  const [project, ofStack] = stack?.split("/") ?? [];
  const alias = isMoved
    ? JSON.stringify(stack === undefined ? was : `urn:pulumi:${ofStack}::${project}::${was}`)
    : `{ name: ${JSON.stringify(name)} }`;
  const place = isMoved ? ", which has other parents. Keep those parents" : ". Keep that name";
  return [
    {
      property: "transactionNumber",
      reason: `the refund of ${transactionNumber} is recorded by the Refund ${JSON.stringify(name)} (${was})${place}, or declare that this one is the same with the option aliases: [${alias}]`,
    },
  ];
}

/** The types of the parents, and the name. */
function partsOf(label: string): [string, string] {
  const at = label.indexOf("::");
  return [label.slice(0, at), label.slice(at + 2)];
}

/**
 * What this process knows of an attempt under which `Refund` may send its request: only once, and only in the process
 * that recorded it. A second process cannot know how far the first one came.
 */
export function takeAttempt(
  { openAttempts }: Merchant,
  transactionNumber: string,
  { at }: Attempt,
): Begun | undefined {
  const note = noteOf(transactionNumber, at);
  const begun = openAttempts.get(note);
  openAttempts.delete(note);
  return begun;
}

/**
 * Takes note of what the state has, as the program tells it. A run that is cut off after it removed one of the two rows leaves
 * it in the state as a row that waits for its replacement; of one that is tainted, or named by `--replace`, the engine tells
 * the provider nothing in the next run.
 */
function rememberToldState(session: Session, { transactionNumber, before }: Partial<AttemptInputs>): void {
  if (transactionNumber === undefined) return;
  const { records } = merchantOf(session);
  const { data: noted } = attemptForm.safeParse(before?.attempt);
  if (noted !== undefined) {
    const { askAgainAfter } = before ?? {};
    const state = {
      transactionNumber,
      attempt: noted,
      ...(askAgainAfter !== undefined && { askAgainAfter }),
    };
    records.see("attempt", transactionNumber, state);
  }
  const { data: made } = toldRefund.safeParse(JSON.parse(before?.refund ?? "null"));
  // A secret number is not passed on; then it is the same transaction if it is the same attempt.
  const isSame =
    before?.transactionNumber === undefined
      ? made?.attempt.at === noted?.at
      : before.transactionNumber === transactionNumber;
  if (made !== undefined && isSame) records.see("refund", transactionNumber, { ...made, transactionNumber });
}

/** The earlier attempt that this run has come across: in the row that this one replaces, or in a refund under another name. */
async function knownBefore(merchant: Merchant, transactionNumber: string): Promise<Earlier | undefined> {
  const noted = await merchant.records.find("attempt", transactionNumber);
  if (noted !== undefined) return noted.state;
  const refund = await merchant.records.find("refund", transactionNumber);
  if (refund === undefined) return undefined;
  const { attempt } = refund.state;
  return { attempt, ...(attempt.after !== undefined && { askAgainAfter: attempt.after }) };
}

async function nextAttempt(
  session: Session,
  { transactionNumber, askAgainAfter }: AttemptInputs,
  before: Earlier,
) {
  refuseElsewhere(merchantOf(session), transactionNumber, before.attempt);
  if (askAgainAfter === undefined || askAgainAfter === before.askAgainAfter) return before.attempt;
  if (askAgainAfter !== before.attempt.at) {
    throw new ChecksError({
      subject: `refund of ${transactionNumber}`,
      property: "askAgainAfter",
      reason: `the last attempt was at ${before.attempt.at}, not at this time`,
      remedy: "Look at the transaction again before you change it",
    });
  }
  return beginAttempt(session, transactionNumber, before.attempt);
}

/** `before` is the attempt that did nothing, as the user states. */
async function beginAttempt(session: Session, transactionNumber: string, before?: Attempt): Promise<Attempt> {
  const merchant = merchantOf(session);
  refuseWithoutCheckpoints(transactionNumber);
  const service = inOneSpelling(merchant.settings.url);
  const inThisRun = `attempt at a refund ${transactionNumber} ${service}`;
  // Noted before looking for other notes, so that of two processes at the same moment one sees the other.
  const isAlone = await orNotRefunded(transactionNumber, async () => session.record.claim(inThisRun));
  if (!isAlone) throw otherInThisRun(transactionNumber);
  if (before !== undefined) await waitForEarlierAttempt(merchant, transactionNumber, before);
  // From before the look, which may be answered late, and then does not show what another run has requested since.
  const said = await saidOfRequests(merchant, transactionNumber);
  const at = new Date().toISOString();
  await lookBefore(merchant, transactionNumber);
  merchant.openAttempts.set(noteOf(transactionNumber, at), { said });
  const { timeoutSeconds, requestsPerMinute } = merchant.settings;
  return {
    at,
    service,
    timeoutSeconds,
    ...(requestsPerMinute !== undefined && { asksWithinSeconds: asksWithinSeconds(merchant.settings) }),
    ...(before !== undefined && { after: before.at }),
  };
}

/** Programs in several languages, or on both hosts, do not see each other's resources, but their processes see each other's notes. */
function otherInThisRun(transactionNumber: string): ChecksError {
  return new ChecksError({
    subject: `refund of ${transactionNumber}`,
    property: "transactionNumber",
    reason: "another resource of this run refunds the same transaction",
    remedy: "Remove one of them",
  });
}

/**
 * Waits until no process of an earlier run can be at work any more: the engine that it served was gone when this run
 * began. The timeouts and the limit are those that it ran under. A clock that is set forward does not shorten that.
 */
async function waitForEarlierAttempt(
  merchant: Merchant,
  transactionNumber: string,
  before: Attempt,
): Promise<void> {
  const wait = restsAfterSeconds(before, merchant.settings) * 1000 - merchant.since().steady;
  if (wait <= 0) return;
  merchant.log.info(
    `refund of ${transactionNumber}: waiting ${Math.ceil(wait / 1000)} s until the earlier attempt can no longer be under way`,
  );
  await sleep(wait, `refund of ${transactionNumber}`);
}

/** Without checkpoints the note would be written at the end of the run, when it is too late. */
function refuseWithoutCheckpoints(transactionNumber: string): void {
  const on = (variable: string) => /^(1|true)$/i.test(process.env[variable] ?? "");
  if (!on("PULUMI_SKIP_CHECKPOINTS") || !on("PULUMI_EXPERIMENTAL")) return;
  throw new ChecksError({
    subject: `refund of ${transactionNumber}`,
    reason: "not refunded: PULUMI_SKIP_CHECKPOINTS is set, so a run that is killed would leave no trace",
    remedy: "Run this stack without that variable",
  });
}

function noteOf(transactionNumber: string, at: string): string {
  return `${at} ${transactionNumber}`;
}
