import { type Document, isDocument, type Node, type YAMLParseError } from "yaml";

export const NO_ANCHOR =
  "is not YAML: it refers to an anchor that is not there, or merges (`<<`) what is no map";

/** The plain value of a YAML node; undefined if it has none: the library throws for what aliases and merges refer to. */
export function valueIn(node: Node | Document.Parsed, document: Document.Parsed): unknown {
  try {
    return isDocument(node) ? node.toJS() : node.toJS(document);
  } catch {
    return undefined;
  }
}

/** Why a file is not YAML, without the piece of it that the library shows. */
export function notYaml({ message }: YAMLParseError): string {
  const [words = ""] = message.split(/ at line \d+|\n/);
  return `is not YAML: ${words}`;
}
