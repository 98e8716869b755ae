/** When a refund was last requested on this machine, as its note tells. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AskedNote, AskedNotes } from "../../../../../provider/payments/refund/askedNotes";
import { writeAged } from "../../../../support/agedFile";

jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  return { ...actual, readFile: jest.fn(actual.readFile), writeFile: jest.fn(actual.writeFile) };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-asked-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** That of another run each time. */
const note = () => new AskedNote(folder, "chair");
const BEFORE = "2026-01-01T00:00:00.000Z";
/** When it was requested, as an attempt sees it that began before all of them. */
const seen = () => note().since("", BEFORE);

it("is of a request that had no answer when the attempt began", async () => {
  expect(await seen()).toBeUndefined();
  const mine = note();
  await mine.write();
  const since = await seen();
  expect(since).toEqual(expect.any(String));
  const asked = await note().text();
  expect(await note().since(asked, "9999")).toBeUndefined();
  await mine.close();
  expect(await seen()).toBe(since);
  expect(await note().since(asked)).toBe(since);
  expect(await note().since(await note().text())).toBeUndefined();
});

it("is told by the clock where nobody knows what it said when the attempt began", async () => {
  await note().write();
  const said = await note().text();
  expect(await note().since(said, BEFORE)).toBe(said);
  expect(await note().since(said, "9999")).toBeUndefined();
});

it("is of a request that had no answer before, where one of the two came in the same millisecond", async () => {
  await note().write();
  const [asked, answered] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"];
  const [file = ""] = readdirSync(folder);
  await writeFile(join(folder, file), `${asked} ${answered}`);
  const said = await note().text();
  expect(await note().since(said, answered)).toBe(asked);
  expect(await note().since(said, "2026-01-01T00:00:01.001Z")).toBeUndefined();
  await writeFile(join(folder, file), asked);
  expect(await note().since(asked, asked)).toBe(asked);
});

it("that cannot be read is not taken for none", async () => {
  await note().write();
  for (const act of [seen, () => note().write()]) {
    jest.mocked(readFile).mockRejectedValueOnce(Object.assign(new Error("no"), { code: "EACCES" }));
    await expect(act()).rejects.toMatchObject({ code: "EACCES" });
  }
});

it("of an earlier request stays where the service refused this one", async () => {
  await note().write();
  const [before] = readdirSync(folder);
  const since = await seen();
  const mine = note();
  await mine.write();
  await mine.takeBack();
  expect(await seen()).toBe(since);
  expect(readdirSync(folder)).toEqual([before]);
});

it("of an earlier request stays where the disk is too full to note this one", async () => {
  await note().write();
  const since = await seen();
  const { writeFile: really } = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  jest.mocked(writeFile).mockImplementationOnce(async (file, _text, options) => {
    // What a system does that opens the file anew, and then has no room for its text.
    await really(file, "", options);
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  });
  await expect(note().write()).rejects.toThrow("ENOSPC");
  expect(await seen()).toBe(since);
  expect(readdirSync(folder)).toHaveLength(1);
});

it("goes a day after the request, when another refund is requested; what else is in the folder stays", async () => {
  writeAged(join(folder, "asked-old"), 86_500);
  writeAged(join(folder, "asked-new"), 86_300);
  writeAged(join(folder, "run-old"), 86_500);
  await note().write();
  expect(readdirSync(folder).sort()).toEqual([
    expect.stringMatching(/^asked-[0-9a-f]{64}$/),
    "asked-new",
    "run-old",
  ]);
});

it("under two names say what they said before where one of them cannot be written", async () => {
  await note().write();
  const before = await note().text();
  const both = new AskedNotes(folder, ["chair", "table"]);
  const { writeFile: really } = jest.requireActual<typeof import("node:fs/promises")>("node:fs/promises");
  jest
    .mocked(writeFile)
    .mockImplementationOnce(really)
    .mockRejectedValueOnce(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await expect(both.write()).rejects.toThrow("full");
  expect(await both.texts()).toEqual([before, ""]);
});

it("under two names are each compared with what that one said when the attempt began", async () => {
  const both = () => new AskedNotes(folder, ["chair", "table"]);
  await new AskedNote(folder, "table").write();
  const said = await both().texts();
  expect(await both().since(said)).toBeUndefined();
  await new AskedNote(folder, "table").close();
  expect(await both().since(said)).toEqual(expect.any(String));
});
