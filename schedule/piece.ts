/** Pieces of an expression with their positions, so that a refusal can point at them. */

export interface Piece {
  readonly text: string;
  /** Offset in the whole expression, in UTF-16 units from 0. */
  readonly at: number;
}

/** Thrown by the parsers. The reason never quotes the expression, which may be a secret. */
export class Refusal extends Error {
  constructor(
    readonly piece: Piece,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Splits at blanks, which are dropped. */
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

/** Unlike JavaScript, Python treats the four separators U+001C to U+001F as blanks, and the byte order mark not. */
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

/** The parts before and after the first separator, if there is one. */
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
