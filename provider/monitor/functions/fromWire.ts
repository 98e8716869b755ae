import type { Fields, Values } from "../../core/fields";
import { type Document, liveValues, withoutNulls } from "../../core/wire";

/** A document under the names of the SDK. */
export function fromWire(fields: Fields, document: Document): Values {
  return liveValues(fields, withoutNulls(document));
}
