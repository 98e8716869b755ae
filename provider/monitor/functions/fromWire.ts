import { type Fields, type Values, withoutNulls } from "../../core/fields";
import { type Document, liveValues } from "../../core/wire";

/** A document under the names of the SDK. */
export function fromWire(fields: Fields, document: Document): Values {
  return liveValues(fields, withoutNulls(document));
}
