import { html, type Markup } from "../../../markup";
import type { Report, TagReport } from "../../report";
import { duration, percent } from "../../words";
import { shade } from "./shade";

/** A line a tag. */
export function tagTable({ tags }: Report): Markup {
  return html`<div class="card"><table>
<thead><tr><th scope="col">Tag</th><th scope="col">Checks</th><th scope="col">Uptime</th><th scope="col">Down</th></tr></thead>
<tbody>${tags.map(line)}</tbody>
</table></div>`;
}

function line(tag: TagReport): Markup {
  const { checkCount, downSeconds } = tag;
  return html`<tr><th scope="row">${tag.tag ?? "(no tag)"}</th><td>${checkCount}</td><td class="${shade(tag)}">${percent(
    tag,
  )}</td><td>${downSeconds > 0 && duration(downSeconds)}</td></tr>
`;
}
