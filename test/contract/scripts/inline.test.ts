import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../../support/scripts/script";

const { inlineLibraries } = script<{ inlineLibraries(root: string, dist: string): void }>("setup/inline.mjs");

/** As the compiler writes it. */
const SERVER = `
const { createAdaptorServer } = require("@hono/node-server");
const { RESPONSE_ALREADY_SENT } = require("@hono/node-server/utils/response");
const { Hono } = require("hono");
const { html } = require("hono/html");
const { Buffer } = require("node:buffer");
const app = new Hono().basePath("/a");
app.get("/:id{[0-9]+}", (call) => call.html(html\`<b>\${"<" + call.req.param("id")}</b>\`));
const server = createAdaptorServer({ fetch: app.fetch }).listen(0, "127.0.0.1", async () => {
  const answer = await fetch("http://127.0.0.1:" + server.address().port + "/a/7");
  console.log(answer.status, await answer.text(), typeof RESPONSE_ALREADY_SENT, typeof Buffer);
  server.close();
  server.closeAllConnections();
});
`;

describe("the libraries that come with the emulator", () => {
  // Outside the checkout, where nothing is installed.
  const dist = realpathSync(mkdtempSync(join(tmpdir(), "emulator-libraries-")));
  const server = join(dist, "emulator", "server.js");
  beforeAll(() => {
    mkdirSync(join(dist, "emulator"));
    writeFileSync(server, SERVER);
  });
  afterAll(() => rmSync(dist, { recursive: true, force: true }));

  const run = () => execFileSync(process.execPath, [server], { encoding: "utf8", stdio: "pipe" });

  it("are what it loads where they are not installed, with their licences", () => {
    expect(run).toThrow(/Cannot find module/);
    inlineLibraries(join(__dirname, "..", "..", ".."), dist);
    expect(run().trim()).toBe("200 <b>&lt;7</b> object function");
    for (const library of ["hono", "@hono/node-server"]) {
      expect(existsSync(join(dist, "emulator", "libraries", library, "LICENSE"))).toBe(true);
    }
  });
});
