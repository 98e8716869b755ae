import { Stack } from "../support/engine";
import { Service } from "../support/service";

const PACKAGE = ["--package", "./node_modules/pulumi-checks/plugin/pulumi-resource-checks"];

describe("people at a terminal, without a program", () => {
  it("list and read checks, and ask the data sources, by `pulumi do`", async () => {
    const service = await Service.start();
    const stack = new Stack(service.environment);
    try {
      const make = (fields: object) => service.request("POST", "/checks/", fields);
      await make({ slug: "backup", name: "Nightly backup" });
      const { uuid } = await make({ name: "No slug" });
      const pulumiDo = async (...args: string[]) => {
        const run = await stack.pulumi(["do", ...PACKAGE, ...args]);
        expect(run.text).not.toContain(service.key);
        return run;
      };
      const listed = async (...args: string[]) =>
        JSON.parse((await pulumiDo("checks:index:Check", "list", ...args)).text) as {
          id: string;
          name: string;
        }[];
      const backup = { id: "backup", name: "Nightly backup" };
      const all = await listed();
      expect(all).toHaveLength(2);
      expect(all).toEqual(expect.arrayContaining([backup, { id: uuid, name: "No slug" }]));
      expect(await listed("--slug", "backup")).toEqual([backup]);

      const read = await pulumiDo("checks:index:Check", "read", "backup");
      expect(read.text).toMatch(/grace +: 3600/);
      expect(read.text).toMatch(/pingUrl +: \[secret\]/);
      const found = await pulumiDo("checks:index:getCheck", "--slug", "backup");
      expect(JSON.parse(found.text)).toMatchObject({
        name: "Nightly backup",
        status: "new",
        pingUrl: "[secret]",
      });
      expect((await pulumiDo("checks:index:getFlips", "--seconds", "30d")).text).toContain("unknown flag");
      stack.write("window.pcl", 'slug = "backup"\nseconds = "30d"\n');
      const file = ["--input", "pcl", "--input-file", "window.pcl"];
      const flips = await pulumiDo("checks:index:getFlips", ...file);
      const { start, end } = JSON.parse(flips.text) as { start: number; end: number };
      expect(end - start).toBe(30 * 86_400);
      const missing = await pulumiDo("checks:index:getCheck", "--slug", "backups");
      expect(missing.code).not.toBe(0);
      expect(missing.text).toContain('no check has the slug "backups"; there is backup');
    } finally {
      stack.remove();
      await service.stop();
    }
  });
});
