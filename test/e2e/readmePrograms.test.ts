import { Stack, succeeded } from "../support/engine";
import { blocks, Terminal, templateFiles } from "../support/readme";
import { Shop } from "../support/shop";

const all = blocks();

describe("each program of the README, alone in a project of Pulumi's own template", () => {
  const programs = all.filter(({ language }) => language === "ts");
  const titles = programs.map((block, index) => [`${index + 1}, under “${block.heading}”`, block] as const);

  it.each(titles)("runs as it stands, and drift is quiet afterwards: %s", async (_, { code }) => {
    const shop = await Shop.open();
    const { "Pulumi.yaml": _asked, "package.json": _named, ...template } = templateFiles();
    const environment = { ...shop.service.environment, ...shop.environment };
    const stack = new Stack(environment, { ...template, "index.ts": code });
    try {
      stack.drop("index.js");
      stack.patchPackage({ main: "index.ts" });
      for (const name of ["typescript", "@types/node"]) stack.linkFromCheckout(name);
      await stack.init();
      succeeded(await stack.preview());
      // Its types were checked in the preview.
      succeeded(
        await stack.pulumi(["up", "--yes", "--skip-preview"], { PULUMI_NODEJS_TRANSPILE_ONLY: "true" }),
      );
      const terminal = new Terminal(stack.folder, stack.shellEnvironment);
      expect(await terminal.run("npx pulumi-checks drift")).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^no drift$/m),
      });
    } finally {
      stack.remove();
      await shop.close();
    }
  });
});
