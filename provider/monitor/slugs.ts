/**
 * Which resource has which slug of a project in this run. A check is found the first time by its slug, so two resources
 * with the same slug must not look for it at the same moment, and the second must learn of the first.
 */
import { patiently } from "../core/patience";
import type { RunRecord } from "../core/runRecord";
import { Turns } from "../core/turns";

export class Slugs {
  private readonly turns = new Turns();
  private readonly given = new Set<string>();

  /** `place` identifies the project for all providers of the program. */
  constructor(
    private readonly record: Pick<RunRecord, "add" | "has" | "isToldByOther">,
    private readonly place: readonly string[],
  ) {}

  /** Notes that the program declares a check with it; returns whether another provider of the program declares one, too. */
  declare(slug: string): boolean {
    this.record.add(this.factOf("declared", slug));
    return this.record.isToldByOther(this.factOf("declared", slug));
  }

  /** Notes that an existing check of the program has it, or gets it in this run. */
  keep(slug: string): void {
    this.record.add(this.factOf("kept", slug));
  }

  /** Whether the program declares a check with it, as far as the run has heard. */
  isDeclared(slug: string): boolean {
    return this.record.has(this.factOf("declared", slug));
  }

  /** Resolves when such a check exists, though perhaps still with another slug; or when it takes too long. */
  async whenThere(slug: string): Promise<void> {
    await patiently(() => this.record.has(this.factOf("kept", slug)));
  }

  /** Whether another provider of the program declares a check with it that the run has not made. */
  isAwaitedElsewhere(slug: string): boolean {
    const isTold = (what: SlugFact) => this.record.isToldByOther(this.factOf(what, slug));
    return isTold("declared") && !isTold("kept");
  }

  /** Runs `work`, which looks for the slug's check and creates it, while no other resource does the same. */
  takeTurn<T>(slug: string, work: () => Promise<T>): Promise<T> {
    return this.turns.take(slug, work);
  }

  /** Notes that a resource of this run has it now, or would get it in a preview. */
  give(slug: string): void {
    this.given.add(slug);
    this.keep(slug);
  }

  /** Whether a resource of this run has it. */
  isGiven(slug: string): boolean {
    return this.given.has(slug);
  }

  private factOf(what: SlugFact, slug: string): string {
    return `${what} ${JSON.stringify([...this.place, slug])}`;
  }
}

/** What the providers of a program share about a slug. */
type SlugFact = "declared" | "kept";
