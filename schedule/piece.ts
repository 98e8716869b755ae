/** Pieces of an expression that know where they stand, so that a refusal can point at them. */

export interface Piece {
  readonly text: string;
  /** UTF-16 units from 0 into the whole expression. */
  readonly at: number;
}

/** Thrown by the parsers. The reason never quotes the expression, which could be a secret. */
export class Refusal extends Error {
  constructor(
    readonly piece: Piece,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Splits at blanks, and drops them. */
export function words({ text, at }: Piece): Piece[] {
  const found: Piece[] = [];
  let start: number | undefined;
  for (let index = 0; index <= text.length; index++) {
    const outside = index === text.length || isBlank(text.charAt(index));
    if (!outside) start ??= index;
    else if (start !== undefined) {
      found.push({ text: text.slice(start, index), at: at + start });
      start = undefined;
    }
  }
  return found;
}

/** Python counts the four separators below the blank as blanks, and not the byte order mark as JavaScript does. */
function isBlank(character: string): boolean {
  return /\p{White_Space}/u.test(character) || (character >= "\x1c" && character <= "\x1f");
}

export function trim(piece: Piece): Piece {
  const found = words(piece);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return { text: "", at: piece.at };
  return slice(piece, first.at - piece.at, last.at - piece.at + last.text.length);
}

export function split({ text, at }: Piece, separator: string): Piece[] {
  let from = at;
  return text.split(separator).map((part) => {
    const piece = { text: part, at: from };
    from += part.length + separator.length;
    return piece;
  });
}

/** What stands before the first separator, and what after it, if there is one. */
export function cut(piece: Piece, separator: RegExp): [Piece, Piece | undefined] {
  const match = separator.exec(piece.text);
  if (!match) return [piece, undefined];
  return [slice(piece, 0, match.index), slice(piece, match.index + match[0].length)];
}

export function slice({ text, at }: Piece, from: number, to = text.length): Piece {
  return { text: text.slice(from, to), at: at + from };
}

export function codePoints(text: string): number {
  return [...text].length;
}
