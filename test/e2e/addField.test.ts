/** "Add a field" of CONTRIBUTING.md in other languages: what is added in one file is there for YAML and for Python. */
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stringify } from "yaml";
import { Stack, succeeded } from "../support/engine";
import { environmentOf, whyNot } from "../support/languages";
import { copyWithField } from "../support/scripts/fieldCopy";
import { inNode } from "../support/scripts/inNode";
import type { SourceCopy } from "../support/scripts/sourceCopy";
import { Service } from "../support/service";
import { describeUnless } from "../support/unless";

const PYTHON = `
import pulumi
import pulumi_checks as checks
pulumi.export("named_colour", checks.Check("named", slug="named", colour="red").colour)
pulumi.export("other_colour", checks.Check("other", slug="other").colour)
`;
const RESOURCES = {
  named: { type: "checks:Check", properties: { slug: "named", colour: "red" } },
  other: { type: "checks:Check", properties: { slug: "other" } },
};

const reason = whyNot("python") ?? whyNot("yaml");
describeUnless(reason, "a field that is added by the list", () => {
  let copy: SourceCopy;
  let service: Service;
  let stack: Stack;
  beforeAll(async () => {
    copy = copyWithField();
    service = await Service.start();
  });
  afterEach(() => stack.remove());
  afterAll(async () => {
    copy?.remove();
    await service.stop();
  });

  /** The preview of a program, which is served by the copy. */
  const previewOf = async (
    project: object,
    files: Record<string, string>,
    environment: Record<string, string>,
  ) => {
    const plugins = { providers: [{ name: "checks", path: join(copy.folder, "plugin") }] };
    const settings = stringify({ name: "jobs", plugins, ...project });
    stack = new Stack({ ...service.environment, ...environment }, { ...files, "Pulumi.yaml": settings });
    await stack.init();
    return succeeded(await stack.preview()).text;
  };
  const BOTH = /named_colour *: "red"\n.*other_colour *: "grey"/;

  it("is known to a program in YAML, with its default", async () => {
    const outputs = { named_colour: "${named.colour}", other_colour: "${other.colour}" };
    const project = { runtime: "yaml", resources: RESOURCES, outputs };
    expect(await previewOf(project, {}, environmentOf("yaml"))).toMatch(BOTH);
  });

  it("is known to a program in Python, by the SDK that is made anew", async () => {
    const sdk = join(copy.folder, "python");
    mkdirSync(sdk);
    inNode(
      `const { generate } = await import("./sdks/sdks.mjs");
       const { generator } = await import("./sdks/generator.mjs");
       await generate(await generator("python"), ${JSON.stringify(copy.schema)}, "python", ${JSON.stringify(sdk)});`,
    );
    const environment = environmentOf("python");
    const path = { PYTHONPATH: [sdk, environment.PYTHONPATH].join(delimiter) };
    const preview = await previewOf(
      { runtime: "python" },
      { "__main__.py": PYTHON },
      { ...environment, ...path },
    );
    expect(preview).toMatch(BOTH);
  });
});
