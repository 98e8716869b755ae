import type { Values } from "./fields";
import type { Session } from "./session";

/** An action that a program performs on a resource, in contrast to a field that it sets. It has no result. */
export interface Method<Inputs = Values> {
  /** What it does, for the documentation. */
  readonly words: string;
  /** `inputs` are what the program declares of the resource, as far as this run knows. Never called in a preview. */
  act(session: Session, id: string, inputs: Partial<Inputs>): Promise<void>;
}
