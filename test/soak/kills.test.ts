import fc from "fast-check";
import { eachWithScene } from "../support/scene";

const KILLS = 20;
const COUNT = 1000;
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const ONE_WRITE = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

jest.setTimeout(KILLS * 90_000);

describe("without the engine's checkpoints", () => {
  const scene = eachWithScene();

  it(`an engine killed while it creates ${COUNT} checks leaves nothing that the next up does not find (${KILLS} kills, seed ${SEED})`, async () => {
    const { stack, service } = scene;
    const names = Array.from({ length: COUNT }, (_, index) => `job-${index}`);
    const moments = fc.sample(fc.integer({ min: 1, max: COUNT - 1 }), { seed: SEED, numRuns: KILLS });
    for (const [kill, after] of moments.entries()) {
      stack.declare(Object.fromEntries(names.map((slug) => [slug, { slug, timeout: 3600 }])));
      await service.admin.clearRequests();
      stack.ownsProcesses = true;
      const running = stack.pulumi(["up", "--yes", "--skip-preview"], ONE_WRITE);
      await service.admin.waitFor(after, { route: "POST /api/v3/checks/", timeoutMs: 60_000 });
      stack.kill();
      await running;
      const before = await service.checks();
      await stack.recover();
      const recovery = await stack.pulumi(["up", "--yes", "--skip-preview"], ONE_WRITE);
      const checks = await service.checks();
      const rows = stack.state();
      const found = {
        code: recovery.code,
        slugs: checks.map(({ slug }) => slug).sort(),
        ids: Object.values(rows)
          .map(({ id }) => id)
          .sort(),
        kept: before.filter(({ uuid }) => !checks.some((check) => check.uuid === uuid)),
      };
      expect(found).toEqual({
        code: 0,
        slugs: [...names].sort(),
        ids: checks.map(({ uuid }) => uuid).sort(),
        kept: [],
      });
      process.stderr.write(
        `kill ${kill + 1} of ${KILLS}, after ${after} creates: ${before.length} checks found again\n`,
      );
      await stack.pulumi(["destroy", "--yes", "--skip-preview"], ONE_WRITE);
    }
  });
});
