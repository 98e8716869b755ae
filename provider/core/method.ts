import type { Values } from "./fields";
import type { Session } from "./session";

/** Something that a program does with a resource, rather than say of it. It has no result. */
export interface Method<Inputs = Values> {
  /** What it does, for the documentation. */
  readonly words: string;
  /** `inputs` are what the program says of the resource, as far as the run knows. Never called in a preview. */
  act(session: Session, id: string, inputs: Partial<Inputs>): Promise<void>;
}
