/** The README, or another document, as a newcomer follows it: shell lines, programs, and Pulumi's own default template. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(__dirname, "..", "..");

/** A block of code of a document, and the heading that it stands under. */
export interface Block {
  heading: string;
  language: string;
  code: string;
}

/** All blocks of code of a document, in order. */
export function blocks(document = "README.md"): Block[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  let heading = "";
  return [...text.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, language, code = ""]) => {
      if (title !== undefined) heading = title;
      return language === undefined ? [] : [{ heading, language, code }];
    },
  );
}

/** A line of a shell block, and the exit code that its comment promises: `# exit code 2: …`. */
export interface Line {
  command: string;
  promised: number;
}

/** The commands of a shell block, without their comments. */
export function linesOf({ code }: Block): Line[] {
  return code
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [command = "", comment = ""] = line.split(/ {2,}# /);
      return { command: command.trim(), promised: Number(/exit code (\d)/.exec(comment)?.[1] ?? 0) };
    });
}

/** How a line ended, and what it printed. */
export interface Outcome {
  code: number;
  text: string;
}

/** A shell that stays in the folder into which its lines went, as a terminal does. */
export class Terminal {
  constructor(
    private folder: string,
    private readonly environment: Record<string, string | undefined>,
  ) {}

  /** Runs a line with `bash`; `typed` is what the person types when the line asks. */
  async run(line: string, typed = ""): Promise<Outcome> {
    const child = spawn("bash", ["-c", `${line}\ncode=$?\npwd >&3\nexit $code`], {
      cwd: this.folder,
      env: { ...process.env, ...this.environment },
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    let [text, place] = ["", ""];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
    child.stdio[3]?.on("data", (chunk) => (place += String(chunk)));
    // A command that asks for nothing ends without having read what is typed.
    child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
    child.stdin?.end(typed);
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (ended) => resolve(ended ?? 1));
    });
    this.folder = place.trim() || this.folder;
    return { code, text };
  }
}

/** The compiler's options in Pulumi's own template. */
export const TEMPLATE_OPTIONS = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** The files of the template that `pulumi new typescript` takes: CommonJS, with Node's classic resolution. */
export function templateFiles(): Record<string, string> {
  const version = (name: string) =>
    (
      JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as {
        version: string;
      }
    ).version;
  return {
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n" +
      "template:\n  description: A minimal TypeScript Pulumi program\n",
    "package.json": JSON.stringify({
      name: "${PROJECT}",
      main: "index.ts",
      devDependencies: { "@types/node": version("@types/node"), typescript: version("typescript") },
      dependencies: { "@pulumi/pulumi": version("@pulumi/pulumi") },
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: TEMPLATE_OPTIONS,
      files: ["index.ts"],
    }),
    "index.ts": 'import * as pulumi from "@pulumi/pulumi";\n',
    ".gitignore": "/bin/\n/node_modules/\n",
  };
}

/** Writes the template into a folder. */
export function writeTemplate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(templateFiles())) writeFileSync(join(folder, name), text);
}
