import { newCheckRow } from "../../../../emulator/monitor/check";
import {
  classifyPing,
  newPing,
  type Ping,
  type PingKind,
  pingsDocument,
  runDurations,
} from "../../../../emulator/monitor/ping";

const HOUR = 3_600_000;

function ping(n: number, kind: PingKind, at: number, rid: string | null = null, body = ""): Ping {
  const fields = { scheme: "http", remoteAddr: "127.0.0.1", method: "GET", userAgent: "t" };
  return newPing({ n, kind, at, rid, ...fields, body: Buffer.from(body) });
}

describe("pings", () => {
  it("are matched with the start of the same run", () => {
    const pings = [
      ping(1, "start", 0, "a"),
      ping(2, "start", 10, "b"),
      ping(3, "success", 30, "a"),
      ping(4, "fail", 50, "b"),
    ];
    pings.push(ping(5, "success", 60, "a"), ping(6, "start", 70), ping(7, "log", 75), ping(8, "success", 80));
    expect([...runDurations(pings)].map(([{ n }, duration]) => [n, duration])).toEqual([
      [3, 30],
      [4, 40],
      [8, 10],
    ]);
  });

  it("forget a start after 72 hours", () => {
    expect(runDurations([ping(1, "start", 0), ping(2, "success", 72 * HOUR)]).size).toBe(0);
    expect(runDurations([ping(1, "start", 0), ping(2, "success", 72 * HOUR - 1)]).size).toBe(1);
  });

  it("are listed newest first, up to the limit, with the address of a body that is there", () => {
    const document = pingsDocument(
      [ping(1, "start", 0), ping(2, "log", 1, null, "x"), ping(3, "success", 1500)],
      2,
      String,
    );
    expect(document).toEqual({
      pings: [
        expect.objectContaining({ n: 3, body_url: null, duration: 1.5 }),
        expect.objectContaining({ n: 2, body_url: "2", date: "1970-01-01T00:00:00.001000+00:00" }),
      ],
    });
  });

  it("are listed without durations when too many runs have no start among them", () => {
    const list = (runs: number) => {
      const ends = Array.from({ length: runs }, (_, i) => ping(3 + i, "success", 20, `run ${i}`));
      const document = pingsDocument([ping(1, "start", 0), ping(2, "success", 10), ...ends], 100, String);
      return JSON.stringify(document).includes("duration");
    };
    expect([list(10), list(11)]).toEqual([true, false]);
  });

  it("keep 10000 bytes of a body", () => {
    expect(ping(1, "log", 0, null, "é".repeat(6000)).body).toHaveLength(10_000);
  });

  it("are classified by method, pause and body", () => {
    const row = {
      ...newCheckRow(1),
      filter_http_body: true,
      success_kw: "ok, fine",
      failure_kw: "bad",
      start_kw: "go",
    };
    const kindOf = (body: string, asked: PingKind = "success") =>
      classifyPing(row, asked, "POST", Buffer.from(body));
    expect(["fine", "ok but bad", "go", "what"].map((body) => kindOf(body))).toEqual([
      "success",
      "fail",
      "start",
      "ign",
    ]);
    expect([kindOf("ok", "log"), kindOf("", "start")]).toEqual(["success", "ign"]);
    expect(classifyPing({ ...row, filter_http_body: false }, "log", "POST", Buffer.from("ok"))).toBe("log");
    row.filter_default_fail = true;
    expect(kindOf("")).toBe("fail");
    row.methods = "POST";
    expect(classifyPing(row, "fail", "GET", Buffer.from("ok"))).toBe("ign");
    const paused = { ...newCheckRow(2), status: "paused" as const, manual_resume: true };
    expect(classifyPing(paused, "fail", "GET", Buffer.alloc(0))).toBe("ign");
    expect(classifyPing({ ...paused, manual_resume: false }, "fail", "GET", Buffer.alloc(0))).toBe("fail");
    // The body is read before anybody looks whether the check is paused.
    const filtering = { ...paused, filter_http_body: true };
    expect(() => classifyPing(filtering, "success", "POST", Buffer.from([0xff]))).toThrow("not UTF-8");
  });
});
