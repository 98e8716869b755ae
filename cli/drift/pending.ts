/** What the program says differently since the last `up`. It is no drift: `pulumi up` will do it. */
import { difference } from "../../provider/resource";
import { byName, declarationOf } from "./declaration";
import type { DeclaredRow } from "./engine/preview";
import type { AppliedRow } from "./engine/state";
import type { DriftReport } from "./findings";
import { definitionOf } from "./kinds";
import type { StackView } from "./observed";

type Pending = DriftReport["pending"];

/** The changes that the next `up` of a stack makes, by name; none when only its state is known. */
export function pendingIn({ applied, declared }: StackView): Pending {
  if (!declared) return [];
  const before = new Map(applied.map((row) => [row.urn, row]));
  const after = new Set(declared.map(({ urn }) => urn));
  const toDelete = applied.filter(({ urn, kind }) => !after.has(urn) && definitionOf(kind));
  const pending: Pending = [
    ...declared.flatMap((row): Pending => {
      const change = changeOf(row, before.get(row.urn));
      return change ? [{ declaredBy: declarationOf(row), change }] : [];
    }),
    ...toDelete.map((row) => ({ declaredBy: declarationOf(row), change: "delete" as const })),
  ];
  return pending.sort((a, b) => byName([a.declaredBy.resource], [b.declaredBy.resource]));
}

function changeOf(row: DeclaredRow, before: AppliedRow | undefined): "create" | "update" | undefined {
  const definition = definitionOf(row.kind);
  if (!definition) return undefined;
  if (!before) return "create";
  const { changed } = difference(definition, before.applied.values, row.declared);
  // The engine does not tell secrets, so that nothing can be said of those.
  return changed.some((key) => !row.secret.has(key)) ? "update" : undefined;
}
