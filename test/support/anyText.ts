import fc from "fast-check";

/** Halves of surrogate pairs, which are no characters, lie between the others. */
const HALVES = { from: 0xd800, count: 0x800 };

const character = fc
  .integer({ min: 0, max: 0x10ffff - HALVES.count })
  .map((index) => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count));

/**
 * Text of any characters, also of those that nobody can see: `unit: "binary"`, without the table of all of them that
 * fast-check makes in each file of tests.
 */
export function anyText(limits: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: character });
}
