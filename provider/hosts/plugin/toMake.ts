/** Resources that a run has heard of but not created yet, and rows that it deletes meanwhile which were one of them under another name. */
import type { Values } from "../../core/fields";
import { type ResourceDefinition, Unfinished } from "../../core/resource";
import type { Session } from "../../core/session";
import { kindIn, nameIn } from "../urnParts";
import type { Named } from "./served";

/** A resource, as it is declared. */
interface Successor {
  urn: string;
  inputs: Values;
}

export class ToMake {
  /** What is said of resources that are to be made, by URN: new ones, and those that the run replaces. */
  private readonly inputsOf = new Map<string, Values>();

  constructor(private readonly session: Session) {}

  hear(named: Named, definition: ResourceDefinition, inputs: Values): void {
    this.inputsOf.set(named.urn, inputs);
    if (definition.succeed) this.session.record.add(toMakeFact(named, inputs));
  }

  /** Creates a resource; after that nothing is kept for it any more. A half-done resource counts as created. */
  async make<T>(named: Named, inputs: Values, create: () => Promise<T>): Promise<T> {
    const isThere = () => {
      this.inputsOf.delete(named.urn);
      this.session.record.remove(toMakeFact(named, inputs));
    };
    try {
      const made = await create();
      isThere();
      return made;
    } catch (error) {
      if (error instanceof Unfinished) isThere();
      throw error;
    }
  }

  /** A resource that is still to be created and takes over what a deleted row has. */
  successorOf(named: Named, definition: ResourceDefinition, state: Values): Successor | undefined {
    const { urn } = named;
    const own = this.inputsOf.get(urn);
    if (own) return { urn, inputs: own };
    // If the provider is replaced, too, another process creates it.
    if (this.session.record.isToldByOther(toMakeFact(named, state))) return { urn, inputs: state };
    return this.heirOf(named, definition, state);
  }

  /**
   * One with another name that the run has not created: although the engine deletes last, as with `--continue-on-error`, or
   * because it deletes first.
   */
  heirOf({ urn }: Named, { kind, identities }: ResourceDefinition, state: Values): Successor | undefined {
    const own = new Set(identities?.(state));
    for (const [other, inputs] of this.inputsOf) {
      if (other === urn || kindIn(other) !== kindIn(urn)) continue;
      if (!identities?.(inputs).some((one) => own.has(one))) continue;
      const [name, heir] = [nameIn(urn), nameIn(other)];
      const why = `not deleted: it is kept for the ${kind} "${heir}", which this run has not created`;
      this.session.log.warn(`${kind} "${name}": ${why}`);
      return { urn: other, inputs };
    }
    return undefined;
  }
}

/** What the processes of a run tell each other of a resource that is to be made. */
const toMakeFact = ({ urn }: Named, { project }: Values) => `to make ${JSON.stringify([urn, project])}`;
