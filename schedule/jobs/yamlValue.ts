import { type Document, isDocument, type Node } from "yaml";

export const NO_ANCHOR = "is not YAML: it refers to an anchor that is not there";

/** The plain value of a YAML node; undefined if it refers to a missing anchor. */
export function valueIn(node: Node | Document.Parsed, document: Document.Parsed): unknown {
  try {
    return isDocument(node) ? node.toJS() : node.toJS(document);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
