/**
 * What a run looks at without managing it. To the engine the slug by which a program looks at something is another id than
 * that of the row it had: it replaces the row, and deletes what the program has come to look at.
 */
import type { Session } from "../../core/session";

export class LookedAt {
  /** Ids of what this process has looked at, by URN. */
  private readonly ids = new Map<string, string>();

  /** The row may be another provider's, which another process of the run serves. */
  constructor(private readonly record: Session["record"]) {}

  add(urn: string, id: string): void {
    this.remove(urn);
    this.ids.set(urn, id);
    this.record.add(telling(urn, id));
  }

  /** It was read for an import: the program declares it, and manages it from now on. */
  remove(urn: string): void {
    const id = this.ids.get(urn);
    if (id === undefined) return;
    this.ids.delete(urn);
    this.record.remove(telling(urn, id));
  }

  /** Whether some process of the run looks at what a row of this resource has. */
  has(urn: string, id: string): boolean {
    return this.record.has(telling(urn, id));
  }
}

const telling = (urn: string, id: string) => `looked at ${JSON.stringify([urn, id])}`;
