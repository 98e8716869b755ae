/** Badges ready to be pasted into a README. Anybody who may edit a check can set a tag, so labels are escaped and stay on their line. */
import { oneLine } from "../../core/visible";

/** `![checks](https://…)`. */
export function badgeMarkdown(label: string, url: string): string {
  return `![${oneLine(label).replace(/[!-/:-@[-`{-~]/g, "\\$&")}](${safeUrl(url)})`;
}

/** `<img src="https://…" alt="checks">`. */
export function badgeHtml(label: string, url: string): string {
  return `<img src="${safeUrl(url)}" alt="${escapeHtml(oneLine(label))}">`;
}

/** Nothing in the address ends the attribute or the parentheses around it. */
function safeUrl(url: string): string {
  return url.replace(/[\s"'<>()\\`&]/g, (character) =>
    character === "&" ? "&amp;" : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
