import { isUnknown, UNKNOWN } from "../../../../provider/core/unknown";

describe("a value that is not known yet", () => {
  it.each([UNKNOWN, [UNKNOWN], ["a", ["b", UNKNOWN]], { a: { b: [UNKNOWN] } }])(
    "is found at any depth: %j",
    (value) => {
      expect(isUnknown(value)).toBe(true);
    },
  );

  it.each([undefined, null, "", 0, false, [], {}, [null], `${UNKNOWN} `, { a: "b" }])(
    "is not %j",
    (value) => {
      expect(isUnknown(value)).toBe(false);
    },
  );
});
