/** That tests run apart from what the user's shell is set up for. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { SCRIPTS } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");
const SETTINGS = {
  CHECKS_URL: "https://checks.example.com",
  CHECKS_API_KEY: "of production",
  CHECKS_PROJECTS_BETA_API_KEY: "of production",
  MERCHANT_URL: "https://shop.example.com",
  PULUMI_CONFIG: '{"checks:url":"https://checks.example.com"}',
  PULUMI_CONFIG_PASSPHRASE_FILE: "passphrase.txt",
  PULUMI_STACK: "prod",
  GITHUB_ACTIONS: "true",
  GITLAB_TOKEN: "token",
  CI_PROJECT_ID: "7",
};

/** Set in the jest that the second test starts: then this file is what it runs. */
const isInner = process.env.PULUMI_CHECKS_INNER !== undefined;

const seen = (environment: NodeJS.ProcessEnv) =>
  [...Object.keys(SETTINGS), "CHECKS_HOST"].filter((name) => environment[name] !== undefined);

if (isInner) {
  it("the environment of a test", () => {
    expect(seen(process.env)).toEqual(["CHECKS_HOST"]);
  });
  it("the environment of a process that a test starts", () => {
    const program = "process.stdout.write(JSON.stringify(process.env))";
    const { stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
    expect(seen(JSON.parse(stdout) as NodeJS.ProcessEnv)).toEqual(["CHECKS_HOST"]);
  });
} else {
  it("tests and their processes have no setting of the user's shell, but the host that was chosen", () => {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const args = [jest, "--selectProjects", "contract", "--runTestsByPath", __filename, "--json"];
    const env = { ...process.env, ...SETTINGS, CHECKS_HOST: "plugin", PULUMI_CHECKS_INNER: "1" };
    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
    const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
    expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
  });
}
