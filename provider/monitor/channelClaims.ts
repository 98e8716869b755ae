/**
 * Who wants which channels on each check. Several additive assignments may share a channel: it stays as long as one of
 * them wants it. A check that names its channels itself has the last word.
 */
import type { RunRecord } from "../core/runRecord";

/** The channels that an assignment wants. */
interface Wish {
  mode: "additive" | "exclusive";
  channelIds: readonly string[];
}

export class ChannelClaims {
  private readonly wanted = new Map<string, string[][]>();
  /** Channels in rows that the engine may not ask about, by check and row: with `--target` it skips the other rows. */
  private readonly told = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(private readonly record: RunRecord) {}

  /** Notes the channels of an assignment that the run came across. */
  add(uuid: string, wish: Wish): void {
    const claim = claimOf(wish);
    this.wanted.set(uuid, [...this.of(uuid), claim]);
    for (const id of claim) this.record.add(wants(uuid, id));
  }

  /** Removes the channels of an assignment that is about to want others. */
  remove(uuid: string, wish: Wish): void {
    const claims = [...this.of(uuid)];
    const gone = claimOf(wish);
    const own = claims.findIndex((claim) => claim.join() === gone.join());
    if (own >= 0) claims.splice(own, 1);
    this.wanted.set(uuid, claims);
    for (const id of gone) if (!this.isWantedHere(uuid, id)) this.record.remove(wants(uuid, id));
  }

  /** Notes channels in the rows of other assignments that the program keeps. */
  tell(uuid: string, channels: Readonly<Record<string, readonly string[]>>): void {
    this.told.set(uuid, new Map([...(this.told.get(uuid) ?? []), ...Object.entries(channels)]));
  }

  /**
   * Notes that the run came across the assignment with this row; from now on its own inputs count, for all providers of
   * the program. So these are noted first.
   */
  hear(uuid: string, row: string): void {
    this.record.add(isHeard(uuid, row));
  }

  /** Whether an assignment wants this channel. */
  has(uuid: string, channelId: string): boolean {
    for (const [row, ids] of this.told.get(uuid) ?? [])
      if (ids.includes(channelId) && !this.record.has(isHeard(uuid, row))) return true;
    return this.isWantedHere(uuid, channelId) || this.record.has(wants(uuid, channelId));
  }

  /** Whether other assignments want all that this one wanted; for an exclusive one also that there are no other channels. */
  haveAll(uuid: string, wish: Wish): boolean {
    return claimOf(wish).every((id) => this.has(uuid, id));
  }

  /** Notes whether the check's own resource names its channels. */
  declareOwn(uuid: string, named: boolean): void {
    if (named) this.record.add(ownsChannels(uuid));
    else this.record.remove(ownsChannels(uuid));
  }

  /** Whether the check's own resource names its channels; then no assignment may change them. */
  areOwn(uuid: string): boolean {
    return this.record.has(ownsChannels(uuid));
  }

  /**
   * Notes what a write is about to detach: an assignment that comes before the answer and wants one of these has to write
   * it back, also one of another provider of the program.
   */
  noteDetaching(uuid: string, before: ReadonlySet<string>, now: ReadonlySet<string>): void {
    for (const id of before) if (!now.has(id)) this.record.add(detaches(uuid, id));
  }

  /** Notes what a write has attached. */
  noteAttached(uuid: string, now: ReadonlySet<string>): void {
    for (const id of now) this.record.remove(detaches(uuid, id));
  }

  /** Whether this run detaches one of these without having known that an assignment wants it. */
  areUndone(uuid: string, channelIds: readonly string[]): boolean {
    return channelIds.some((id) => this.record.has(detaches(uuid, id)));
  }

  private isWantedHere(uuid: string, channelId: string): boolean {
    return this.of(uuid).some((claim) => claim.includes(channelId));
  }

  private of(uuid: string): string[][] {
    return this.wanted.get(uuid) ?? [];
  }
}

/** Stands among the channels of an exclusive assignment. */
const NO_OTHERS = "no others";

function claimOf({ mode, channelIds }: Wish): string[] {
  return mode === "exclusive" ? [...channelIds, NO_OTHERS] : [...channelIds];
}

const wants = (uuid: string, channelId: string) => `wants ${uuid} ${channelId}`;
const isHeard = (uuid: string, row: string) => `heard ${uuid} ${row}`;
const detaches = (uuid: string, channelId: string) => `detaches ${uuid} ${channelId}`;
const ownsChannels = (uuid: string) => `own ${uuid}`;
