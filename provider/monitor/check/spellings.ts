/** How the service spells what it was sent: for each field, when two spellings mean the same. */
import { isUuid } from "../uuid";

/** A comparison of two texts, for values that may be anything. */
export function between(same: (sent: string, answered: string) => boolean) {
  return (sent: unknown, answered: unknown): boolean =>
    typeof sent === "string" && typeof answered === "string" && same(sent, answered);
}

/** A schedule with other blanks around and between its words; each line counts by itself. */
export const isSameButBlanks = between((sent, answered) => {
  const words = (text: string) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim().replace(/\s+/g, " "))
      .filter((line) => line !== "")
      .join("\n");
  return words(sent) === words(answered);
});

/** A text with the line ends of another system, or without the blank lines at its end. */
export const isSameProse = between((sent, answered) => {
  const plain = (text: string) => text.replace(/\r\n?/g, "\n").trimEnd();
  return plain(sent) === plain(answered);
});

/**
 * Whether it is what the service's website keeps of a text that somebody saves there unchanged, beside a change of
 * something else: browsers end lines as Windows does, and the blanks around it are cut off. No text at all stands for
 * none but itself: a check that never had one keeps it, too.
 */
export const isSavedOnWebsite = between(
  (sent, kept) => kept !== "" && sent.replace(/\r\n|\r|\n/g, "\r\n").trim() === kept,
);

/**
 * Channels sent by name or UUID, or all of them as `*`, are answered by their UUIDs. Which UUID a name has is not looked
 * up: their number has to be right, where one name and one UUID may be the same channel, but not two of either.
 */
export function areChannelsOf(sent: string, answered: string): boolean {
  const [asked, attached] = [membersOf(sent), membersOf(answered)];
  if (sent === "*") return attached.every(isUuid);
  const given = asked.filter(isUuid);
  const names = asked.length - given.length;
  return (
    names > 0 &&
    given.every((id) => attached.includes(id)) &&
    attached.length >= Math.max(given.length, names) &&
    attached.length <= asked.length
  );
}

function membersOf(joined: string): string[] {
  return [...new Set(joined.split(",").filter((member) => member !== ""))];
}
