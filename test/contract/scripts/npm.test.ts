import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pretendToBe } from "../../support/platform";
import { script } from "../../support/scripts/script";

const { pack } = script<{ pack(root: string, folder: string): Promise<string> }>("suites/pack.mjs");
const { npmCommand } = script<{
  npmCommand(platform: string, env: Record<string, string>, node: string): string[];
}>("process/npm.mjs");

describe("npm, as scripts start it", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-npm-"));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is found on Windows, where `npm` on PATH is a batch file that Node refuses to run", async () => {
    const cli = join(folder, "bin", "npm-cli.js");
    mkdirSync(join(folder, "bin"));
    writeFileSync(cli, "console.log(JSON.stringify([{ filename: `${process.argv[2]}ed.tgz` }]));");
    jest.replaceProperty(process, "env", { ...process.env, PATH: folder, npm_execpath: cli });
    const restore = pretendToBe("win32");
    try {
      expect(await pack(folder, "out")).toBe(join("out", "packed.tgz"));
    } finally {
      restore();
    }
  });

  it("is the one beside Node if another program runs the script, and the one on PATH elsewhere", () => {
    const node = String.raw`C:\Program Files\nodejs\node.exe`;
    const beside = String.raw`C:\Program Files\nodejs\node_modules\npm\bin\npm-cli.js`;
    expect(npmCommand("win32", {}, node)).toEqual([node, beside]);
    expect(npmCommand("win32", { npm_execpath: String.raw`C:\yarn\yarn.js` }, node)).toEqual([node, beside]);
    expect(npmCommand("darwin", { npm_execpath: "/lib/npm/bin/npm-cli.js" }, "/bin/node")).toEqual(["npm"]);
  });
});
