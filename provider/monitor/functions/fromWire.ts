import type { Fields, Values } from "../../core/fields";
import { type Document, liveValues } from "../../core/wire";

/** A document under the names of the SDK. A null of the service is absent, as in every Pulumi language. */
export function fromWire(fields: Fields, document: Document): Values {
  return liveValues(
    fields,
    Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
  );
}
