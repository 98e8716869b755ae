/**
 * Finds where a TypeScript program declares a check: `new Check(…, { slug: "backup", grace: minutes(5) })`, with slug
 * and duration as literals in one object. Refuses everything else.
 */
import {
  type Edit,
  type FieldChange,
  insertion,
  lengthOf,
  lineEndOf,
  NotPatchable,
  requireDefault,
  requireValue,
} from "./edit";
import { type Token, tokensOf } from "./tokens";

/** The properties of an object passed to `new Check`. */
interface Declared {
  /** Tokens of each value, by key; empty for a shorthand property. */
  values: Map<string, Token[]>;
  hasSpread: boolean;
}

/**
 * The edits for a check; undefined if the text declares none with that slug.
 * @throws {NotPatchable} if it does, but in a form that cannot be changed.
 */
export function editsInTypeScript(
  text: string,
  slug: string,
  changes: readonly FieldChange[],
): Edit[] | undefined {
  if (!text.includes(slug)) return undefined;
  const own = declaredIn(tokensOf(text)).filter(({ values }) => isString(values.get("slug"), slug));
  const [only, ...others] = own;
  if (!only) return undefined;
  if (others.length > 0) throw new NotPatchable("it is declared more than once there");
  return changes.map((change) => editOf(text, only, change));
}

function editOf(text: string, { values, hasSpread }: Declared, change: FieldChange): Edit {
  const value = values.get(change.field);
  if (value !== undefined) return { ...spanOf(value), text: literal(value, change) };
  if (hasSpread) throw new NotPatchable("an object that is spread into it may have its settings");
  requireDefault(change);
  const slug = values.get("slug")?.at(-1);
  if (!slug) throw new NotPatchable("its slug stands alone");
  const line = /(?:^|\n)([ \t]*)slug\s*:\s*$/.exec(text.slice(0, slug.start));
  const added = `${change.field}: "${lengthOf(change.to)}"`;
  if (line === null) return insertion(slug.end, `, ${added}`);
  const lineStart = `${lineEndOf(text)}${line[1]}`;
  const remark = /^,[ \t]*\/\/[^\r\n]*/.exec(text.slice(slug.end))?.[0];
  return remark === undefined
    ? insertion(slug.end, `,${lineStart}${added}`)
    : insertion(slug.end + remark.length, `${lineStart}${added},`);
}

const UNITS: Readonly<Record<string, number>> = { minutes: 60, hours: 3600, days: 86_400 };

/** The new value in the old one's spelling: a number, a text, or a call of `minutes`, `hours` or `days`. */
function literal(value: readonly Token[], change: FieldChange): string {
  const [first, open, number, close, ...more] = value;
  const unit = UNITS[first?.text ?? ""];
  if (first && open === undefined) {
    if (first.kind === "number" && /^\d+$/.test(first.text ?? "")) {
      requireValue(change, Number(first.text));
      return String(change.to);
    }
    if (first.kind === "string" && first.text !== undefined) {
      requireValue(change, first.text);
      return `"${lengthOf(change.to)}"`;
    }
  }
  const isCall = open?.text === "(" && number?.kind === "number" && close?.text === ")" && more.length === 0;
  if (first?.kind === "word" && unit !== undefined && isCall) {
    requireValue(change, Number(number.text) * unit);
    return change.to % unit === 0 ? `${first.text}(${change.to / unit})` : `"${lengthOf(change.to)}"`;
  }
  throw new NotPatchable(`its ${change.field} is not a literal there`);
}

function spanOf(value: readonly Token[]): { start: number; end: number } {
  const [first, last] = [value[0], value.at(-1)];
  if (!first || !last) throw new NotPatchable("its settings are not literals there");
  return { start: first.start, end: last.end };
}

function isString(value: readonly Token[] | undefined, wanted: string): boolean {
  const [only, ...others] = value ?? [];
  return only?.kind === "string" && only.text === wanted && others.length === 0;
}

const CLOSES: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/** The objects passed to `new Check(…)`, whatever the package's name in the import. */
function declaredIn(tokens: readonly Token[]): Declared[] {
  const declared: Declared[] = [];
  const open: { sign: string; isNewCheck: boolean; object?: Declared }[] = [];
  let key: Token[] | undefined;
  tokens.forEach((token, index) => {
    const sign = token.kind === "sign" ? (token.text ?? "") : "";
    const frame = open.at(-1);
    if (Object.values(CLOSES).includes(sign)) {
      if (frame === undefined || CLOSES[frame.sign] !== sign) {
        throw new NotPatchable("its text cannot be read without a parser");
      }
      open.pop();
      if (frame.object) key = undefined;
      else key?.push(token);
      return;
    }
    const object = frame?.object;
    const before = tokens[index - 1]?.text;
    const isKeyPlace =
      object !== undefined && tokens[index - 1]?.kind === "sign" && (before === "{" || before === ",");
    if (object && sign === ",") key = undefined;
    else if (object && isKeyPlace && sign === ".") object.hasSpread = true;
    else if (object && isKeyPlace && token.text !== undefined && token.kind !== "sign") {
      if (object.values.has(token.text)) throw new NotPatchable("a field appears there twice");
      key = [];
      object.values.set(token.text, key);
    } else if (!(object && sign === ":" && key?.length === 0)) key?.push(token);
    if (!(sign in CLOSES)) return;
    const isArgument = sign === "{" && frame?.sign === "(" && frame.isNewCheck;
    const made: Declared | undefined = isArgument ? { values: new Map(), hasSpread: false } : undefined;
    if (made) declared.push(made);
    open.push({ sign, isNewCheck: sign === "(" && isNewCheck(tokens, index), ...(made && { object: made }) });
  });
  return declared;
}

/** `new Check(`, `new checks.Check(`. */
function isNewCheck(tokens: readonly Token[], paren: number): boolean {
  let at = paren - 1;
  if (tokens[at]?.text !== "Check") return false;
  while (tokens[at - 1]?.text === "." && tokens[at - 2]?.kind === "word") at -= 2;
  return tokens[at - 1]?.kind === "word" && tokens[at - 1]?.text === "new";
}
