/** By what a declaration of a check is found again in later calls, and by other resources. */
import type { Values } from "../../core/fields";

/** Texts that are equal for two declarations of one check. */
export function identities(values: Values): string[] {
  const project = values.project ?? null;
  const [slug, uuid] = [values.slug, values.uuid ?? values.adopt];
  return [
    ...(typeof slug === "string" ? [JSON.stringify([project, "slug", slug])] : []),
    ...(typeof uuid === "string" ? [JSON.stringify([project, "uuid", uuid])] : []),
  ];
}
