import { delimiter, join } from "node:path";
import { compiled } from "../support/compiledProgram";
import { Stack } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { blocks, Terminal } from "../support/readme";
import { Service } from "../support/service";

const DEPLOY = blocks("docs/automation.md")
  .filter(({ language }) => language === "ts")
  .map(({ code }) => compiled(code))
  .join("\n");

onEachHost(
  "the program of docs/automation.md, which runs two stacks at the same time in one process",
  (on) => {
    let service: Service;
    let stack: Stack;
    beforeEach(async () => {
      service = await Service.start();
      // The key of the process is nobody's: each stack has its own.
      const environment = { ...service.environment, CHECKS_API_KEY: "", ...on };
      stack = new Stack(environment, { "deploy.js": DEPLOY });
    });
    afterEach(async () => {
      stack.remove();
      await service.stop();
    });

    it("gives each its own check of the same slug, and the next run changes nothing", async () => {
      const { alpha, beta } = service.emulator.projects;
      const terminal = new Terminal(stack.folder, {
        ...stack.shellEnvironment,
        PATH: [join(stack.folder, "node_modules/pulumi-checks/plugin"), stack.shellEnvironment.PATH].join(
          delimiter,
        ),
        TENANTS: JSON.stringify({ ada: alpha.readWriteKey, bob: beta.readWriteKey }),
      });
      const tagged = async ({ readWriteKey }: { readWriteKey: string }) =>
        (await service.checks(readWriteKey)).map(({ slug, tags }) => ({ slug, tags }));

      for (const run of ["creates", "changes nothing"]) {
        await service.admin.clearRequests();
        const { code, text } = await terminal.run("node deploy.js");
        expect({ run, code, said: text.trim().split("\n").sort() }).toEqual({
          run,
          code: 0,
          said: ["ada succeeded 0", "bob succeeded 0"],
        });
        expect(await tagged(alpha)).toEqual([{ slug: "nightly-backup", tags: "ada" }]);
        expect(await tagged(beta)).toEqual([{ slug: "nightly-backup", tags: "bob" }]);
        const { byRoute } = await service.admin.requests();
        const writes = Object.entries(byRoute).filter(([route]) => !route.startsWith("GET"));
        expect(writes).toEqual(run === "creates" ? [["POST /api/v3/checks/", 2]] : []);
      }
      const drift = await terminal.run(
        `CHECKS_API_KEY=${alpha.readWriteKey} npx pulumi-checks drift --state-only --stack ada`,
      );
      expect(drift.text).toMatch(/^no drift$/m);
    });
  },
);
