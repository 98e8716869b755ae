import { readFileSync } from "node:fs";
import { join } from "node:path";

const EXAMPLE = join(__dirname, "..", "..", "..", "examples", "eventbridge", "index.ts");
const URL = "https://checks.example/ping/1";

/** What one run of the example's Lambda requests, and what it ends with. */
async function run(fetch: jest.Mock, log: () => void = () => {}) {
  const [, code = ""] = /StringAsset\(`([^`]*)`\)/.exec(readFileSync(EXAMPLE, "utf8")) ?? [];
  const body = `${code.replace("export async", "async")}\nreturn handler();`;
  const handler = new Function("fetch", "process", "console", body);
  const error = jest.fn();
  const ended = handler(fetch, { env: { CHECKS_PING_URL: URL } }, { log, error }) as Promise<void>;
  const outcome = await ended.then(
    () => "success",
    (reason: Error) => reason.message,
  );
  return { outcome, pinged: fetch.mock.calls.map(([url]) => url), told: error.mock.calls.length };
}

describe("the Lambda of the example for EventBridge", () => {
  it("pings its success, and its failure with the error that AWS is to see", async () => {
    const fetch = jest.fn().mockResolvedValue({});
    expect(await run(fetch)).toEqual({ outcome: "success", pinged: [URL], told: 0 });
    const failing = () => {
      throw new Error("no space left");
    };
    const failed = jest.fn().mockResolvedValue({});
    expect(await run(failed, failing)).toEqual({
      outcome: "no space left",
      pinged: [`${URL}/fail`],
      told: 0,
    });
  });

  it("is not run again by AWS because the service is away", async () => {
    const fetch = jest.fn().mockRejectedValue(new Error("fetch failed"));
    expect(await run(fetch)).toEqual({ outcome: "success", pinged: [URL], told: 1 });
    expect(fetch.mock.calls[0]).toEqual([URL, { method: "POST", signal: expect.any(AbortSignal) }]);
  });
});
