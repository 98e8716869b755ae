/**
 * Who sets the channels of a check in the program: the check's own `channels`, or assignments. Both would undo each other,
 * and so would an exclusive assignment and any other. The SDK for TypeScript says so by itself, of checks that are not made
 * yet, too; here it is said to every language, as soon as it is known which check is meant.
 */

/** What a resource has to say of the channels of a check. */
type Say = Sets | "additive" | "exclusive";

/** That a check has channels by itself: those that it names, or by default those of the configuration. */
type Sets = "own" | "default";

export class ChannelOwners {
  /** By the check and by the resource, as messages call it. */
  private readonly says = new Map<string, Map<string, Say>>();
  /** A check's UUID and its slug are two names of it. */
  private readonly otherName = new Map<string, string>();

  /** The check with this UUID has this slug in the program. */
  link(project: string | undefined, uuid: string, slug: string): void {
    const [one, other] = [keyOf(project, uuid), keyOf(project, slug)];
    this.otherName.set(one, other);
    this.otherName.set(other, one);
  }

  /** The check itself has channels, or leaves them open; gives what speaks against that. */
  checkSays(
    project: string | undefined,
    slug: string,
    resource: string,
    sets: Sets | undefined,
  ): string | undefined {
    const key = keyOf(project, slug);
    if (sets === undefined) {
      this.says.get(key)?.delete(resource);
      return undefined;
    }
    const rival = this.note(key, resource, sets);
    if (rival === undefined) return undefined;
    return sets === "own"
      ? `the ${rival} sets them, and ${UNDO}. Remove channels from the check, or that assignment`
      : `the ${rival} sets them, the check has those of ${SETTINGS}, and ${UNDO}. ${NO_DEFAULT}, or name all its channels here and remove that assignment`;
  }

  /** An assignment of this mode is of the check; gives what speaks against that. */
  assignmentSays(
    project: string | undefined,
    check: string,
    resource: string,
    mode: "additive" | "exclusive",
  ): { property: string; reason: string } | undefined {
    const key = keyOf(project, check);
    const rival = this.note(key, resource, mode);
    if (rival === undefined) return undefined;
    switch (this.allSays(key).get(rival)) {
      case "own":
        return {
          property: "check",
          reason: `the ${rival} names channels itself, and ${UNDO}. Remove channels from the check, or remove this assignment`,
        };
      case "default":
        return {
          property: "check",
          reason: `the ${rival} has the channels of ${SETTINGS}, and ${UNDO}. ${NO_DEFAULT}, or name all its channels there and remove this assignment`,
        };
      default:
        return {
          property: "mode",
          reason: `the ${rival} is of the same check, and an exclusive assignment tolerates no other. Make both additive, or merge them`,
        };
    }
  }

  /** Keeps what the resource says; gives the resource that it would be undone by. */
  private note(key: string, resource: string, say: Say): string | undefined {
    const all = this.allSays(key);
    this.says.set(key, (this.says.get(key) ?? new Map<string, Say>()).set(resource, say));
    const rivals = [...all].filter(
      ([other, its]) => other !== resource && (its !== "additive" || say !== "additive"),
    );
    return rivals[0]?.[0];
  }

  private allSays(key: string): ReadonlyMap<string, Say> {
    const other = this.otherName.get(key);
    return new Map([...(this.says.get(key) ?? []), ...(other ? (this.says.get(other) ?? []) : [])]);
  }
}

const UNDO = "each would undo the other";
const SETTINGS = "checks:defaultChannels or checks:channelsByTag";
const NO_DEFAULT = "Take it out of those settings";

function keyOf(project: string | undefined, check: string): string {
  return JSON.stringify([project ?? null, check]);
}
