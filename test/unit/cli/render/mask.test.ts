import { maskFor, withoutUuids } from "../../../../cli/render/mask";

const UUID = "11111111-2222-4333-8444-555555555555";
const CHANNEL = "99999999-2222-4333-8444-555555555555";
const mask = maskFor({
  uuids: [UUID],
  keys: ["k3y".repeat(10), ""],
  pingUrls: [
    `https://ping.example.com/${UUID}`,
    `http://example.com/hc/p/${UUID}`,
    "https://nowhere.com",
    "",
  ],
});

describe("the mask", () => {
  it.each([
    [`curl https://checks.example.com/p/${UUID}/start!`, "curl [ping URL]"],
    [`see http://10.0.0.1:8000/ping/${CHANNEL}`, "see [ping URL]"],
    ["https://hc-ping.com/kEy_of-a-project/backup", "[ping URL]"],
    ["https://monitoring.example.com/ping/kEy_of-a-project/backup", "[ping URL]"],
    ["https://example.com/hc/ping/kEy_of-a-project/backup", "[ping URL]"],
    ["curl -m 5 https://ping.example.com/kEy_of-a-project/backup/start", "curl -m 5 [ping URL]"],
    ["http://bob:pw@PING.example.com/kEy_of-a-project/backup", "[ping URL]"],
    ["http://example.com/hc/p/kEy_of-a-project/backup.", "[ping URL]"],
    [`(${UUID.toUpperCase()}@example.com)`, "([uuid]@example.com)"],
    [`dump_${UUID}_old and x${UUID}`, "dump_[uuid]_old and x[uuid]"],
    [`the key ${"k3y".repeat(10)}.`, "the key [secret]."],
  ])("hides what could ping a check or open the service: %s", (text, shown) => {
    expect(mask.text(text)).toBe(shown);
  });

  it.each([
    `channel ${CHANNEL}`,
    "https://wiki.example.com/runbook",
    "shipping/ping/pong",
    "https://nowhere.com/runbook",
    "https://example.com/hc/docs",
    "https://wiki.example.com/find?q=/ping/it",
  ])("leaves the rest: %s", (text) => {
    expect(mask.text(text)).toBe(text);
  });

  it("reaches every text in a value", () => {
    expect(mask.deep({ a: [{ b: UUID }], n: 1, none: null })).toEqual({
      a: [{ b: "[uuid]" }],
      n: 1,
      none: null,
    });
  });

  it("has a blunt form for texts about unknown checks", () => {
    expect(withoutUuids(`the check ${CHANNEL} of ${UUID}`)).toBe("the check [uuid] of [uuid]");
  });
});
