import { maskFor, SecretNames, withoutUuids } from "../../../../cli/drift/secrets";
import { applied } from "../../../support/cli/drift/seen";

const UUID = "11111111-2222-4333-8444-555555555555";
const CHANNEL = "99999999-2222-4333-8444-555555555555";
const mask = maskFor({ uuids: [UUID], keys: ["k3y".repeat(10), ""] });

describe("the mask", () => {
  it.each([
    [`curl https://checks.example.com/p/${UUID}/start!`, "curl [ping URL]"],
    [`see http://10.0.0.1:8000/ping/${CHANNEL}`, "see [ping URL]"],
    ["https://hc-ping.com/kEy_of-a-project/backup", "[ping URL]"],
    ["https://monitoring.example.com/ping/kEy_of-a-project/backup", "[ping URL]"],
    [`(${UUID.toUpperCase()}@example.com)`, "([uuid]@example.com)"],
    [`dump_${UUID}_old and x${UUID}`, "dump_[uuid]_old and x[uuid]"],
    [`the key ${"k3y".repeat(10)}.`, "the key [secret]."],
  ])("hides what could ping a check or open the service: %s", (text, shown) => {
    expect(mask.text(text)).toBe(shown);
  });

  it.each([`channel ${CHANNEL}`, "https://wiki.example.com/runbook", "shipping/ping/pong"])(
    "leaves the rest: %s",
    (text) => {
      expect(mask.text(text)).toBe(text);
    },
  );

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

it("a project whose name is a secret is not told with its stack or its provider behind it either", () => {
  const row = applied({ project: "hush" });
  row.applied.secret = new Set(["project"]);
  const secrets = new SecretNames([{ applied: [row] }]);
  expect(
    ["hush", "hush of jobs/dev", "hush of provider eu", "other of hush"].map((name) => secrets.project(name)),
  ).toEqual(["[secret]", "[secret]", "[secret]", "other of hush"]);
});
