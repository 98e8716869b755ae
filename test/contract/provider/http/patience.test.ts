import { interrupt } from "../../../../provider/core/interruption";
import { fastForward, pass, withFakeTime } from "../../../support/provider/fakeTime";
import { type Remembered, Run } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { Service } from "../../../support/service";

describe("how fast the service is asked", () => {
  let service: Service;
  withFakeTime();
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  /** So many checks made by hand. */
  async function byHand(count: number): Promise<Remembered[]> {
    const slugs = Array.from({ length: count }, (_, index) => `s${index}`);
    for (const slug of slugs) await service.request("POST", "/checks/", { slug });
    const checks = (await service.checks()).map(({ uuid, slug }) => ({
      id: uuid,
      state: { slug, uuid, tags: [] },
    }));
    await service.admin.clearRequests();
    return checks;
  }

  /** An update of each, all begun at once. */
  async function updates(run: Run, count: number): Promise<Remembered[]> {
    return updateAll(run, await byHand(count));
  }

  function updateAll(run: Run, checks: Remembered[]): Promise<Remembered[]> {
    return Promise.all(
      checks.map((check) => run.update(check, { slug: String(check.state.slug), name: "n" })),
    );
  }

  it("stays within requestsPerMinute, so that a service with that limit never refuses", async () => {
    const checks = await byHand(12);
    await service.admin.limits({ requestsPerMinute: 5 });
    const run = new Run(service, { requestsPerMinute: "5" });
    const { seconds } = await fastForward(updateAll(run, checks));
    expect(seconds).toBeGreaterThanOrEqual(120);
    expect(seconds).toBeLessThan(130);
    expect((await service.admin.requests()).statuses).toEqual({ 200: 12 });
    const toGo = (count: number) => `${count} requests to go, at most 5 a minute (requestsPerMinute)`;
    expect(run.said).toEqual([...Array(6).fill(toGo(7)), ...Array(6).fill(toGo(2))]);
  });

  it("does not say how many requests are to go where none waits for long", async () => {
    const checks = await byHand(4);
    const run = new Run(service, { requestsPerMinute: "5" });
    await fastForward(updateAll(run, checks));
    await pass(60_000);
    expect(run.said).toEqual([]);
  });

  it("says no more of requests to go when the user did not want to wait for them", async () => {
    const checks = await byHand(4);
    const run = new Run(service, { requestsPerMinute: "2" });
    const work = Promise.allSettled(
      checks.map((check) => run.update(check, { slug: String(check.state.slug) })),
    );
    await pass(15_000);
    interrupt();
    await work;
    const said = run.said.length;
    expect(said).toBeGreaterThan(0);
    await pass(60_000);
    expect(run.said).toHaveLength(said);
  });

  it("counts what it has to ask again, too", async () => {
    const checks = await byHand(4);
    await service.admin.limits({ requestsPerMinute: 3 });
    await service.admin.faults({ every: 2, action: { kind: "status", status: 500 } });
    await fastForward(updateAll(new Run(service, { requestsPerMinute: "3" }), checks));
    const { statuses } = await service.admin.requests();
    expect(statuses).toEqual({ 200: 4, 500: expect.any(Number) });
  });

  it("does not count the wait for another turn either, when it has to ask again", async () => {
    const [check] = await byHand(1);
    await service.admin.faults({ times: 1, action: { kind: "status", status: 503 } });
    const run = new Run(service, { requestsPerMinute: "1", deadlineSeconds: "10" });
    const { seconds } = await fastForward(updateAll(run, check === undefined ? [] : [check]));
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect((await service.admin.requests()).statuses).toEqual({ 200: 1, 503: 1 });
  });

  it("has those who wait for their turn heed a 429 that another one gets meanwhile", async () => {
    const checks = await byHand(4);
    await service.admin.faults({ times: 1, action: { kind: "status", status: 429, retryAfter: 100 } });
    const work = updateAll(new Run(service, { requestsPerMinute: "2", concurrency: "4" }), checks);
    for (let second = 0; second < 90; second++) await pass(1000);
    expect((await service.admin.requests()).total).toBe(2);
    await fastForward(work);
    expect((await service.admin.requests()).statuses).toEqual({ 200: 4, 429: 1 });
  });

  it("does not count the wait for one's own turn against the deadline of a request", async () => {
    const run = new Run(service, { requestsPerMinute: "3", deadlineSeconds: "10" });
    const { result } = await fastForward(updates(run, 8));
    expect(result).toHaveLength(8);
  });

  it("waits as long as a 429 asks, all calls together, and says so in one line each", async () => {
    const run = new Run(service);
    await service.admin.faults({
      match: { method: "POST", path: "/checks/.+" },
      times: 1,
      action: { kind: "status", status: 429, retryAfter: 40 },
    });
    const { seconds, result } = await fastForward(updates(run, 10));
    expect(result).toHaveLength(10);
    expect(seconds).toBeGreaterThanOrEqual(40);
    expect(seconds).toBeLessThan(50);
    expect(run.said).toEqual([
      "updating the check: the service answered 429; trying again in 40.0 s (attempt 2)",
    ]);
    const { log } = await service.admin.requestLog();
    const refused = log.findIndex(({ status }) => status === 429);
    const times = log.map(({ at }) => Date.parse(at));
    const soon = times.filter((time) => time < (times[refused] ?? 0) + 39_000);
    expect(soon.length).toBeLessThanOrEqual(8);
  });

  it("asks nothing while a 429 wants a longer silence than any call may wait, says so, and then goes on", async () => {
    const checks = await byHand(12);
    const run = new Run(service, { concurrency: "2" });
    await service.admin.faults({ times: 2, action: { kind: "status", status: 429, retryAfter: 300 } });
    const told = Promise.all(checks.map((check) => refusal(updateAll(run, [check]))));
    const { seconds: refused, result } = await fastForward(told);
    expect(refused).toBeLessThan(5);
    expect((await service.admin.requests()).total).toBe(2);
    expect(result[0]).toContain(
      "the service answered 429, and asks for no request for another 300 s. Run again later; nothing is lost",
    );
    expect(result.at(-1)).toMatch(
      /the service answered 429, and asks for no request for another (299|300) s\. Run again later; nothing is lost$/,
    );
    for (let second = 0; second < 130; second++) await pass(1000);
    const { seconds } = await fastForward(updateAll(run, checks));
    expect(seconds).toBeGreaterThan(150);
    expect((await service.admin.requests()).statuses).toEqual({ 200: 12, 429: 2 });
  });

  it("tells those who are not asked meanwhile what the 429 said, without the UUID of whoever got it", async () => {
    const [first, second] = await byHand(2);
    if (!first || !second) throw new Error("two checks were made");
    const run = new Run(service);
    const body = JSON.stringify({ error: `not ${first.id} again` });
    const action = { kind: "status", status: 429, retryAfter: 300, body } as const;
    await service.admin.faults({ times: 1, action: { ...action, contentType: "application/json" } });
    await fastForward(refusal(updateAll(run, [first])));
    const { result } = await fastForward(refusal(updateAll(run, [second])));
    expect(result).toContain("the service said: not [secret] again");
  });

  it("is silent as long as the longest of several 429s asks", async () => {
    const checks = await byHand(2);
    await service.admin.faults(
      { match: { method: "POST" }, times: 1, action: { kind: "status", status: 429, retryAfter: 40 } },
      { match: { method: "POST" }, times: 1, action: { kind: "status", status: 429, retryAfter: 5 } },
    );
    await fastForward(updateAll(new Run(service), checks));
    const { log } = await service.admin.requestLog();
    const times = log.filter(({ route }) => route.startsWith("POST")).map(({ at }) => Date.parse(at));
    const [began = 0, , ...later] = times;
    expect(later).toHaveLength(2);
    for (const time of later) expect(time - began).toBeGreaterThanOrEqual(39_000);
  });

  it("has those who wait to ask again heed such a silence, too", async () => {
    const [first, second] = await byHand(2);
    if (!first || !second) throw new Error("two checks were made");
    const run = new Run(service);
    await service.admin.faults(
      { match: { method: "POST" }, times: 1, action: { kind: "status", status: 503, retryAfter: 5 } },
      { match: { method: "POST" }, times: 1, action: { kind: "status", status: 429, retryAfter: 300 } },
    );
    const waiting = refusal(updateAll(run, [first]));
    while (run.said.length === 0) await pass(0);
    await fastForward(refusal(updateAll(run, [second])));
    const { seconds, result } = await fastForward(waiting);
    expect(seconds).toBeLessThan(10);
    expect(result).toMatch(/the service answered 429, and asks for no request for another 29\d s/);
  });

  it("is silent no longer because the machine's clock is set back meanwhile", async () => {
    const [first, second] = await byHand(2);
    if (!first || !second) throw new Error("two checks were made");
    const run = new Run(service);
    await service.admin.faults({ times: 1, action: { kind: "status", status: 429, retryAfter: 40 } });
    const waiting = updateAll(run, [first]);
    while (run.said.length === 0) await pass(0);
    jest.setSystemTime(Date.now() - 3_000_000);
    const { seconds } = await fastForward(Promise.all([waiting, updateAll(run, [second])]));
    expect(seconds).toBeGreaterThanOrEqual(39);
    expect(seconds).toBeLessThan(50);
    expect((await service.admin.requests()).statuses).toEqual({ 200: 2, 429: 1 });
  });

  it("is given up in time although the machine's clock is set back meanwhile", async () => {
    const run = new Run(service, { deadlineSeconds: "60" });
    const { result: made } = await fastForward(run.create({ slug: "backup" }));
    await service.admin.faults({ action: { kind: "status", status: 500 } });
    const ended = refusal(run.read(made));
    while (run.said.length === 0) await pass(0);
    jest.setSystemTime(Date.now() - 3_000_000);
    const { seconds, result } = await fastForward(ended);
    expect(seconds).toBeLessThan(62);
    expect(result).toContain("the service answered 500; given up after 60 s");
    await service.admin.clearFaults();
  });

  it("waits until the date that a 503 names", async () => {
    const run = new Run(service);
    await service.admin.faults({
      match: { method: "POST", path: "/checks/.+" },
      times: 1,
      action: { kind: "status", status: 503, retryAfterDateIn: 90 },
    });
    const { seconds } = await fastForward(updates(run, 1));
    expect(seconds).toBeGreaterThanOrEqual(88);
    expect(seconds).toBeLessThan(95);
  });

  it("waits longer from try to try when nobody says how long, until the deadline", async () => {
    jest.spyOn(Math, "random").mockReturnValue(1);
    const run = new Run(service, { deadlineSeconds: "60" });
    const made = await fastForward(run.create({ slug: "backup" }));
    await service.admin.faults({ action: { kind: "status", status: 500 } });
    const ended = run.read(made.result).catch((error: Error) => error.message);
    const { seconds, result } = await fastForward(ended);
    const waits = run.said.map((line) => Number(/trying again in ([\d.]+) s/.exec(line)?.[1]));
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(seconds).toBeGreaterThanOrEqual(59);
    expect(seconds).toBeLessThan(62);
    expect(result).toContain("the service answered 500");
    await service.admin.clearFaults();
  });

  it("asks no more than the set number of requests at once", async () => {
    await service.admin.limits({ latencyMs: 100 });
    const { result } = await fastForward(updates(new Run(service, { concurrency: "3" }), 12));
    expect(result).toHaveLength(12);
    expect((await fastForward(service.admin.requests())).result.maxInFlight).toBe(3);
    await pass(0);
  });
});
