import { rmSync } from "node:fs";
import { join } from "node:path";
import { NO_HOST_NAMED } from "../support/hosts";
import { eachWithScene } from "../support/scene";
import { inNode } from "../support/scripts/inNode";
import { OWN_PROCESS } from "../support/sharedProcess/processes";

const BODY = `
const check = new Check("backup", { slug: slugify("Nightly Backup"), timeout: hours(25), grace: minutes(30) });
`;

describe("a stranger's program", () => {
  const scene = eachWithScene({}, OWN_PROCESS);

  const backupIsThere = async () => {
    expect(await scene.service.check("nightly-backup")).toMatchObject({ timeout: 90_000, grace: 1800 });
  };

  it("may be CommonJS", async () => {
    const { stack } = scene;
    stack.write(
      "index.js",
      `const { Check, hours, minutes, slugify } = require("pulumi-checks"); ${BODY} exports.uuid = check.uuid;`,
    );
    await stack.up();
    await backupIsThere();
  });

  it("may be an ES module", async () => {
    const { stack } = scene;
    stack.patchPackage({ type: "module" });
    stack.write(
      "index.js",
      `import { Check, hours, minutes, slugify } from "pulumi-checks"; ${BODY} export const uuid = check.uuid;`,
    );
    await stack.up();
    await backupIsThere();
  });

  it("may be strict TypeScript, with types for each field", async () => {
    const { stack } = scene;
    stack.linkFromCheckout("typescript");
    stack.write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: { target: "es2022", module: "node16", moduleResolution: "node16", strict: true },
        files: ["index.ts"],
      }),
    );
    stack.drop("index.js");
    stack.patchPackage({ main: "index.ts" });
    stack.write(
      "index.ts",
      `
      import type { Output } from "@pulumi/pulumi";
      import { Check, hours, minutes, slugify } from "pulumi-checks";
      ${BODY}
      export const uuid: Output<string> = check.uuid;
      export const grace: Output<number> = check.grace;
      export const tags: Output<string[]> = check.tags;
      // @ts-expect-error: a check has no such field
      export const wrong = check.graze;
      // @ts-expect-error: a length of time is a number or a text
      export const alsoWrong = (): Check => new Check("other", { slug: "other", grace: true });
      export const asText = (): Check => new Check("other", { slug: "other", grace: "1h" });
      `,
    );
    await stack.up();
    await backupIsThere();
  });
});

describe("a program whose library has a copy of Pulumi's SDK apart from the project's, as in a monorepo", () => {
  const scene = eachWithScene({}, OWN_PROCESS);

  it("is as any other: its first check keeps its row under another name, and its defaults are said to apply", async () => {
    const { service, stack } = scene;
    const program = (name: string) => `
      for (const path of Object.keys(require.cache)) if (/@pulumi.pulumi/.test(path)) delete require.cache[path];
      const { Check, withDefaults } = require("pulumi-checks");
      withDefaults({ tags: ["prod"] });
      new Check("${name}", { slug: "nightly-backup" });
    `;
    stack.write("index.js", program("backup"));
    const { text } = await stack.up();
    expect(text).not.toContain("withDefaults");
    expect(await service.check("nightly-backup")).toMatchObject({ tags: "prod" });
    stack.write("index.js", program("nightly"));
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
  });
});

describe("a program that is bundled into one file", () => {
  // The plugin needs no package of the project's.
  const scene = eachWithScene({}, { ...OWN_PROCESS, ...NO_HOST_NAMED });

  it("is as any other where the package is installed, and is told that the engine looks for it there", async () => {
    const { service, stack } = scene;
    stack.ownLibrary();
    stack.write("program.js", `const { Check, hours, minutes, slugify } = require("pulumi-checks"); ${BODY}`);
    inNode(`
      const { build } = await import("esbuild");
      await build({
        absWorkingDir: ${JSON.stringify(stack.folder)}, entryPoints: ["program.js"], outfile: "index.js",
        allowOverwrite: true, bundle: true, platform: "node", external: ["@pulumi/pulumi"],
      });
      return null;
    `);
    stack.drop("program.js");
    await stack.up();
    expect(await service.check("nightly-backup")).toMatchObject({ timeout: 90_000, grace: 1800 });
    await stack.destroy();
    rmSync(join(stack.folder, "node_modules", "pulumi-checks"), { recursive: true });
    const { code, text } = await stack.tryUp();
    expect(code).not.toBe(0);
    expect(text).toContain(
      'Check "backup": pulumi-checks is not among the packages of this project, only in a library that it uses or in a bundle,',
    );
    expect(text).toContain("Add it to the dependencies of the project itself");
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(await service.checks()).toEqual([]);
  });
});
