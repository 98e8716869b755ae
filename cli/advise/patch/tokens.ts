/** Splits a TypeScript program into tokens, without comments. Enough to find a literal, but no parser. */
import { NotPatchable } from "./edit";

/** A word, a number, a string or a sign, with its position. */
export interface Token {
  kind: "word" | "number" | "string" | "sign";
  /** The text as written; for a string its content, or undefined if that contains escapes or the like. */
  text: string | undefined;
  start: number;
  end: number;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[\p{L}_$#@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
/** Templates whose `${}` contains quotes or braces are not supported. */
const TEMPLATE = /`(?:[^`\\$]|\\[\s\S]|\$(?!\{)|\$\{[^{}`'"]*\})*`/y;
const PATTERN = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** @throws {NotPatchable} if strings cannot be distinguished from the rest. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: Token["kind"], found: string, shown: string | undefined) => {
    tokens.push({ kind, text: shown, start: at, end: at + found.length });
    at += found.length;
  };
  while (at < text.length) {
    const comment = /\s/.test(text[at] ?? "") ? text[at] : take(COMMENT);
    if (comment !== undefined) {
      at += comment.length;
      continue;
    }
    const [word, number, string] = [take(WORD), take(NUMBER), take(STRING) ?? take(TEMPLATE)];
    if (word !== undefined) add("word", word, word);
    else if (number !== undefined) add("number", number, number);
    else if (string !== undefined) {
      const inside = string.slice(1, -1);
      add("string", string, /[\\$]/.test(inside) ? undefined : inside);
    } else {
      const pattern = startsPattern(tokens.at(-1)) ? take(PATTERN) : undefined;
      if (pattern === undefined && /["'`]/.test(text[at] ?? "")) {
        throw new NotPatchable("its text cannot be read without a parser");
      }
      const sign = pattern ?? text[at] ?? "";
      add("sign", sign, sign);
    }
  }
  return tokens;
}

/** Whether a slash begins a regular expression; only after a value does it divide. */
function startsPattern(before: Token | undefined): boolean {
  if (before === undefined || before.text === "return") return true;
  return before.kind === "sign" && ![")", "]", "}"].includes(before.text ?? "");
}
