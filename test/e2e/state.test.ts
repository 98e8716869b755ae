import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { eventsOf } from "../support/eventLog";
import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";

onEachHost("what is kept in the state", (on) => {
  const scene = eachWithScene({}, { ...ONE_WRITE, ...on });

  it("is small, and holds no key, no ping URL and no text that was given as a secret", async () => {
    const { stack, service } = scene;
    stack.write(
      "index.js",
      `
      const pulumi = require("@pulumi/pulumi");
      const { Check } = require("pulumi-checks");
      const check = new Check("backup", {
        slug: "backup", name: "Nightly backup", tags: ["prod", "db"], tz: "Europe/Kiev", schedule: "30 2 * * *",
        channels: ["Pager", "Ops mail"], desc: pulumi.secret("internal-hostname-of-the-vault"),
        subject: pulumi.secret(["keyword-of-the-vault"]),
      });
      exports.pingUrl = check.pingUrl;
      `,
    );
    await stack.pulumi(["config", "set", "checks:url", service.emulator.url]);
    await stack.pulumi(["config", "set", "--secret", "checks:apiKey", "--", service.key]);
    const fromConfiguration = { CHECKS_URL: "", CHECKS_API_KEY: "" };
    const events = [];
    for (const args of [
      ["up", "--yes", "--diff"],
      ["refresh", "--yes", "--diff"],
      ["preview", "--refresh", "--expect-no-changes"],
    ])
      events.push(await eventsOf(stack, args, fromConfiguration));
    succeeded(await stack.pulumi(["stack", "output"], fromConfiguration));
    const { uuid, ping_url: pingUrl } = await service.check("backup");
    const row = stack.state().backup;
    expect(row?.id).toBe(uuid);
    expect(JSON.stringify(row).length).toBeLessThan(4096);
    const code = row?.inputs?.__provider;
    if (on.CHECKS_HOST === "plugin") expect(code).toBeUndefined();
    else expect(String(code).length).toBeLessThan(120);

    for (const log of events) expect(log).toContain(uuid);
    const everything = [await stack.exported(), ...stack.output, ...events].join("\n");
    const given = ["internal-hostname-of-the-vault", "keyword-of-the-vault"];
    for (const secret of [service.key, String(pingUrl), ...given]) expect(everything).not.toContain(secret);
    expect(await service.check("backup")).toMatchObject({ success_kw: given[1], filter_subject: true });
  });

  it("is small for each check, and knows the line of the program that it comes from", async () => {
    const { stack } = scene;
    stack.write(
      "index.js",
      `const { Check } = require("pulumi-checks");
      new Check("job", { name: "Job 17", slug: "job-17", tags: ["bench", "jobs"], timeout: 3600, grace: 60 });
      new Check("nightly", {
        slug: "nightly", name: "Nightly backup", tags: ["prod", "db"],
        schedule: "30 2 * * *", tz: "Europe/Kiev", channels: ["Pager", "Ops mail"],
      });`,
    );
    await stack.up();
    const { job, nightly } = stack.state();
    expect(job).toMatchObject({ stackTrace: [{ sourcePosition: expect.stringMatching(/index\.js#2,/) }] });
    expect(JSON.stringify(job).length).toBeLessThan(1450);
    expect(nightly?.outputs?.__canonical).toMatchObject({ tz: "Europe/Kyiv" });
    expect(JSON.stringify(nightly).length).toBeLessThanOrEqual(1600);
  });

  it("does not differ after the library was upgraded", async () => {
    const { stack } = scene;
    stack.declare({ backup: { slug: "backup", schedule: "30 2 * * *", tags: ["b", "a"] } });
    await stack.up();
    stack.ownLibrary();
    upgrade(join(stack.folder, "node_modules", "pulumi-checks"));
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("lets a key from the environment win over the one that the last up stored", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup" } });
    await stack.pulumi(["config", "set", "--secret", "checks:apiKey", "0".repeat(32)]);
    await stack.up();
    expect(await stack.refreshPreview("--expect-no-changes")).toMatchObject({ code: 0 });
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });
});

/** Another version, with other code in the file that the state names. The files are links, so they are replaced. */
function upgrade(library: string): void {
  const replace = (file: string, change: (text: string) => string) => {
    writeFileSync(`${file}.new`, change(readFileSync(file, "utf8")));
    renameSync(`${file}.new`, file);
  };
  replace(join(library, "package.json"), (text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
  replace(join(library, "dist", "provider", "index.js"), (text) => `${text}\n// another version\n`);
}
