/** How a command is told which stacks to read, and from where: the engine, or an exported state. */
import { relative, sep } from "node:path";
import { InvalidArgumentError } from "commander";
import type { StackPlace } from "../pulumi";

/** Where a stack is read from. */
export interface StackSource extends StackPlace {
  /** As the user wrote it, for messages. */
  spelled: string;
  /** An exported state, instead of the engine. */
  file?: string;
}

/** The stack that is selected in the folder in which the command runs. */
export const selectedStack: StackSource = { spelled: "the selected stack", folder: "." };

/** Reads `STACK`, `STACK@FOLDER` or `@FOLDER`; names of stacks hold no `@`. For repeated options. */
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

/** A file of a stack's program, from where the command runs. */
export function below(folder: string, file: string): string {
  const at = relative(".", folder).split(sep).join("/");
  return at === "" ? file : `${at}/${file}`;
}
