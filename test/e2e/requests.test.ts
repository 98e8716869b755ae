import { eachWithScene } from "../support/scene";

const COUNT = 200;
/** The engine writes its state once: the requests are the same, and the test is four times as fast. */
const FAST = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

describe("requests", () => {
  const scene = eachWithScene();

  it(`cost ${COUNT} creates at most one more than themselves, a preview none, a refresh at most 10`, async () => {
    const { stack, service } = scene;
    const requests = async (work: () => Promise<{ code: number | null }>) => {
      await service.admin.clearRequests();
      expect(await work()).toMatchObject({ code: 0 });
      return (await service.admin.requests()).total;
    };
    const names = Array.from({ length: COUNT }, (_, index) => `job-${index}`);
    stack.declare(Object.fromEntries(names.map((slug) => [slug, { slug, tags: ["jobs"], timeout: 3600 }])));

    expect(await requests(() => stack.pulumi(["up", "--yes", "--skip-preview"], FAST))).toBeLessThanOrEqual(
      COUNT + 1,
    );
    expect(await service.checks()).toHaveLength(COUNT);
    expect(await requests(() => stack.preview("--expect-no-changes"))).toBe(0);
    expect(await requests(() => stack.refreshPreview("--expect-no-changes"))).toBeLessThanOrEqual(10);
    expect(
      await requests(() => stack.pulumi(["destroy", "--yes", "--skip-preview"], FAST)),
      // A deletion looks first whose the check is: a few single reads, then one list.
    ).toBeLessThanOrEqual(COUNT + 5);
    expect(await service.checks()).toEqual([]);
  });
});
