/** The examples in the languages that need the native plugin, each as its user runs it. */
import { execFileSync } from "node:child_process";
import { type Run, Stack, succeeded } from "../support/engine";
import { type Example, environmentOf, exampleIn, itIn, type Language } from "../support/languages";
import { Service } from "../support/service";
import { Shop } from "../support/shop";

/** The engine waits 5 s for a plugin that does not end, after its last word. */
const WAITED_MS = 4_500;

const LANGUAGES: [Language, string][] = [
  ["yaml", "YAML"],
  ["python", "Python"],
  ["go", "Go"],
];
const ALL: typeof LANGUAGES = [...LANGUAGES, ["java", "Java"]];

let stack: Stack | undefined;
afterEach(() => stack?.remove());

/** A stack of an example. */
async function stackOf(
  example: Example,
  language: Language,
  environment: Record<string, string>,
): Promise<Stack> {
  const files = exampleIn(language, undefined, example);
  stack = new Stack({ ...environment, ...environmentOf(language) }, files);
  if (language === "go") execFileSync("go", ["mod", "tidy"], { cwd: stack.folder, stdio: "pipe" });
  await stack.init();
  return stack;
}

/** Runs a command, which ends as it should. */
async function pulumi(...args: string[]): Promise<Run> {
  if (stack === undefined) throw new Error("there is no stack");
  const run = succeeded(await stack.pulumi(args));
  expect(run.text).not.toMatch(/exited prematurely|a bug in the provider|warning: (?!using pulumi-language)/);
  expect(run.silentForMs).toBeLessThan(WAITED_MS);
  return run;
}

/** The stack's outputs, secrets shown. */
async function outputs(): Promise<unknown> {
  if (stack === undefined) throw new Error("there is no stack");
  return JSON.parse((await stack.pulumi(["stack", "output", "--json", "--show-secrets"])).text);
}

describe("the example of the native plugin", () => {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  for (const [language, title] of ALL) {
    itIn(language, `in ${title} is made, asks a data source, stays as it is, and is destroyed`, async () => {
      const { output } = await stackOf("quickstart", language, service.environment);

      await pulumi("up", "--yes", "--skip-preview");
      const backup = await service.check("quickstart-nightly-backup");
      expect(backup).toMatchObject({ tz: "Europe/Riga", grace: 3600, tags: "quickstart db" });
      expect(String(backup.channels)).not.toBe("");
      expect(await service.check("quickstart-queue-worker")).toMatchObject({ timeout: 300, grace: 120 });
      expect(output.join("")).not.toContain(String(backup.ping_url));
      expect(await outputs()).toEqual({
        backupPingUrl: backup.ping_url,
        channel: expect.stringMatching(/\w/),
      });

      await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await pulumi("preview", "--expect-no-changes");
      await pulumi("destroy", "--yes", "--skip-preview");
      expect(await service.checks()).toEqual([]);
    });
  }
});

describe("a look-up that depends on a check which is still to be made", () => {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  itIn("python", "is unknown in a preview", async () => {
    const files = {
      ...exampleIn("python"),
      "__main__.py": `
import pulumi
import pulumi_checks as checks

check = checks.Check("fresh", slug="fresh", timeout="5m", tags=["fresh"])
after = pulumi.InvokeOutputOptions(depends_on=[check])
pulumi.export("badge", checks.get_badges_output(tag="fresh", opts=after).badge.tag)
pulumi.export("grace", checks.get_check_output(slug="fresh", opts=after).grace)
`,
    };
    stack = new Stack({ ...service.environment, ...environmentOf("python") }, files);
    await stack.init();
    const { text } = await pulumi("preview");
    expect(text).toMatch(/badge *: \[unknown\]/);
    expect(text).toMatch(/grace *: \[unknown\]/);
    await pulumi("up", "--yes", "--skip-preview");
    expect(await outputs()).toEqual({ badge: "fresh", grace: 3600 });
  });
});

describe("the example of payments", () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await Shop.open();
  });
  afterEach(() => shop.close());

  for (const [language, title] of LANGUAGES) {
    itIn(language, `in ${title} has a token, a refund and a share, each once`, async () => {
      const { output } = await stackOf("payments", language, shop.environment);

      await pulumi("preview");
      await pulumi("up", "--yes", "--skip-preview");
      await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
      const { tokens, refunds, shares } = await shop.ledger();
      expect([tokens, refunds, shares].map(({ length }) => length)).toEqual([1, 1, 1]);
      for (const secret of await shop.secrets()) expect(output.join("")).not.toContain(secret);
      expect(await outputs()).toEqual({
        accessToken: tokens[0]?.accessToken,
        refunded: "refunded",
        reverseTransaction: refunds[0]?.reverseTransactionno,
        tableStatus: "Success",
      });

      await pulumi("destroy", "--yes", "--skip-preview");
      expect((await shop.ledger()).refunds).toEqual(refunds);
    });
  }
});
