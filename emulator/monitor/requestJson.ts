/**
 * A JSON reader that makes distinctions which the server makes and JSON.parse does not: 60 and 60.0, very large
 * integers, NaN, lone surrogates, and depth.
 */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;
/** An object. If a key is repeated, the last value counts. */
export type JsonObject = Map<string, JsonValue>;

/** A number as it was spelled. */
export class JsonNumber {
  constructor(
    readonly text: string,
    /** False for anything with a point or an exponent, for NaN and for the infinities. */
    readonly integer: boolean,
  ) {}

  get value(): number {
    return Number(this.text);
  }
}

export class JsonSyntaxError extends Error {}
/** The text is nested too deeply, which makes the server fail. */
export class JsonDepthError extends Error {}

const DEEPEST = 3000;
/** In digits. */
const LONGEST_INTEGER = 4300;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const BLANKS = /[ \t\n\r]*/y;
const PLAIN_STRING = /[ !#-[\]-\uffff]*/y;
const ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const WORDS: [string, JsonValue][] = [
  ["true", true],
  ["false", false],
  ["null", null],
  ["NaN", new JsonNumber("NaN", false)],
  ["Infinity", new JsonNumber("Infinity", false)],
  ["-Infinity", new JsonNumber("-Infinity", false)],
];

/** Parses a body: UTF-8 without a byte order mark. */
export function parseRequestJson(body: Buffer): JsonValue {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new JsonSyntaxError("not UTF-8");
  }
  return new Reader(text).document();
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): JsonValue {
    this.blanks();
    const value = this.value(0);
    this.blanks();
    if (this.at !== this.text.length) throw new JsonSyntaxError("extra data");
    return value;
  }

  private value(depth: number): JsonValue {
    if (depth > DEEPEST) throw new JsonDepthError("nested too deep");
    const next = this.text[this.at];
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private object(depth: number): JsonObject {
    const object: JsonObject = new Map();
    this.at++;
    this.blanks();
    if (this.takeIf("}")) return object;
    for (;;) {
      if (this.text[this.at] !== '"') throw new JsonSyntaxError("expected a name");
      const name = this.string();
      this.blanks();
      if (!this.takeIf(":")) throw new JsonSyntaxError("expected a colon");
      this.blanks();
      object.set(name, this.value(depth + 1));
      this.blanks();
      if (this.takeIf("}")) return object;
      if (!this.takeIf(",")) throw new JsonSyntaxError("expected a comma");
      this.blanks();
    }
  }

  private array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    this.at++;
    this.blanks();
    if (this.takeIf("]")) return array;
    for (;;) {
      array.push(this.value(depth + 1));
      this.blanks();
      if (this.takeIf("]")) return array;
      if (!this.takeIf(",")) throw new JsonSyntaxError("expected a comma");
      this.blanks();
    }
  }

  private string(): string {
    this.at++;
    let value = "";
    for (;;) {
      value += this.match(PLAIN_STRING);
      const next = this.text[this.at++];
      if (next === '"') return value;
      if (next !== "\\") throw new JsonSyntaxError("unterminated string or control character");
      value += this.escape();
    }
  }

  private escape(): string {
    const letter = this.text[this.at++] ?? "";
    const simple = ESCAPES[letter];
    if (simple !== undefined) return simple;
    const digits = this.text.slice(this.at, this.at + 4);
    if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonSyntaxError("bad escape");
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): JsonNumber {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) throw new JsonSyntaxError("expected a value");
    const text = found[0];
    const integer = found[1] === undefined && found[2] === undefined;
    if (integer && text.replace("-", "").length > LONGEST_INTEGER)
      throw new JsonSyntaxError("too many digits");
    this.at += text.length;
    return new JsonNumber(text, integer);
  }

  private blanks(): void {
    this.match(BLANKS);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.text)?.[0] ?? "";
    this.at += text.length;
    return text;
  }

  private takeIf(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
}
