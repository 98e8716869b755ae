/** The oldest engine that the provider works with: the first that configures dynamic providers as it needs. */
export const OLDEST_ENGINE = "3.142.0";

/** The engine that set-up gets when there is none; the npm launcher and the Go modules both have this one. */
export const ENGINE = "3.259.0";

/** The last Node language host that is published as a Go module; newer engines run programs with it. */
export const NODE_HOST = "3.68.0";

/** The YAML language host. */
export const YAML_HOST = "1.30.0";

/** The Java language host, and with it the generator of its SDK: the newest that goes with the modules below. */
export const JAVA_HOST = "1.22.0";

/** The modules of the engine that the hosts of YAML and Java are made with; the same for both, so that both share a build. */
export const HOST_MODULES = "3.230.0";

/** The generator of the SDK for C#. */
export const CSHARP_GENERATOR = "3.110.0";

/** The last Python and Go language hosts that are published as Go modules. */
export const PYTHON_HOST = "3.68.0";
export const GO_HOST = "3.60.1";

/** The Go that the engine's module asks for. */
export const OLDEST_GO = "1.25.11";

/** Pulumi's own package for programs in Java. */
export const JAVA_PACKAGE = "1.36.1";

/** The Java that it asks for. */
export const OLDEST_JAVA = "11";

/** The Python that the package `pulumi` asks for. */
export const OLDEST_PYTHON = "3.10";

/** From here on Go fetches a newer toolchain by itself, unless it is told not to. */
export const FIRST_GO_THAT_UPGRADES = "1.21";

/** `[3, 142, 0]` from `v3.142.0-alpha.1`, `go1.25rc1` or a line that ends with it; undefined from other text. */
export function versionIn(text) {
  const [, major, minor, patch = "0"] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined ? undefined : [major, minor, patch].map(Number);
}

/** Whether a version (as a program prints it) is the oldest one that will do, or newer. */
export function isAtLeast(text, oldest) {
  const version = versionIn(text);
  const bound = versionIn(oldest);
  if (!version) return false;
  const differing = version.findIndex((part, index) => part !== bound[index]);
  return differing === -1 || version[differing] > bound[differing];
}
