import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtOnce } from "../engine/built.mjs";
import { MODULES } from "../engine/hosts.mjs";
import { CSHARP_GENERATOR, ENGINE, JAVA_HOST } from "../engine/version.mjs";

/** Java's generator does not go with the modules of the newest engine, so that it is in a program of its own. */
const JAVA = {
  place: "sdk-generator/java",
  version: JAVA_HOST,
  file: "java.go",
  beside: [`github.com/pulumi/pulumi-java/pkg/codegen/java@v${JAVA_HOST}`, ...MODULES],
};
const OTHERS = {
  place: "sdk-generator",
  version: ENGINE,
  file: "others.go",
  beside: [
    `github.com/pulumi/pulumi/pkg/v3/codegen/go@v${ENGINE}`,
    `github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen@v${CSHARP_GENERATOR}`,
  ],
};

/** The program that makes an SDK of a schema, built the first time; what it makes it with is Pulumi's. */
export async function generator(language) {
  const { place, version, file, beside } = language === "java" ? JAVA : OTHERS;
  const sources = Object.fromEntries(["main.go", file].map((name) => [name, sourceOf(name)]));
  const own = createHash("sha256")
    .update(JSON.stringify([sources, beside]))
    .digest("hex")
    .slice(0, 8);
  const folder = await builtOnce(place, `${version}-${own}`, {
    name: "generator",
    what: language === "java" ? "SDK generator for Java" : "SDK generator",
    package: ".",
    version,
    beside,
    sources,
    isOurs: true,
  });
  return join(folder, "generator");
}

const sourceOf = (name) => readFileSync(new URL(`generator/${name}`, import.meta.url), "utf8");
