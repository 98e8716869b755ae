/** The examples in the languages that need the native plugin, each as its user runs it. */
import { execFileSync } from "node:child_process";
import { type Run, Stack, succeeded } from "../support/engine";
import { environmentOf, exampleIn, itIn, type Language } from "../support/languages";
import { Service } from "../support/service";

/** The engine waits 5 s for a plugin that does not end, after its last word. */
const WAITED_MS = 4_500;

const LANGUAGES: [Language, string][] = [
  ["yaml", "YAML"],
  ["python", "Python"],
  ["go", "Go"],
];

describe("the example of the native plugin", () => {
  let service: Service;
  let stack: Stack;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(async () => {
    stack?.remove();
    await service.stop();
  });

  /** Runs a command, which ends as it should. */
  const pulumi = async (...args: string[]): Promise<Run> => {
    const run = succeeded(await stack.pulumi(args));
    expect(run.text).not.toMatch(
      /exited prematurely|a bug in the provider|warning: (?!using pulumi-language)/,
    );
    expect(run.silentForMs).toBeLessThan(WAITED_MS);
    return run;
  };

  for (const [language, title] of LANGUAGES) {
    itIn(language, `in ${title} is made, asks a data source, stays as it is, and is destroyed`, async () => {
      stack = new Stack({ ...service.environment, ...environmentOf(language) }, exampleIn(language));
      if (language === "go") execFileSync("go", ["mod", "tidy"], { cwd: stack.folder, stdio: "pipe" });
      await stack.init();

      await pulumi("up", "--yes", "--skip-preview");
      const backup = await service.check("quickstart-nightly-backup");
      expect(backup).toMatchObject({ tz: "Europe/Riga", grace: 3600, tags: "quickstart db" });
      expect(String(backup.channels)).not.toBe("");
      expect(await service.check("quickstart-queue-worker")).toMatchObject({ timeout: 300, grace: 120 });
      const shown = await stack.pulumi(["stack", "output", "--json", "--show-secrets"]);
      expect(JSON.parse(shown.text)).toEqual({
        backupPingUrl: backup.ping_url,
        channel: expect.stringMatching(/\w/),
      });
      expect(stack.output.slice(0, -1).join("")).not.toContain(String(backup.ping_url));

      await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await pulumi("preview", "--expect-no-changes");
      await pulumi("destroy", "--yes", "--skip-preview");
      expect(await service.checks()).toEqual([]);
    });
  }
});
