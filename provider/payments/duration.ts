import { z } from "zod";
import { secondsOf } from "../core/duration";

export { secondsOf };

/** A hundred years. */
const LONGEST = 3_155_760_000;

/** A length of time: whole seconds, or a text such as `90m`, `1h30m`, `30d` or `P1D`. */
export function duration() {
  const error = "must be whole seconds, 1 or more, or a text such as 90m, 12h or 30d";
  return z.union([z.number(), z.string()], { error }).refine(
    (value) => {
      const length = secondsOf(value);
      return Number.isInteger(length) && length >= 1 && length <= LONGEST;
    },
    { error },
  );
}
