import { AxiosError, AxiosHeaders, type AxiosResponse } from "axios";
import { interrupt } from "../../../../provider/core/interruption";
import { CUT_OFF } from "../../../../provider/http/codes";
import { Course } from "../../../../provider/http/course";
import { isUnclear } from "../../../../provider/http/failure";

const cutOff = new AxiosError("cut off", CUT_OFF);

/** An answer to an attempt. */
function answered(status: number): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const response: AxiosResponse = { status, data: "", headers: {}, statusText: "", config };
  return new AxiosError("answered", AxiosError.ERR_BAD_REQUEST, config, {}, response);
}

describe("a call that the deadline cuts off after an attempt that was answered", () => {
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

describe("a call that the user interrupts", () => {
  it.each([
    ["GET", "on its way", true],
    ["POST", "on its way", false],
    ["POST", "between two attempts", true],
    ["DELETE", "between two attempts", true],
  ] as const)("is ended at once, unless it is a change on its way: %s, %s", (method, when, isEnded) => {
    const course = new Course(method, 60_000, async () => {});
    course.waits = when === "between two attempts";
    interrupt();
    expect(course.signal.aborted).toBe(isEnded);
    course.end();
  });

  it("is told as that, and not as one that the deadline has cut off", () => {
    const course = new Course("GET", 60_000, async () => {});
    course.before = answered(503);
    interrupt();
    const { failure, circumstances } = course.ending(cutOff);
    expect(failure).toBe(cutOff);
    expect(circumstances).toMatchObject({ interrupted: true, before: course.before });
    course.end();
  });
});

it("the wait for its own turn is no fault of the service: neither its patience nor its deadline counts that", async () => {
  const course = new Course("GET", 60_000, () => new Promise((resolve) => setTimeout(resolve, 30)));
  const { began, deadline } = course;
  await course.nextTurn();
  course.end();
  expect(course.began - began).toBeGreaterThan(20);
  expect(course.deadline - deadline).toBeCloseTo(course.began - began);
});

it("the time that an answer asks to wait is told of one that says that there were too many requests, and of no other", () => {
  const toldOf = (status: number) => {
    const course = new Course("POST", 60_000, async () => {});
    course.noteQuiet(answered(status), 4500);
    course.end();
    return course.quietSeconds;
  };
  expect([429, 503].map(toldOf)).toEqual([5, undefined]);
});
