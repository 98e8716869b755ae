/** Options that select stacks, and where to read them: from the engine, or from an exported state. */
import { relative, sep } from "node:path";
import { InvalidArgumentError } from "commander";
import type { StackPlace } from "../pulumi";

/** Where to read a stack. */
export interface StackSource extends StackPlace {
  /** The user's spelling, for messages. */
  spelled: string;
  /** An exported state to read instead of asking the engine. */
  file?: string;
}

/** The stack selected in the working directory. */
export const selectedStack: StackSource = { spelled: "the selected stack", folder: "." };

/** Parses `STACK`, `STACK@FOLDER` or `@FOLDER`; stack names cannot contain `@`. For repeated options. */
export function stackOption(given: string, before: readonly StackSource[] = []): StackSource[] {
  const at = given.indexOf("@");
  const stack = at === -1 ? given : given.slice(0, at);
  const folder = at === -1 ? "." : given.slice(at + 1);
  if (folder === "" || given === "") {
    throw new InvalidArgumentError("It must be STACK, STACK@FOLDER or @FOLDER.");
  }
  return [...before, { spelled: given, folder, ...(stack !== "" && { stack }) }];
}

/** A file with an exported state. For repeated options. */
export function stateFileOption(file: string, before: readonly StackSource[] = []): StackSource[] {
  return [...before, { spelled: file, folder: ".", file }];
}

/** Path of a file of a stack's program, relative to the working directory. */
export function below(folder: string, file: string): string {
  const at = relative(".", folder).split(sep).join("/");
  return at === "" ? file : `${at}/${file}`;
}
