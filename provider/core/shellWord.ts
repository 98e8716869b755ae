/** Users paste commands from messages into a shell. */

/** One word of a command, whatever is in it: `'urn:pulumi:…$checks:index:Check::it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
