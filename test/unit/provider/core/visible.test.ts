import { ChecksError } from "../../../../provider/core/errors";
import type { Log } from "../../../../provider/core/log";
import { Unfinished } from "../../../../provider/core/resource";
import { Session } from "../../../../provider/core/session";
import { reasonOf } from "../../../../provider/hosts/calls";

const NAME = "T1\r\n2\u202e3\u2028\u200b4";
const SHOWN = "T1 2\\u202e3 \\u200b4";

describe("a name with a line break and characters that turn or hide text", () => {
  it.each(["info", "warn", "status"] as const)("does not leave the line of a message: %s", (kind) => {
    const told: string[] = [];
    const note = (message: string) => void told.push(message);
    const log: Log = { info: note, warn: note, status: note };
    new Session(() => undefined, log).log[kind](`refund of ${NAME}: done`);
    expect(told).toEqual([`refund of ${SHOWN}: done`]);
  });

  it("does not leave that of an error, of a refused property, or of a resource that is not complete", () => {
    const reason = `${NAME} is taken`;
    expect(new ChecksError({ reason }).message).toBe(`${SHOWN} is taken`);
    expect(reasonOf({ property: "slug", reason })).toBe(`slug: ${SHOWN} is taken`);
    const unfinished = new Unfinished("1", {}, reason);
    expect([unfinished.reason, unfinished.message]).toEqual([`${SHOWN} is taken`, `${SHOWN} is taken`]);
  });
});
