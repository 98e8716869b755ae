/** What a user is told of a check that is taken over: in a preview, and afterwards. */
import { metaOf } from "../../core/fields";
import { sameOnWire } from "../../core/wire";
import type { CheckDocument } from "../api";
import type { Project } from "../project";
import { settingName } from "../settings";
import { type AdoptionChanges, changesPause, findChanges } from "./adoptionChanges";
import { type CheckInputs, checkFields } from "./checkFields";
import { type Existing, title } from "./existingCheck";

/** Reports in one line what taking over a check changed; a pause, or its end, comes after that write. */
export function reportAdoption(
  project: Project,
  inputs: CheckInputs,
  existing: CheckDocument,
  now: CheckDocument,
): void {
  const changed = Object.keys(checkFields).filter((key) => {
    if (key === "paused") return changesPause(inputs, now);
    const meta = metaOf(checkFields, key);
    return meta.wire !== undefined && !sameOnWire(meta, existing[meta.wire], now[meta.wire]);
  });
  const what = changed.length === 0 ? "none of its fields changed" : `changed ${changed.join(", ")}`;
  project.log.info(`check "${inputs.slug}": adopted the existing check ${title(existing)}; ${what}`);
}

/** Says in a preview what an `up` would take over; it is a warning if that would change the check. */
export async function announceAdoption(
  project: Project,
  inputs: CheckInputs,
  { document, ownBy }: Existing,
): Promise<void> {
  const changes = await findChanges(project, inputs, document);
  const taken = `check "${inputs.slug}": takes over the existing check ${title(document)}`;
  // Whatever `onExisting` says, a check with this stamp is taken over: nothing is to be set against that.
  const [what, remedy] =
    ownBy === "stamp"
      ? [`${taken} by this stack's stamp`, ""]
      : [
          taken,
          `. If it is not this stack's, choose another slug, or set ${settingName("onExisting", project.nestedIn)} to "fail"`,
        ];
  if (changes.certain.length + changes.unsure.length === 0)
    project.log.info(`${what}; none of its fields changes`);
  else project.log.warn(`${what} and ${changesInWords(changes)}${remedy}`);
}

function changesInWords({ certain, unsure }: AdoptionChanges): string {
  const perhaps = unsure.join(", ");
  if (certain.length === 0) return `perhaps changes its ${perhaps}`;
  const changes = `changes its ${certain.join(", ")}`;
  return perhaps === "" ? changes : `${changes}, perhaps also ${perhaps}`;
}
