/**
 * Notes on this machine of when a refund was last requested. Of two runs that each recorded an attempt before either asked,
 * as after `pulumi cancel` of one that goes on, the later one must not ask: where a service shows no refund, its look
 * cannot tell what the other one has done.
 */
import { createHash } from "node:crypto";
import { appendFile, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../core/wholeFile";

const PREFIX = "asked-";
/** An attempt asks within minutes, so that no run is left by then that could have begun before. */
const NEEDED_MS = 86_400_000;

/** What is known of the attempt under which a refund is requested. */
export interface Begun {
  /** What the notes of earlier requests said when it began, where this very process began it. */
  said?: readonly string[];
  /** When it began, in ISO 8601, where another process did. */
  at?: string;
}

/** The notes on one refund, under each name that its service has; all of their turns must be held. */
export class AskedNotes {
  private readonly notes: readonly AskedNote[];

  constructor(folder: string, names: readonly string[]) {
    this.notes = names.map((name) => new AskedNote(folder, name));
  }

  /** All that they say. @throws what keeps one from being read. */
  texts(): Promise<string[]> {
    return Promise.all(this.notes.map((note) => note.text()));
  }

  /** As of one note; `said` are their texts when the attempt began. */
  async since(said: readonly string[], attemptAt?: string): Promise<string | undefined> {
    const times = this.notes.map((note, at) => note.since(said[at] ?? "", attemptAt));
    return (await Promise.all(times)).find((time) => time !== undefined);
  }

  /** To be called right before the request. @throws what keeps one from being written; then none says anything new. */
  async write(): Promise<void> {
    try {
      for (const note of this.notes) await note.write();
    } catch (error) {
      await this.takeBack();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.notes.map((note) => note.close()));
  }

  async takeBack(): Promise<void> {
    await Promise.all(this.notes.map((note) => note.takeBack()));
  }
}

/** The note on one refund; `name` as that of its turn, which must be held. */
export class AskedNote {
  private readonly file: string;
  /** What it said before, of another run; undefined until it is written. */
  private before: string | undefined;

  constructor(
    private readonly folder: string,
    name: string,
  ) {
    this.file = join(folder, `${PREFIX}${createHash("sha256").update(name).digest("hex")}`);
  }

  /** All that it says; empty where there is none. @throws what keeps it from being read. */
  text(): Promise<string> {
    return readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  }

  /**
   * When it was requested, in ISO 8601, if the answer to that had not come when an attempt began: the note says something
   * else than it did then, whatever this machine's clock says. A time is for what can be told only by that clock.
   */
  async since(said: string, attemptAt?: string): Promise<string | undefined> {
    const text = await this.text();
    const [asked = "", answered = ""] = text.split(" ");
    const isLater = attemptAt !== undefined && (asked >= attemptAt || answered >= attemptAt);
    return asked !== "" && (text !== said || isLater) ? asked : undefined;
  }

  /** To be called right before the request. */
  async write(): Promise<void> {
    this.before = await this.text();
    await writeWhole(this.file, new Date().toISOString());
    // What is left over does no harm, and the refund is more important.
    await this.clearAway().catch(() => undefined);
  }

  /** Removes the notes that nobody needs any more. */
  private async clearAway(): Promise<void> {
    const names = await readdir(this.folder);
    for (const file of names
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => join(this.folder, name))) {
      if (Date.now() - (await stat(file)).mtimeMs > NEEDED_MS) await rm(file, { force: true });
    }
  }

  /**
   * To be called when the request is over: until then nobody else could know what comes of it, and a service may show a
   * refund later than it answers.
   */
  async close(): Promise<void> {
    // On a full disk it still says when it was requested.
    await appendFile(this.file, ` ${new Date().toISOString()}`, { mode: 0o600 }).catch(() => undefined);
  }

  /** The service has refused it, so nothing was requested by this run. What another one requested stays noted. */
  async takeBack(): Promise<void> {
    if (this.before === undefined) return;
    const back = this.before === "" ? rm(this.file, { force: true }) : writeWhole(this.file, this.before);
    await back.catch(() => undefined);
  }
}
