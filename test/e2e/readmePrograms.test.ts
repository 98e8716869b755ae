import { join } from "node:path";
import { compiled } from "../support/compiledProgram";
import { Stack, succeeded } from "../support/engine";
import { blocks, ROOT, TEMPLATE_OPTIONS, Terminal } from "../support/readme";
import { Shop } from "../support/shop";

const programs = blocks().filter(({ language }) => language === "ts");

describe("the programs of the README, with the settings of Pulumi's own template", () => {
  it("have the right types", async () => {
    const files = Object.fromEntries(programs.map(({ code }, index) => [`program${index + 1}.ts`, code]));
    const all = JSON.stringify({ compilerOptions: TEMPLATE_OPTIONS, files: Object.keys(files) });
    const stack = new Stack({}, { ...files, "tsconfig.json": all });
    try {
      stack.linkFromCheckout("@types/node");
      const terminal = new Terminal(stack.folder, stack.shellEnvironment);
      const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
      expect(await terminal.run(`${compiler} --noEmit`)).toEqual({ code: 0, text: "" });
    } finally {
      stack.remove();
    }
  });

  const titles = programs.map((block, index) => [`${index + 1}, under “${block.heading}”`, block] as const);

  it.each(titles)("run as they stand, and drift is quiet afterwards: %s", async (_, { code }) => {
    const shop = await Shop.open();
    const stack = new Stack(
      { ...shop.service.environment, ...shop.environment },
      { "index.js": compiled(code) },
    );
    try {
      await stack.init();
      succeeded(await stack.preview());
      await stack.up();
      const drift = await stack.withProvider({}, (environment) =>
        new Terminal(stack.folder, environment).run("npx pulumi-checks drift"),
      );
      expect(drift).toMatchObject({ code: 0, text: expect.stringMatching(/^no drift$/m) });
    } finally {
      stack.remove();
      await shop.close();
    }
  });
});
