/**
 * Who sets the channels of a check in the program: the check's own `channels`, or assignments. Both would undo each
 * other, and so would an exclusive assignment and any other. The SDK for TypeScript refuses that itself, even for checks
 * that do not exist yet; here it is refused for every language, as soon as it is known which check is meant.
 */

import type { Log } from "../core/log";
import type { RunNote } from "../core/runNotes";

/** A resource that sets the channels of a check. */
export interface Speaker {
  /** What distinguishes it from all other resources of the program. */
  key: string;
  /** Its name in messages: `Check "backup"`. */
  called: string;
}

/** The resource of a note. If the host does not know its URN, it is identified by its name. */
export function speakerOf(kind: string, { name, urn }: RunNote): Speaker {
  const called = `${kind} "${name}"`;
  return { key: urn ?? called, called };
}

/** How a message to one resource calls another one, which may have the same name below another component. */
export function labelBeside(other: string, addressed: string): string {
  return other === addressed ? `other ${other}` : other;
}

/** How a resource sets the channels of a check. */
type Say = Sets | "additive" | "exclusive";

/** Where a check's own channels come from: it names them, or they are the default of the configuration. */
type Sets = "own" | "default";

interface Said {
  by: Speaker;
  say: Say;
}

export class ChannelOwners {
  /** By the check and by the key of the resource. */
  private readonly says = new Map<string, Map<string, Said>>();
  /** Maps the UUID of a check to its slug and the other way round: both name the same check. */
  private readonly otherName = new Map<string, string>();
  /** Checks, by UUID, with which assignments by a slug stay that the run came across. */
  private readonly staying = new Map<string, Set<string>>();

  constructor(private readonly log: Pick<Log, "warn">) {}

  /** Notes that the check with this UUID has this slug in the program. */
  link(project: string | undefined, uuid: string, slug: string): void {
    const [one, other] = [keyOf(project, uuid), keyOf(project, slug)];
    this.otherName.set(one, other);
    this.otherName.set(other, one);
    this.warnOfStaying(project, uuid, slug);
  }

  /** Notes that an assignment by this slug stays with the check with this UUID: no other one of the program is known to have it. */
  stay(project: string | undefined, uuid: string, slug: string): void {
    const key = keyOf(project, slug);
    this.staying.set(key, (this.staying.get(key) ?? new Set<string>()).add(uuid));
  }

  /** It does not stay, because the engine replaces it anyway. */
  leave(project: string | undefined, uuid: string, slug: string): void {
    this.staying.get(keyOf(project, slug))?.delete(uuid);
  }

  /** The run has deleted the check with this UUID, which left the program. An assignment by its slug need not have left, too. */
  warnOfDeleted(project: string | undefined, uuid: string, slug: string): void {
    if (!this.staying.get(keyOf(project, slug))?.has(uuid)) return;
    this.log.warn(
      `channel assignment of "${slug}": its check is not in the program any more, and this run has deleted it. Correct \`check\`, or remove the assignment`,
    );
  }

  /** Without our SDK the engine may ask about an assignment before it is known which check has the slug by now. */
  private warnOfStaying(project: string | undefined, uuid: string, slug: string): void {
    const key = keyOf(project, slug);
    if (![...(this.staying.get(key) ?? [])].some((other) => other !== uuid)) return;
    this.staying.delete(key);
    this.log.warn(
      `channel assignment of "${slug}": it stays with the check that had this slug before. Run \`pulumi up --refresh\`, which attaches its channels to the present one`,
    );
  }

  /** The UUID of the program's check with this slug, as far as that is known. */
  uuidOf(project: string | undefined, slug: string): string | undefined {
    const linked = this.otherName.get(keyOf(project, slug));
    return linked === undefined ? undefined : (JSON.parse(linked) as [string | null, string])[1];
  }

  /** The check itself has channels, or leaves them open; gives what speaks against that. */
  objectionToCheck(
    project: string | undefined,
    slug: string,
    speaker: Speaker,
    sets: Sets | undefined,
  ): string | undefined {
    const key = keyOf(project, slug);
    if (sets === undefined) {
      this.says.get(key)?.delete(speaker.key);
      return undefined;
    }
    const rival = this.note(key, speaker, sets);
    if (rival === undefined) return undefined;
    const named = labelBeside(rival.by.called, speaker.called);
    return sets === "own"
      ? `the ${named} sets them, and ${UNDO}. Remove channels from the check, or that assignment`
      : `the ${named} sets them, the check has those of ${SETTINGS}, and ${UNDO}. ${NO_DEFAULT}, or name all its channels here and remove that assignment`;
  }

  /** Notes an assignment of this mode for the check; returns the objection to that. */
  objectionToAssignment(
    project: string | undefined,
    check: string,
    speaker: Speaker,
    mode: "additive" | "exclusive",
  ): { property: string; reason: string } | undefined {
    const key = keyOf(project, check);
    const rival = this.note(key, speaker, mode);
    if (rival === undefined) return undefined;
    const named = labelBeside(rival.by.called, speaker.called);
    switch (rival.say) {
      case "own":
        return {
          property: "check",
          reason: `the ${named} names channels itself, and ${UNDO}. Remove channels from the check, or remove this assignment`,
        };
      case "default":
        return {
          property: "check",
          reason: `the ${named} has the channels of ${SETTINGS}, and ${UNDO}. ${NO_DEFAULT}, or name all its channels there and remove this assignment`,
        };
      default:
        return {
          property: "mode",
          reason: `the ${named} is for the same check, and an exclusive assignment allows no other. Make both additive, or merge them`,
        };
    }
  }

  /** Notes what the resource sets; returns the resource that would undo it. */
  private note(key: string, by: Speaker, say: Say): Said | undefined {
    const all = this.allSays(key);
    this.says.set(key, (this.says.get(key) ?? new Map<string, Said>()).set(by.key, { by, say }));
    return [...all.values()].find(
      (its) => its.by.key !== by.key && (its.say !== "additive" || say !== "additive"),
    );
  }

  private allSays(key: string): ReadonlyMap<string, Said> {
    const other = this.otherName.get(key);
    return new Map([...(this.says.get(key) ?? []), ...(other ? (this.says.get(other) ?? []) : [])]);
  }
}

const UNDO = "each would undo the other";
const SETTINGS = "checks:defaultChannels or checks:channelsByTag";
const NO_DEFAULT = "Remove that default";

function keyOf(project: string | undefined, check: string): string {
  return JSON.stringify([project ?? null, check]);
}
