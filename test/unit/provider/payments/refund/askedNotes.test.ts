/** When a refund was last requested on this machine, as its note tells. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AskedNote } from "../../../../../provider/payments/refund/askedNotes";

jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  return { ...actual, writeFile: jest.fn(actual.writeFile) };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-asked-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** That of another run each time. */
const note = () => new AskedNote(folder, "chair");
const BEFORE = "2026-01-01T00:00:00.000Z";

it("is of a request that had no answer when the attempt began", async () => {
  const mine = note();
  await mine.write();
  const since = await note().since(BEFORE);
  expect(since).toEqual(expect.any(String));
  expect(await note().since("9999")).toBeUndefined();
  await mine.close();
  expect(await note().since(BEFORE)).toBe(since);
});

it("of an earlier request stays where the service refused this one", async () => {
  await note().write();
  const [before] = readdirSync(folder);
  const since = await note().since(BEFORE);
  const mine = note();
  await mine.write();
  await mine.takeBack();
  expect(await note().since(BEFORE)).toBe(since);
  expect(readdirSync(folder)).toEqual([before]);
});

it("of an earlier request stays where the disk is too full to note this one", async () => {
  await note().write();
  const since = await note().since(BEFORE);
  const { writeFile: really } = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  jest.mocked(writeFile).mockImplementationOnce(async (file, _text, options) => {
    // What a system does that opens the file anew, and then has no room for its text.
    await really(file, "", options);
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  });
  await expect(note().write()).rejects.toThrow("ENOSPC");
  expect(await note().since(BEFORE)).toBe(since);
  expect(readdirSync(folder)).toHaveLength(1);
});
