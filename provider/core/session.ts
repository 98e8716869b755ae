/** One run against the services: what is shared by all resources and look-ups of a process. */
import { Declarations } from "./declarations";
import { runNameOf } from "./engineSocket";
import { inLines, type Log } from "./log";
import { RunNotes } from "./runNotes";
import { RunRecord } from "./runRecord";
import type { ConfigReader } from "./settings";

/** It knows no service: what a service keeps for a run is one of its parts. */
export class Session {
  /** What the program declared about the resources that this process serves. */
  readonly notes = new RunNotes();
  /** What the program has still to declare or write. */
  readonly declarations = new Declarations();
  /** Names the run of the engine, in all of its processes; undefined where none is served. */
  readonly run: string | undefined;
  /** What is known to all processes of the run. */
  readonly record: RunRecord;
  readonly log: Log;
  /** `<project>/<stack>` that the run is of, once the program or the command told it. */
  stack: string | undefined;
  /** Subjects that the user was told of. */
  private readonly told = new Set<string>();
  private readonly parts = new Map<(session: Session) => unknown, unknown>();

  constructor(
    /** Reads the configuration of the stack. */
    readonly config: ConfigReader,
    log: Log,
    /** The address of the engine that this process serves, where it serves one. */
    engine?: string,
    private readonly ownEnvironment?: NodeJS.ProcessEnv,
  ) {
    this.run = engine === undefined ? undefined : runNameOf(engine);
    this.log = inLines(log);
    this.record = new RunRecord(this.run, this.log);
  }

  /** The environment, which goes before the configuration: that of the process as it is now, unless the run has its own. */
  get environment(): NodeJS.ProcessEnv {
    return this.ownEnvironment ?? process.env;
  }

  /** Tells the user of a subject once, although the engine may ask about it before and after a refresh. */
  tellOnce(subject: string, message: string): void {
    if (this.told.has(subject)) return;
    this.told.add(subject);
    this.log.info(message);
  }

  /** A part that a service keeps for the whole run; the first caller creates it. */
  part<T>(make: (session: Session) => T): T {
    if (!this.parts.has(make)) this.parts.set(make, make(this));
    return this.parts.get(make) as T;
  }

  /** Replaces a part that nobody has used yet. */
  provide<T>(make: (session: Session) => T, part: T): void {
    this.parts.set(make, part);
  }
}
