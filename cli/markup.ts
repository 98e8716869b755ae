/** Markup put together from parts; whatever is not markup already is escaped. */
class Markup {
  constructor(readonly text: string) {}
}

export type { Markup };

type Part = Markup | string | number | undefined | false | readonly Part[];

/** A piece of a page: html`<p>${text}</p>`. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    literals.reduce((text, literal, index) => `${text}${render(parts[index - 1])}${literal}`),
  );
}

/** Text that is markup already, such as a style sheet of ours. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
