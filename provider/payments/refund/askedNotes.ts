/**
 * Notes on this machine of when a refund was last requested. Of two runs that each recorded an attempt before either asked,
 * as after `pulumi cancel` of one that goes on, the later one must not ask: where a service shows no refund, its look
 * cannot tell what the other one has done.
 */
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The note on one refund; `name` as that of its turn, which must be held. */
export class AskedNote {
  private readonly file: string;

  constructor(folder: string, name: string) {
    this.file = join(folder, `asked-${createHash("sha256").update(name).digest("hex")}`);
  }

  /** When it was requested, if that was after the attempt began, in ISO 8601. */
  async since(attemptAt: string): Promise<string | undefined> {
    const asked = await readFile(this.file, "utf8").catch(() => "");
    return asked >= attemptAt && asked !== "" ? asked : undefined;
  }

  /** To be called right before the request. */
  async write(): Promise<void> {
    await writeFile(this.file, new Date().toISOString(), { mode: 0o600 });
  }

  /** The service has refused it, so nothing was requested. */
  async remove(): Promise<void> {
    await rm(this.file, { force: true }).catch(() => undefined);
  }
}
