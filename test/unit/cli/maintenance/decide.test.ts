import { decide } from "../../../../cli/maintenance/decide";
import type { CheckDocument } from "../../../../provider/monitor/api";
import { markOf } from "../../../../provider/monitor/maintenance";

const ID = "3f2a9c1e";
const PAGER = "0b42eb3c-1d57-4a4e-9f0b-6a1f0c9b7d11";
const MAIL = "7f0b6a1f-0c9b-4d11-8b42-eb3c1d574a4e";
const BEFORE = `${PAGER},${MAIL}`;

function live(channels: string, id?: string, known: string | undefined = BEFORE): CheckDocument {
  const bare = { name: "", slug: "backup", tags: "db", status: "up", uuid: PAGER, channels };
  if (id === undefined) return bare;
  const maintenance = { id, from: 0, until: 60, channels: known, reason: "" };
  return { ...bare, maintenance, allTags: `db ${markOf(maintenance)}` };
}

it("puts back what was taken off, together with the tag", () => {
  expect(decide(ID, BEFORE, live("", ID))).toEqual({
    fate: "putBack",
    body: { channels: BEFORE, tags: "db" },
  });
});

it("puts it back by the tag alone, where there is no record", () => {
  expect(decide(ID, undefined, live("", ID))).toMatchObject({ fate: "putBack", body: { channels: BEFORE } });
  const unmarked = {
    ...live("", ID),
    maintenance: { id: ID, from: 0, until: 60, channels: undefined, reason: "" },
  };
  expect(decide(ID, undefined, unmarked)).toEqual({ fate: "unknown" });
});

it("goes by the record where somebody has changed the tag", () => {
  expect(decide(ID, MAIL, live("", ID))).toMatchObject({ fate: "putBack", body: { channels: MAIL } });
});

it("puts it back where somebody took the tag off", () => {
  expect(decide(ID, BEFORE, live(""))).toEqual({ fate: "putBack", body: { channels: BEFORE } });
});

it("writes nothing to a check that never lost its channels", () => {
  expect(decide(ID, BEFORE, live(`${MAIL},${PAGER}`))).toEqual({ fate: "asBefore" });
});

it("leaves channels that somebody attached, and takes its tag off", () => {
  expect(decide(ID, BEFORE, live(MAIL, ID))).toEqual({ fate: "changed", body: { tags: "db" } });
  expect(decide(ID, BEFORE, live(MAIL))).toEqual({ fate: "changed" });
  expect(decide(ID, MAIL, live(BEFORE))).toEqual({ fate: "changed" });
  expect(decide(ID, BEFORE, live(BEFORE, ID))).toEqual({ fate: "asBefore", body: { tags: "db" } });
});

it("leaves a check to the maintenance that has it by now", () => {
  expect(decide(ID, BEFORE, live("", "00000000"))).toEqual({ fate: "elsewhere" });
});

it("has no channels to put back where somebody had taken them all off before", () => {
  expect(decide(ID, "", live("", ID, ""))).toEqual({ fate: "asBefore", body: { tags: "db" } });
  expect(decide(ID, "", live(""))).toEqual({ fate: "asBefore" });
});

it("knows that a check is gone", () => {
  expect(decide(ID, BEFORE, undefined)).toEqual({ fate: "gone" });
});
