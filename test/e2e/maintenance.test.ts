/** A stack whose checks are in maintenance: `up`, refresh and drift leave it alone, and afterwards all is as declared. */
import { Shell } from "../support/cli/reportCommand";
import { succeeded } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";

const PROGRAM = `
const { ChannelAssignment, Check } = require("pulumi-checks");
const { args, both } = JSON.parse(require("fs").readFileSync("declared.json", "utf8"));
new Check("backup", { slug: "backup", ...args });
const shared = new Check("shared", { slug: "shared" });
new ChannelAssignment("pager", { check: shared, channels: ["Pager"] });
if (both) new Check("late", { slug: "late", channels: ["Pager"] });
`;
const declaring = (args: object, both = false) => JSON.stringify({ args, both });

onEachHost("a maintenance", (on) => {
  const files = { "index.js": PROGRAM, "declared.json": declaring({ channels: ["Pager"] }) };
  const scene = eachWithScene(files, on);

  it("outlasts an up, a refresh and a preview, and ends with the channels that the program declares", async () => {
    const { service, stack } = scene;
    const shell = new Shell(service.environment);
    const maintenance = async (...words: string[]) => {
      const outcome = await shell.run("maintenance", ...words, "--records", shell.folder);
      expect(outcome).toMatchObject({ code: 0 });
    };
    const channelsOf = async (slug: string) => String((await service.check(slug)).channels);
    try {
      await stack.up();
      const before = await Promise.all(["backup", "shared"].map(channelsOf));
      expect(before[0]).not.toBe("");
      await maintenance("begin", "--all", "--reason", "new disk");

      succeeded(await stack.refreshPreview("--expect-no-changes"));
      stack.write("declared.json", declaring({ channels: ["Pager"], grace: 120, tags: ["db"] }, true));
      const { text } = await stack.up();
      expect(text).toContain("new disk");
      expect(await service.check("backup")).toMatchObject({ grace: 120, channels: "" });
      expect(await channelsOf("shared")).toBe("");
      expect(await channelsOf("late")).toBe(before[0]);
      succeeded(await stack.refreshPreview("--expect-no-changes"));

      await maintenance("end");
      expect(await Promise.all(["backup", "shared"].map(channelsOf))).toEqual(before);
      expect(await service.check("backup")).toMatchObject({ tags: "db" });
      succeeded(await stack.refreshPreview("--expect-no-changes"));
    } finally {
      shell.close();
    }
  });
});
