import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adminApp } from "../../../emulator/adminApp";
import { Parts } from "../../../emulator/parts";

describe("the admin endpoints in docs/emulator.md", () => {
  const document = readFileSync(join(__dirname, "..", "..", "..", "docs", "emulator.md"), "utf8");
  const told = [...document.matchAll(/^\| `([A-Z]+ \/_emulator\S*)` \|/gm)].map(([, endpoint]) => endpoint);

  it("are those that there are", () => {
    const { routes } = adminApp(new Parts("server", { alpha: {}, beta: {} }));
    const there = routes.map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, "")}`);
    expect([...told].sort()).toEqual([...new Set(there)].sort());
  });
});
