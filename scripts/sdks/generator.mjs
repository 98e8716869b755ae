import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtOnce } from "../engine/built.mjs";
import { ENGINE } from "../engine/version.mjs";

const SOURCE = new URL("generator/main.go", import.meta.url);

/** The program that makes an SDK of a schema, built the first time; its sources are Pulumi's, of the engine's version. */
export async function generator() {
  const source = readFileSync(SOURCE, "utf8");
  const own = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const folder = await builtOnce("sdk-generator", `${ENGINE}-${own}`, {
    name: "generator",
    what: "SDK generator",
    package: ".",
    version: ENGINE,
    beside: [`github.com/pulumi/pulumi/pkg/v3/codegen/go@v${ENGINE}`],
    sources: { "main.go": source },
    isOurs: true,
  });
  return join(folder, "generator");
}
