/** A message with an empty part: nothing in front of a colon, behind it, or where the service's words would be; or a gap behind a colon. */
const HOLLOW = /^\s*[:.(]|: *:|: *$|: {2}|said: *\)/;

/** The message of a refusal; fails when the call succeeds, fails with more than a line, or with an empty part of one. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("thrown was no error");
  expect(error.message).not.toContain("\n");
  expect(error.message).not.toMatch(HOLLOW);
  return error.message;
}
