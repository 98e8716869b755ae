/**
 * The README walked line by line. Stand-ins, since a test asks nobody outside: the template of `pulumi new` is a copy of
 * Pulumi's own in a folder, the service is the emulator, and the clone is this checkout without what git does not keep,
 * except for its installed packages and its compiled library, which `npm pack` would make again from the network.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { copyModules } from "../support/library";
import { type Block, blocks, linesOf, ROOT, Terminal, writeTemplate } from "../support/readme";
import { Service } from "../support/service";

const ENGINE = process.env.PULUMI_CHECKS_ENGINE ?? "";
const all = blocks();

describe("a newcomer who follows the README", () => {
  const folder = mkdtempSync(join(tmpdir(), "newcomer-"));
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    writeTemplate(join(folder, "template"));
    const clone = join(folder, "pulumi-checks");
    const left = ["node_modules", ".git", ".state", ".cache"].map((name) => join(ROOT, name));
    cpSync(ROOT, clone, { recursive: true, filter: (source) => !left.includes(source) });
    // Files of its own: an npm that runs in the clone may remove them, and must not remove those of the checkout.
    copyModules(join(ROOT, "node_modules"), join(clone, "node_modules"));
    mkdirSync(join(folder, "state"));
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("gets from `pulumi new` to drift repaired by the lines of “Use it”", async () => {
    const steps = all.filter(({ heading }) => heading === "Use it");
    expect(steps.map(({ language }) => language)).toEqual(["sh", "ts", "sh", "sh"]);
    const [install, program, first, drift] = steps as [Block, Block, Block, Block];
    const terminal = new Terminal(folder, {
      PATH: `${ENGINE}${delimiter}${process.env.PATH}`,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "correct horse",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      CHECKS_URL: undefined,
      CHECKS_API_KEY: undefined,
      CHECKS_HOST: undefined,
    });
    const said: string[] = [];
    const walk = async (block: Block) => {
      for (const { command, promised } of linesOf(block)) {
        const line = command
          .replace("pulumi new typescript", `pulumi new ${join(folder, "template")}`)
          .replace("https://monitoring.example.com", service.emulator.url);
        const { code, text } = await terminal.run(line, command.includes("--secret") ? service.key : "");
        if (code !== promised)
          throw new Error(`\`${command}\` ended with ${code}, the README says ${promised}:\n${text}`);
        said.push(text);
      }
    };

    await walk(install);
    writeFileSync(join(folder, "jobs", "index.ts"), program.code);
    await walk(first);
    const before = await service.check("nightly-backup");
    expect(before).toMatchObject({ status: "up", n_pings: 1, grace: 3600 });
    await service.request("POST", `/checks/${before.uuid}`, { grace: 600 });
    await walk(drift);
    const after = await service.check("nightly-backup");
    expect(after).toMatchObject({ uuid: before.uuid, ping_url: before.ping_url, n_pings: 1, grace: 3600 });

    expect(said.join("\n")).not.toContain(service.key);
    expect(readFileSync(join(folder, "jobs", "Pulumi.dev.yaml"), "utf8")).not.toContain(service.key);
  });
});
