import { attempt } from "../../../../cli/drift/observed";
import { refuseInterrupted } from "../../../../cli/drift/run";
import { ChecksError } from "../../../../provider/core/errors";
import { interrupt } from "../../../../provider/core/interruption";

it("what fails is a problem in the report, and what fails because the user interrupted it ends the run", async () => {
  const failure = new ChecksError({ subject: "project beta", reason: "no answer" });
  const fail = () => Promise.reject(failure);
  const failures: ChecksError[] = [];
  expect(await attempt(failures, fail)).toEqual([]);
  expect(failures).toEqual([failure]);
  expect(refuseInterrupted).not.toThrow();
  interrupt(true);
  await expect(attempt([], fail)).rejects.toBe(failure);
  expect(refuseInterrupted).toThrow("drift: interrupted while waiting. Run again to continue");
});
