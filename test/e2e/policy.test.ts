import { type Run, type Stack, succeeded } from "../support/engine";
import { itIn } from "../support/languages";
import { type PolicyPack, policyPackIn } from "../support/policyPack";
import { StubbedStack } from "../support/sdk/stubs/stubbedStack";
import { Service } from "../support/service";
import { check, YamlStack } from "../support/yaml";

const PROGRAM = `
const k8s = require("@pulumi/kubernetes");
const pulumi = require("@pulumi/pulumi");
const { ChannelAssignment, Check } = require("pulumi-checks");
const { checks, jobs, isPlain } = JSON.parse(require("fs").readFileSync("declared.json", "utf8"));
const made = Object.entries(checks).map(([name, args]) => new Check(name, { slug: name, ...args }));
new ChannelAssignment("pager", { check: made[0], channels: ["Pager"] });
const containers = [{ name: "main", image: "job", env: [{ name: "PING_URL", value: made[0].pingUrl }] }];
const jobTemplate = { spec: { template: { spec: { restartPolicy: "Never", containers } } } };
for (const name of jobs) {
  new k8s.batch.v1.CronJob(name, { metadata: { name }, spec: { schedule: "30 2 * * *", jobTemplate } });
}
exports.pingUrl = isPlain ? pulumi.unsecret(made[0].pingUrl) : made[0].pingUrl;
`;

/** Each test has a service and a stack of its own. */
describe("the policy pack of the examples", () => {
  let service: Service;
  let stack: Stack;
  let pack: PolicyPack;

  beforeEach(async () => {
    service = await Service.start();
  });

  afterEach(async () => {
    stack?.remove();
    await service.stop();
  });

  async function begin(one: Stack): Promise<void> {
    stack = one;
    pack = policyPackIn(stack);
    await stack.init();
  }

  const judged = (command: string[], ...args: string[]): Promise<Run> =>
    stack.pulumi([...command, "--policy-pack", pack.folder, ...args], pack.environment);

  it("stops a preview of a program in TypeScript that leaves a job unwatched, and advises where it is told to", async () => {
    await begin(new StubbedStack(service.environment, { "index.js": PROGRAM }, ["kubernetes"]));
    const declare = (declared: object) => stack.write("declared.json", JSON.stringify(declared));
    const good = { channels: ["Pager"], tags: ["team:db"] };
    declare({ checks: { backup: { tags: ["team:db"] }, quiet: { grace: 60 } }, jobs: ["backup", "export"] });
    const refused = await judged(["preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toMatch(
      /\[mandatory\] +job-has-check +\(kubernetes:batch\/v1:CronJob: export\)\n.*\n +"export" runs on the schedule "30 2 \* \* \*" and has no check: no check of this stack has the slug "export"/,
    );
    expect(refused.text).toMatch(
      /\[mandatory\] +check-alerts-somebody .*Check: quiet\)\n.*\n +It names no channels/,
    );
    expect(refused.text).toMatch(
      /\[mandatory\] +check-grace-in-bounds .*: quiet\)\n.*\n +Its grace of 60 s is shorter than 5m\./,
    );
    expect(refused.text).toMatch(/\[advisory\] +check-has-tags .*: quiet\)\n.*\n +It has no tag team:\*\./);
    // Neither the check that has an assignment nor the job that has a check.
    expect(refused.text).not.toMatch(/\((kubernetes|pulumi-nodejs)\S+: backup\)/);

    stack.write(
      "advisory.json",
      JSON.stringify({ all: "advisory", "check-grace-in-bounds": { min: "30s" } }),
    );
    const advised = succeeded(await judged(["preview"], "--policy-pack-config", "advisory.json"));
    expect(advised.text).toMatch(/\[advisory\] +job-has-check /);
    expect(advised.text).not.toContain("[mandatory]");
    expect(advised.text).not.toContain("Its grace of");

    declare({ checks: { backup: { tags: ["team:db"] }, export: good }, jobs: ["backup", "export"] });
    const up = succeeded(await judged(["up", "--yes", "--skip-preview"]));
    expect(up.text).not.toMatch(/\[(mandatory|advisory)\]/);

    // No output of a check that changes is known, and its ping URL stands in the jobs.
    declare({
      checks: { backup: { tags: ["team:db"], grace: "2h" }, export: good },
      jobs: ["backup", "export"],
    });
    const changed = succeeded(await judged(["preview"]));
    expect(changed.text).toMatch(/checks:Check backup update/);
    expect(changed.text).not.toMatch(/\[(mandatory|advisory)\]/);

    declare({
      checks: { backup: { tags: ["team:db"] }, export: good },
      jobs: ["backup", "export"],
      isPlain: true,
    });
    const exported = await judged(["preview"]);
    expect(exported.code).not.toBe(0);
    expect(exported.text).toMatch(
      /\[mandatory\] +ping-url-is-secret +\(pulumi:pulumi:Stack: jobs-dev\)\n.*\n +The output pingUrl holds the ping URL of the check "backup" unencrypted\./,
    );
    expect(exported.text.match(/ping-url-is-secret/g)).toHaveLength(1);
  });

  itIn("yaml", "judges a program in YAML, whose checks the plugin serves", async () => {
    const yaml = new YamlStack(service.environment);
    await begin(yaml);
    const quiet = check({ slug: "quiet", tags: ["team:db"] });
    yaml.program({ resources: { quiet } });
    const refused = await judged(["preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toMatch(
      /\[mandatory\] +check-alerts-somebody +\(checks:index:Check: quiet\)\n.*\n +It names no channels, and no ChannelAssignment/,
    );
    const pager = {
      type: "checks:ChannelAssignment",
      properties: { check: "${quiet.uuid}", channels: ["Pager"] },
    };
    yaml.program({ resources: { quiet, pager }, outputs: { url: "${quiet.pingUrl}" } });
    const up = succeeded(await judged(["up", "--yes", "--skip-preview"]));
    expect(up.text).not.toMatch(/\[(mandatory|advisory)\]/);
  });
});
