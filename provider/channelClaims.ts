/**
 * Which channels the assignments of a run want on each check. Several additive assignments may share a channel: it
 * stays as long as one of them wants it.
 */
export class ChannelClaims {
  private readonly wanted = new Map<string, string[][]>();
  private readonly detached = new Map<string, Set<string>>();

  /** An assignment that the run came across wants these. */
  add(uuid: string, channelIds: readonly string[]): void {
    this.wanted.set(uuid, [...this.of(uuid), [...channelIds]]);
  }

  /** An assignment is about to want something else. */
  remove(uuid: string, channelIds: readonly string[]): void {
    const claims = [...this.of(uuid)];
    const own = claims.findIndex((claim) => claim.join() === channelIds.join());
    if (own >= 0) claims.splice(own, 1);
    this.wanted.set(uuid, claims);
  }

  /** Whether an assignment wants this channel. */
  has(uuid: string, channelId: string): boolean {
    return this.of(uuid).some((claim) => claim.includes(channelId));
  }

  /** Notes what a write attached and detached. */
  changed(uuid: string, before: ReadonlySet<string>, now: ReadonlySet<string>): void {
    const gone = this.detached.get(uuid) ?? new Set();
    for (const id of before) if (!now.has(id)) gone.add(id);
    for (const id of now) gone.delete(id);
    this.detached.set(uuid, gone);
  }

  /** Whether this run detached one of these before it knew that an assignment wants it. */
  areUndone(uuid: string, channelIds: readonly string[]): boolean {
    return channelIds.some((id) => this.detached.get(uuid)?.has(id));
  }

  private of(uuid: string): string[][] {
    return this.wanted.get(uuid) ?? [];
  }
}
