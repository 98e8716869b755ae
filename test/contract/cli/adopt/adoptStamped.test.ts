/** `pulumi-checks adopt` where checks carry the stamps of stacks: the first `up` refuses those of others. */
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Shell } from "../../../support/cli/reportCommand";
import { inService, type Service } from "../../../support/service";

/** Answers as the engine does where `dev` is selected. */
const PULUMI = `#!/bin/sh
case "$*" in
  "stack --show-name"*) echo "\${STACK:?error: no stack selected}";;
  *) echo "{}";;
esac
`;

let service: Service;
let shell: Shell;

inService(async (opened) => {
  service = opened;
  shell = new Shell(service.environment);
  for (const [slug, owner] of [
    ["own", "jobs/dev"],
    ["foreign", "billing/prod"],
  ]) {
    await service.request("POST", "/checks/", { slug, tags: `db pulumi:${owner}` });
  }
});
afterEach(() => shell.close());

interface Planned {
  adoptions: { resource: string }[];
  leftOut: { known: string; reason: string }[];
}

async function plan(): Promise<{ code: number; adopted: string[]; leftOut: Planned["leftOut"] }> {
  const { code, stdout } = await shell.run("adopt", "plan", "--json", "-q");
  const { adoptions, leftOut } = JSON.parse(stdout) as Planned;
  return { code, adopted: adoptions.map(({ resource }) => resource), leftOut };
}

/** A project of the name `jobs`, in which this stack is selected. */
function inProject(stack: string): void {
  mkdirSync("bin");
  writeFileSync("bin/pulumi", PULUMI, { mode: 0o755 });
  writeFileSync("Pulumi.yaml", "name: jobs\nruntime: nodejs\n");
  process.env.STACK = stack;
  process.env.PATH = `${join(shell.folder, "bin")}${delimiter}${process.env.PATH}`;
}

it("takes up those of the selected stack, and leaves out the others with how to get them", async () => {
  inProject("dev");
  expect(await plan()).toEqual({
    code: 2,
    adopted: ["own"],
    leftOut: [
      {
        uuid: expect.any(String),
        known: "foreign",
        reason: expect.stringContaining("`pulumi-checks handover foreign --to jobs/dev`"),
      },
    ],
  });
});

it("says that it matters which stack is selected, where none is known", async () => {
  const reason = expect.stringContaining(
    "If jobs/dev is the stack that adopts it, select that stack and run this again",
  );
  expect((await plan()).leftOut).toContainEqual(expect.objectContaining({ known: "own", reason }));
  inProject("");
  const { adopted, leftOut } = await plan();
  expect([adopted, leftOut.length]).toEqual([[], 2]);
});
