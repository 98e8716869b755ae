/** The hosts of the languages beside Node's, which only tests of programs in those languages need. */
import { join } from "node:path";
import { builtOnce } from "./built.mjs";
import { isProgram } from "./installed.mjs";
import { GO_HOST, HOST_MODULES, JAVA_HOST, PYTHON_HOST, YAML_HOST } from "./version.mjs";

const PYTHON_FOLDER = "github.com/pulumi/pulumi/sdk/v3/python/cmd";

/** The engine's modules, for what asks for others by itself or for none. */
export const MODULES = [
  `github.com/pulumi/pulumi/pkg/v3@v${HOST_MODULES}`,
  `github.com/pulumi/pulumi/sdk/v3@v${HOST_MODULES}`,
];

const HOSTS = {
  yaml: {
    name: "pulumi-language-yaml",
    what: "YAML language host",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    version: YAML_HOST,
    beside: MODULES,
  },
  python: {
    name: "pulumi-language-python",
    what: "Python language host",
    package: `${PYTHON_FOLDER}/pulumi-language-python`,
    version: PYTHON_HOST,
    // The host starts it with Python; it stands in the module beside the host's own folder.
    scripts: ["../pulumi-language-python-exec"],
  },
  go: {
    name: "pulumi-language-go",
    what: "Go language host",
    package: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
    version: GO_HOST,
  },
  java: {
    name: "pulumi-language-java",
    what: "Java language host",
    package: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    version: JAVA_HOST,
    beside: MODULES,
  },
};

/** The folder that holds a language's host: the engine's own, where it came with one, else one that is built once. */
export async function hostFolder(language, engine) {
  if (!Object.hasOwn(HOSTS, language)) throw new Error(`usage: ${Object.keys(HOSTS).join(" | ")}`);
  const program = HOSTS[language];
  if (isProgram(join(engine, program.name))) return engine;
  return builtOnce(`host/${language}`, program.version, program);
}
