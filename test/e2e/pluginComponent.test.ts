import { execFileSync } from "node:child_process";
import { Stack, succeeded } from "../support/engine";
import { environmentOf, exampleIn, itIn, type Language } from "../support/languages";
import type { Scene } from "../support/scene";
import { Service } from "../support/service";
import { check, eachWithYaml, type YamlProgram } from "../support/yaml";

describe("a component of the plugin, in YAML", () => {
  const scene = eachWithYaml();

  it("makes a check for each job, hands secrets on as secrets, changes and goes as a whole", async () => {
    const { service, stack } = scene;
    const program = (properties: object, others: YamlProgram["resources"] = {}) =>
      stack.program({
        resources: { ...others, jobs: { type: "checks:ScheduledJobs", properties: { ...properties } } },
        outputs: { url: "${jobs.pingUrls.backup}", urls: "${jobs.pingUrls}", uuids: "${jobs.uuids}" },
      });
    const schedules = { backup: "30 2 * * *", report: "0 7 * * MON" };
    const common = { tz: "Europe/Riga", tags: ["jobs"], channels: ["Pager"] };
    program({ schedules, ...common });
    expect(await stack.preview()).toMatchObject({ code: 0 });
    const up = await stack.up();
    const [backup, report] = [await service.check("backup"), await service.check("report")];
    expect(backup).toMatchObject({ schedule: "30 2 * * *", tz: "Europe/Riga", tags: "jobs" });
    expect(report).toMatchObject({ schedule: "0 7 * * MON", channels: backup.channels });
    expect(Object.keys(await stack.rows()).sort()).toEqual(["jobs", "jobs-backup", "jobs-report"]);
    const said = `${await stack.exported()}${up.text}`;
    expect(said).not.toContain(String(backup.ping_url));
    expect(await stack.outputs()).toEqual({
      url: backup.ping_url,
      urls: { backup: backup.ping_url, report: report.ping_url },
      uuids: { backup: backup.uuid, report: report.uuid },
    });
    await service.admin.clearRequests();
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect((await service.admin.requests()).total).toBe(0);

    // What it is given may come from other resources.
    program(
      { schedules: { backup: "0 3 * * *" }, tz: "${zone.tz}", tags: ["jobs"] },
      {
        zone: check({ slug: "zone", schedule: "0 0 * * *", tz: "Europe/Riga" }),
      },
    );
    expect(await stack.preview()).toMatchObject({ code: 0 });
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid: backup.uuid, schedule: "0 3 * * *" });
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual(["backup", "zone"]);

    program({ schedules: { backup: "61 * * * *" } });
    expect((await stack.preview()).text).toContain('ScheduledJobs "jobs": schedules.backup: ');
    program({ schedules: { backup: "0 3 * * *" }, colour: "red" });
    expect((await stack.preview()).code).not.toBe(0);
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("leaves alone a check that another stack has stamped, and says whose it is", async () => {
    const { service, stack } = scene;
    const fields = { slug: "backup", tags: "jobs pulumi:billing/prod", grace: 60 };
    await service.request("POST", "/checks/", fields);
    const before = await service.check("backup");
    const stamped = { CHECKS_STAMP: "true" };
    stack.program({
      resources: {
        jobs: {
          type: "checks:ScheduledJobs",
          properties: { schedules: { backup: "30 2 * * *", report: "0 7 * * MON" } },
        },
      },
    });
    for (const args of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const run = await stack.pulumi(args, stamped);
      expect(run.code).not.toBe(0);
      expect(run.text).toContain("belongs to the stack billing/prod");
    }
    expect(succeeded(await stack.pulumi(["destroy", "--yes", "--skip-preview"], stamped)).code).toBe(0);
    expect(await service.checks()).toEqual([before]);
  });
});

const PYTHON = `
import pulumi
import pulumi_checks as checks

jobs = checks.ScheduledJobs("jobs", schedules={"backup": "30 2 * * *"}, tz="Europe/Riga")
moved = checks.Check("moved", slug="moved")
moved.pause()
pulumi.export("url", jobs.ping_urls["backup"])
`;

const GO = `
package main

import (
	"example.com/pulumi-checks/sdk/go/checks"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		jobs, err := checks.NewScheduledJobs(ctx, "jobs", &checks.ScheduledJobsArgs{
			Schedules: pulumi.StringMap{"backup": pulumi.String("30 2 * * *")},
			Tz:        pulumi.String("Europe/Riga"),
		})
		if err != nil {
			return err
		}
		moved, err := checks.NewCheck(ctx, "moved", &checks.CheckArgs{Slug: pulumi.String("moved")})
		if err != nil {
			return err
		}
		ctx.Export("url", jobs.PingUrls.MapIndex(pulumi.String("backup")))
		return moved.Resume(ctx)
	})
}
`;

/** Gives a program a service and a stack, and ends both. */
async function withProgram(
  language: Language,
  files: Record<string, string>,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const service = await Service.start();
  const environment = { ...service.environment, ...environmentOf(language), CHECKS_HOST: "plugin" };
  const stack = new Stack(environment, files);
  try {
    if (language === "go") execFileSync("go", ["mod", "tidy"], { cwd: stack.folder, stdio: "pipe" });
    await stack.init();
    await test({ service, stack });
  } finally {
    stack.remove();
    await service.stop();
  }
}

/** Its outputs are the ping URL of the component's check, which the `up` does not show. */
async function givesItsUrl({ service, stack }: Scene): Promise<void> {
  const up = await stack.up();
  const backup = await service.check("backup");
  expect(backup).toMatchObject({ schedule: "30 2 * * *", tz: "Europe/Riga" });
  expect(up.text).not.toContain(String(backup.ping_url));
  const shown = await stack.pulumi(["stack", "output", "--json", "--show-secrets"]);
  expect(JSON.parse(shown.text)).toEqual({ url: backup.ping_url });
  // One process has the checks of the component and those beside it: another could be of another version.
  expect(new Set(await providersOf(stack)).size).toBe(1);
}

/** The providers of all checks, also of those below components. */
async function providersOf(stack: Stack): Promise<unknown[]> {
  const { deployment } = JSON.parse(await stack.exported());
  const rows = deployment.resources as { type: string; provider: string }[];
  return rows.filter(({ type }) => type === "checks:index:Check").map(({ provider }) => provider);
}

describe("a program in a language with an SDK that is made of the schema", () => {
  itIn("python", "has the plugin's component, and pauses a check by its method", () => {
    const project = { "Pulumi.yaml": "name: jobs\nruntime: python\n", "__main__.py": PYTHON };
    return withProgram("python", project, async (scene) => {
      const { service, stack } = scene;
      expect(await stack.preview()).toMatchObject({ code: 0 });
      expect(await service.checks()).toEqual([]);
      await givesItsUrl(scene);
      expect((await service.check("moved")).status).toBe("paused");
      expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    });
  });

  itIn("go", "has the same in Go, and resumes a check", () =>
    withProgram("go", { ...exampleIn("go"), "main.go": GO }, async (scene) => {
      const { service } = scene;
      const { uuid } = await service.request("POST", "/checks/", { slug: "moved" });
      await service.request("POST", `/checks/${uuid}/pause`, {});
      await givesItsUrl(scene);
      expect(await service.check("moved")).toMatchObject({ uuid, status: "new" });
    }),
  );
});
