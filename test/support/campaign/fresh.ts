/** Gives names and slugs that were never used before in a run. */
export class Fresh {
  private count = 0;

  constructor(private readonly prefix: string) {}

  next(): string {
    this.count += 1;
    return `${this.prefix}${this.count}`;
  }
}
