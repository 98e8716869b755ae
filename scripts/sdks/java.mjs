/** What is needed of Java: a JDK and Maven, and the packages that an SDK in Java is built and run with. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAtLeast, JAVA_PACKAGE, OLDEST_JAVA } from "../engine/version.mjs";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";
import { say, step } from "../process/progress.mjs";
import { packagesOnce } from "./packages.mjs";

const SDK = fileURLToPath(new URL("java/pom.xml", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../examples/quickstart-java/pom.xml", import.meta.url));
const STALLED_AFTER_MS = 3 * 60_000;
/** With its version, since an older one, which Maven may have by itself, does not read what a jar says of itself. */
const INSTALL = "org.apache.maven.plugins:maven-install-plugin:3.1.3:install-file";
/** How the language host asks a program which plugins it needs. */
const DISCOVERY = [
  "compile",
  "exec:java",
  "-DmainClass=com.pulumi.bootstrap.internal.Main",
  "-DmainArgs=packages",
];

/** Adds what Maven builds an SDK's sources by, and the jar where there is a JDK and Maven, into the folder `dist`. */
export async function finishJava(sources, { version }) {
  writeFileSync(join(sources, "pom.xml"), pom(version));
  if (!(await canBuild())) {
    say("SDK for Java: sources without a jar, which takes a JDK and Maven; `mvn install` makes it of them");
    return;
  }
  await build(sources, await mavenRepository());
  mkdirSync(join(sources, "dist"));
  const jar = jarOf(sources, version);
  renameSync(jar, join(sources, "dist", basename(jar)));
  rmSync(join(sources, "target"), { recursive: true });
}

/** Whether the SDK has all that it can have here: a JDK may have come since it was made. */
export async function isWhole(sources) {
  return existsSync(join(sources, "dist")) || !(await canBuild());
}

async function canBuild() {
  const [javac, mvn] = await Promise.all([run("javac", ["-version"]), run("mvn", ["--version"])]);
  // A first release says `javac 21`.
  return javac.ok && isAtLeast(`${javac.text.trim()}.0`, `${OLDEST_JAVA}.0`) && mvn.ok;
}

const pom = (version) =>
  readFileSync(SDK, "utf8")
    .replace("@VERSION@", version)
    .replace("@OLDEST_JAVA@", OLDEST_JAVA)
    .replace("@JAVA_PACKAGE@", JAVA_PACKAGE);

const jarOf = (sources, version) => join(sources, "target", `pulumi-checks-${version}.jar`);

/** A repository of Maven's with all that building the SDK and running a program take; filled the first time. */
export async function mavenRepository() {
  const own = createHash("sha256");
  for (const file of [SDK, PROGRAM]) own.update(readFileSync(file));
  const version = `${JAVA_PACKAGE}-${own.digest("hex").slice(0, 8)}`;
  return packagesOnce({ place: "maven", version, what: "Java packages" }, fill);
}

/** Maven says what it needs by doing it: an SDK without sources is built and installed, and the example asked. */
async function fill(work) {
  const repository = join(work, "repository");
  const [sdk, program] = ["sdk", "program"].map((name) => join(work, name));
  for (const folder of [sdk, program]) mkdirSync(folder);
  const [, version] = /<pulumi-checks\.version>(.+)</.exec(readFileSync(PROGRAM, "utf8"));
  writeFileSync(join(sdk, "pom.xml"), pom(version));
  copyFileSync(PROGRAM, join(program, "pom.xml"));
  await step(
    `Java packages: mvn for com.pulumi:pulumi ${JAVA_PACKAGE}`,
    async (tell) => {
      let fetched = 0;
      const onLine = (line) => {
        if (line.includes("Downloaded from ")) tell(`${++fetched} files downloaded`);
      };
      await build(sdk, repository, onLine);
      await installJar(jarOf(sdk, version), repository, onLine);
      await maven(DISCOVERY, { cwd: program, repository, onLine });
    },
    { result: () => "here" },
  );
  // Each checkout has its own.
  rmSync(join(repository, "pulumi-checks"), { recursive: true });
  return repository;
}

const build = (sources, repository, onLine) => maven(["package"], { cwd: sources, repository, onLine });

/** Puts the jar of an SDK where programs that are run with this repository find it. */
export function installJar(jar, repository, onLine) {
  return maven([INSTALL, `-Dfile=${jar}`], { cwd: dirname(jar), repository, onLine });
}

async function maven(args, { cwd, repository, onLine }) {
  const all = ["--batch-mode", `-Dmaven.repo.local=${repository}`, ...args];
  const outcome = await run("mvn", all, { cwd, onLine, stall: { after: STALLED_AFTER_MS } });
  if (!outcome.ok) throw mavenProblem(outcome);
}

/** What went wrong with Maven, and what to do. */
export function mavenProblem({ text, trouble }) {
  // Before what was wrong there may be a title.
  const error = /^\[ERROR\] (?!COMPILATION ERROR)(.*)$/m.exec(text)?.[1] ?? lastWords(text);
  if (trouble === "stalled" || /Could not transfer|Unknown host|could not be resolved/.test(text))
    return new Problem(
      "The Java packages cannot be reached.",
      "Check the network, or the mirrors and proxies in Maven's settings.xml, then run this again.",
    );
  return new Problem(
    `Maven failed: ${error.slice(0, 200)}`,
    "Run `npm run sdks java` again, and report it when that does not help.",
  );
}
