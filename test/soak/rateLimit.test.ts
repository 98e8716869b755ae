import { eachWithScene } from "../support/scene";

jest.setTimeout(600_000);

const COUNT = 300;
const PER_MINUTE = 100;

describe("a service that answers 429 above a number of requests a minute", () => {
  const scene = eachWithScene();

  it(`gets ${COUNT} creates without a failure and without a single 429`, async () => {
    const { stack, service } = scene;
    await service.admin.limits({ requestsPerMinute: PER_MINUTE });
    const names = Array.from({ length: COUNT }, (_, index) => `job-${index}`);
    stack.declare(Object.fromEntries(names.map((slug) => [slug, { slug }])));
    const run = await stack.pulumi(["up", "--yes", "--skip-preview"], {
      CHECKS_REQUESTS_PER_MINUTE: String(PER_MINUTE),
      CHECKS_DEADLINE_SECONDS: "600",
    });
    expect(run.code).toBe(0);
    const { log } = await service.admin.requestLog();
    expect(log.map(({ status }) => status).filter((status) => status === 429)).toEqual([]);
    await service.admin.limits({ requestsPerMinute: null });
    expect(await service.checks()).toHaveLength(COUNT);
  });
});
