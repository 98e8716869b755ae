import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interrupt, sleep } from "../../../../../provider/core/interruption";
import { containerNameIfAny } from "../../../../../provider/core/process";
import { inTurn, inTurns } from "../../../../../provider/payments/refund/machineTurn";
import { setAge, writeAged } from "../../../../support/agedFile";
import { itUnless } from "../../../../support/unless";

jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  const { open, rename, rm } = actual;
  return { ...actual, open: jest.fn(open), rename: jest.fn(rename), rm: jest.fn(rm) };
});

/** Far above what any system gives out. */
const NOBODY = 2 ** 30;

describe("turns on a machine", () => {
  let folder: string;
  let note: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-turn-"));
    work.mockClear();
    note = join(folder, createHash("sha256").update("chair").digest("hex"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const patience = (patienceMs: number, pause = sleep) => ({
    patienceMs,
    pause,
    tooLong: () => new Error("too long"),
    noNote: ({ code }: NodeJS.ErrnoException) => {
      throw new Error(`no note (${code})`);
    },
    folder,
  });
  const turn = <T>(name: string, patienceMs: number, work: () => Promise<T>, pause = sleep) =>
    inTurn(name, patience(patienceMs, pause), work);
  /** Pauses that nobody has to wait for. */
  const quickly = () => new Promise<void>((resolve) => setImmediate(resolve));
  const failure = (code: string) => Object.assign(new Error(`${code}: it fails`), { code });
  const work = jest.fn(async () => "done");

  it("are taken one after another, and leave nothing behind", async () => {
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => turn("chair", 10_000, work)));
    expect(existsSync(note)).toBe(false);
  });

  it("are not taken on a full disk, which leaves nothing behind that would keep others out", async () => {
    const { open: really } = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
    jest.mocked(open).mockImplementationOnce(async (...args) => {
      const handle: FileHandle = await really(...args);
      handle.writeFile = () => Promise.reject(failure("ENOSPC"));
      return handle;
    });
    await expect(turn("chair", 1000, work)).rejects.toThrow("no note (ENOSPC)");
    expect(work).not.toHaveBeenCalled();
    expect(existsSync(note)).toBe(false);
    expect(await turn("chair", 0, work)).toBe("done");
  });

  it("are given back where the note is by now that of another one, not the one that was left over", async () => {
    const { rename: really } = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
    const others = `${process.pid} y`;
    writeFileSync(note, `${NOBODY} x`);
    jest.mocked(rename).mockImplementationOnce((...names) => {
      writeFileSync(note, others);
      return really(...names);
    });
    await expect(turn("chair", 100, work, quickly)).rejects.toThrow("too long");
    expect(work).not.toHaveBeenCalled();
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([others]);
  });

  it("are not taken where the folder is gone", async () => {
    rmSync(folder, { recursive: true });
    await expect(turn("chair", 1000, work)).rejects.toThrow("no note (ENOENT)");
    expect(work).not.toHaveBeenCalled();
  });

  it("leave the note of another one alone that they cannot look at", async () => {
    writeFileSync(note, `${process.pid} x`);
    jest.mocked(open).mockRejectedValueOnce(failure("EMFILE"));
    await expect(turn("chair", 1000, work)).rejects.toThrow("no note (EMFILE)");
    expect(existsSync(note)).toBe(true);
  });

  it("give what the work gave also where the note cannot be removed any more", async () => {
    jest.mocked(rm).mockRejectedValueOnce(failure("EROFS"));
    expect(await turn("chair", 0, work)).toBe("done");
  });

  it("are not shown to go on once they are over, or nobody would take over a note of somebody else who is gone", async () => {
    jest.useFakeTimers();
    try {
      await turn("chair", 0, work);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it("are given back by work that fails", async () => {
    await expect(turn("chair", 1000, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turn("chair", 0, async () => "done")).toBe("done");
  });

  it("of different names do not wait for each other", async () => {
    const nested = turn("chair", 0, () => turn("table", 0, async () => "done"));
    expect(await nested).toBe("done");
  });

  it("of two names are taken by all in one order: who names them the other way round does not wait for ever", async () => {
    const both = (...names: string[]) => inTurns(names, patience(1000), work);
    expect(await Promise.all([both("chair", "table"), both("table", "chair")])).toEqual(["done", "done"]);
  });

  it("of two names are one's own only while both are", async () => {
    const lost = async (isMine: () => Promise<boolean>) => {
      const before = await isMine();
      writeFileSync(note, "another one");
      return [before, await isMine()];
    };
    expect(await inTurns(["chair", "table"], patience(1000), lost)).toEqual([true, false]);
    rmSync(note);
    expect(await inTurns(["table", "aisle", "chair"], patience(1000), lost)).toEqual([true, false]);
  });

  it("are not waited for without end", async () => {
    const nested = turn("chair", 1000, () => turn("chair", 0, async () => "done"));
    await expect(nested).rejects.toThrow("too long");
  });

  it("are not waited for any longer when the user interrupts", async () => {
    const interrupted = (milliseconds: number) => {
      const waiting = sleep(milliseconds);
      interrupt();
      return waiting;
    };
    const nested = turn("chair", 1000, () => turn("chair", 60_000, async () => "done", interrupted));
    await expect(nested).rejects.toThrow("interrupted while waiting");
    expect(existsSync(note)).toBe(false);
  });

  it.each([
    ["forward, or the machine slept", 7200],
    ["back", -7200],
  ])("are not taken from work that goes on where the clock was set %s", async (_, secondsAgo) => {
    const nested = turn("chair", 1000, async () => {
      setAge(note, secondsAgo);
      return turn("chair", 200, work);
    });
    await expect(nested).rejects.toThrow("too long");
    expect(work).not.toHaveBeenCalled();
  });

  it("are taken over at once from an earlier version that is gone, which does not tell its container", async () => {
    writeFileSync(note, `${NOBODY} x`);
    const pause = jest.fn(quickly);
    expect(await turn("chair", 60_000, work, pause)).toBe("done");
    expect(pause.mock.calls.length).toBeLessThan(10);
  });

  it("are not taken from work that goes on in another container, whose processes nobody here can see", async () => {
    writeFileSync(note, `${NOBODY} x pid:[1]`);
    const alive = setInterval(() => setAge(note, 0), 20);
    try {
      await expect(turn("chair", 500, work)).rejects.toThrow("too long");
      expect(work).not.toHaveBeenCalled();
    } finally {
      clearInterval(alive);
    }
  });

  it("are waited for as long as it takes, whatever the clock says", async () => {
    let now = Date.now();
    const clock = jest.spyOn(Date, "now").mockImplementation(() => now);
    try {
      let isOver = false;
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const other = turn("chair", 1000, async () => {
        begin();
        while (!isOver) await quickly();
      });
      await begun;
      const ahead = () => {
        now += 60_000;
        isOver = true;
        return quickly();
      };
      expect(await turn("chair", 30_000, work, ahead)).toBe("done");
      await other;
    } finally {
      clock.mockRestore();
    }
  });

  it.each([
    ["a process that is gone", `${NOBODY} x`, 0],
    ["nobody knows whom, long ago", "", 7200],
    ["a process whose number another one has by now", `${process.pid} x`, 7200],
    ["the same, by a clock that was wrong", `${process.pid} x`, -7200],
    ["another container that is gone", `${process.pid} x pid:[1]`, 0],
  ])("are taken over from %s", async (_, text, secondsAgo) => {
    writeAged(note, secondsAgo, text);
    expect(await turn("chair", 1000, async () => "done", quickly)).toBe("done");
    expect(existsSync(note)).toBe(false);
  });

  itUnless(
    process.platform === "linux" ? undefined : "only Linux tells when a process began",
    "are taken over at once from a process whose number this one has, as in a container that was started again",
    async () => {
      writeFileSync(note, `${process.pid} x ${containerNameIfAny()} 1`);
      expect(await turn("chair", 200, async () => "done", quickly)).toBe("done");
    },
  );
});
