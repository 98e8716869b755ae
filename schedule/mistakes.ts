/** Better messages for what is refused anyway. Nothing here decides whether an expression is accepted. */
import { type Piece, Refusal, split, trim, words } from "./piece";
import { looksLikeZone, zoneNamed } from "./timeZone";

const SHORTCUTS: Readonly<Record<string, string>> = {
  "@hourly": "write `hourly` or `0 * * * *`",
  "@daily": "write `daily` or `0 0 * * *`",
  "@midnight": "write `daily` or `0 0 * * *`",
  "@weekly": "write `weekly` (Mondays) or `0 0 * * 0` (Sundays)",
  "@monthly": "write `monthly` or `0 0 1 * *`",
  "@yearly": "write `yearly` or `0 0 1 1 *`",
  "@annually": "write `annually` or `0 0 1 1 *`",
};

const ZONE_ELSEWHERE = "the time zone does not belong here; put it into tz";

/** Undefined if it is no known mistake. */
export function commonMistake(expression: Piece): Refusal | undefined {
  const found = words(expression);
  const [first] = found;
  if (!first) return new Refusal(expression, "is empty; leave schedule out for a check with a timeout");
  const known = shortcut(first) ?? zonePrefix(first);
  if (known) return new Refusal(first, known);
  const question = found.find(({ text }) => text === "?");
  if (question) return new Refusal(question, "`?` is not known; write `*`");
  const lines = split(trim(expression), "\n").map(trim);
  return cronAmongLines(lines) ?? zoneAtEnd(lines) ?? wrongCount(found) ?? timeInCron(found);
}

function shortcut({ text }: Piece): string | undefined {
  if (!text.startsWith("@")) return undefined;
  const name = text.toLowerCase();
  const remedy = Object.hasOwn(SHORTCUTS, name) ? SHORTCUTS[name] : "write five cron fields";
  return `shortcuts with @ are not known; ${remedy}`;
}

function zonePrefix({ text }: Piece): string | undefined {
  return /^(CRON_)?TZ=/i.test(text) ? ZONE_ELSEWHERE : undefined;
}

function cronAmongLines(lines: readonly Piece[]): Refusal | undefined {
  const cron = lines.length > 1 ? lines.find((line) => words(line).length === 5) : undefined;
  return (
    cron && new Refusal(cron, "cron must stand alone; only OnCalendar expressions can have several lines")
  );
}

/** Five words are cron, which has no zone. */
function zoneAtEnd(lines: readonly Piece[]): Refusal | undefined {
  for (const line of lines) {
    const [first, ...rest] = words(line);
    const last = rest.at(-1);
    if (!first || !last || rest.length === 4) continue;
    const reason = zoneNamed(last.text) ? misplacedZone(line, rest.length) : misspelledZone(last);
    if (reason) return new Refusal(last, reason);
  }
  return undefined;
}

function misplacedZone(line: Piece, wordsBefore: number): string | undefined {
  if (wordsBefore === 5) return ZONE_ELSEWHERE;
  return line.text.includes(" ") ? undefined : "a plain blank must stand before the time zone";
}

function misspelledZone({ text }: Piece): string | undefined {
  return looksLikeZone(text)
    ? "is not a time zone the service knows; use an IANA name such as Europe/Riga (upper or lower case matters)"
    : undefined;
}

function wrongCount(found: readonly Piece[]): Refusal | undefined {
  const looksLikeCron =
    found.every(({ text }) => /^[0-9a-z*/,#-]+$/i.test(text)) &&
    found.filter(({ text }) => /^([0-9]+|\*(\/[0-9]+)?)$/.test(text)).length >= 2;
  const [first, , , , , sixth] = found;
  if (!looksLikeCron || !first) return undefined;
  if (found.length === 6 && sixth) return new Refusal(sixth, "has 6 fields; cron has 5, without seconds");
  if (found.length === 5) return undefined;
  return new Refusal(
    first,
    `has ${found.length} fields; cron has 5: minute, hour, day, month, day of the week`,
  );
}

function timeInCron(found: readonly Piece[]): Refusal | undefined {
  const time = found.find(({ text }) => text.includes(":"));
  return found.length === 5 && time
    ? new Refusal(time, "five words on one line are read as cron, which has no time with a colon")
    : undefined;
}
