import { AxiosError, AxiosHeaders, type AxiosResponse } from "axios";
import { CUT_OFF } from "../../../../provider/http/codes";
import { Course } from "../../../../provider/http/course";
import { isUnclear } from "../../../../provider/http/failure";

describe("a call that the deadline cuts off after an attempt that was answered", () => {
  const cutOff = new AxiosError("cut off", CUT_OFF);

  /** An answer to the attempt before. */
  function answered(status: number): AxiosError {
    const config = { headers: new AxiosHeaders() };
    const response: AxiosResponse = { status, data: "", headers: {}, statusText: "", config };
    return new AxiosError("answered", AxiosError.ERR_BAD_REQUEST, config, {}, response);
  }

  it.each([
    [429, "while it waited for the next attempt", false],
    [429, "with the next attempt on its way", true],
    [504, "while it waited for the next attempt", true],
    [504, "with the next attempt on its way", true],
  ] as const)("with %d, %s: it may have had its effect: %s", (status, when, unclear) => {
    const course = new Course("POST", 60_000, async () => {});
    course.before = answered(status);
    course.unclear = isUnclear(course.before);
    course.waits = when.startsWith("while");
    expect(course.ending(cutOff)).toEqual({
      failure: course.before,
      circumstances: { unclear, gaveUpAfter: 60 },
    });
    course.end();
  });
});

describe("a deadline that has passed while the process was busy", () => {
  it("is set as one that is due now, and not as a negative time, of which Node warns the user", async () => {
    const set = jest.spyOn(globalThis, "setTimeout");
    const course = new Course("GET", 1, async () => {});
    for (const until = performance.now() + 5; performance.now() < until; );
    await course.nextTurn();
    const times = set.mock.calls.map(([, milliseconds]) => milliseconds);
    set.mockRestore();
    course.end();
    expect(times).toHaveLength(2);
    expect(Math.min(...times.map(Number))).toBeGreaterThanOrEqual(0);
  });
});
