/** What `pulumi preview --save-plan` writes down, `pulumi up --plan` holds on to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eachWithScene } from "../support/scene";

describe("an update plan of checks whose provider gets its key from another resource", () => {
  const scene = eachWithScene({}, { CHECKS_HOST: "plugin" });

  const declare = (key: string, grace: number) =>
    scene.stack.write(
      "index.js",
      `const { ChannelAssignment, Check, Provider } = require("pulumi-checks");
      const { CHECKS_URL: url, CHECKS_API_KEY: apiKey } = process.env;
      const first = new Check("${key}", { slug: "${key}" });
      const provider = new Provider("ours", { url, apiKey: first.uuid.apply(() => apiKey) });
      const check = new Check("backup", { slug: "backup", tags: ["prod"], grace: ${grace} }, { provider });
      new ChannelAssignment("pager", { check, channels: ["Pager"] }, { provider });`,
    );

  it("holds nothing but what the program says, and is kept to: also of a check with a row", async () => {
    const { stack, service } = scene;
    let uuid: unknown;
    for (const [key, grace] of [
      ["one", 600],
      ["two", 900],
    ] as const) {
      declare(key, grace);
      expect(await stack.preview("--save-plan", "plan.json")).toMatchObject({ code: 0 });
      const plan = readFileSync(join(stack.folder, "plan.json"), "utf8");
      // The name stands there as one of an input, without a value.
      expect(plan).not.toMatch(/"__\w+":(?! ?\[\])/);
      await stack.up("--plan", "plan.json");
      const check = await service.check("backup");
      expect(check).toMatchObject({ grace, uuid: uuid ?? check.uuid });
      uuid = check.uuid;
    }
  });
});
