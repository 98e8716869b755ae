import { ChannelClaims } from "../../../../provider/monitor/channelClaims";
import { recordsOfTwoProviders } from "../../../support/provider/twoRecords";

describe("which channels assignments want", () => {
  const [own, sister] = recordsOfTwoProviders();
  const [here, there] = [new ChannelClaims(own), new ChannelClaims(sister)];

  it("is known to the other providers of the program until the last one that wants a channel wants it no more", () => {
    const [check, pager] = ["a check", { mode: "additive", channelIds: ["pager"] } as const];
    here.add(check, pager);
    here.add(check, { mode: "additive", channelIds: ["mail", "pager"] });
    here.remove(check, pager);
    expect(there.has(check, "pager")).toBe(true);
    expect(there.has("another check", "pager")).toBe(false);
    here.remove(check, { mode: "additive", channelIds: ["mail", "pager"] });
    expect(there.has(check, "pager")).toBe(false);
  });

  it("is known of the rows of which the engine does not ask, too, whoever told of them, until one is heard of", () => {
    here.tell("another check", { one: ["pager"] });
    here.tell("another check", { other: ["mail"] });
    expect(["pager", "mail", "sms"].map((id) => here.has("another check", id))).toEqual([true, true, false]);
    there.hear("another check", "one");
    expect(["pager", "mail"].map((id) => here.has("another check", id))).toEqual([false, true]);
  });

  it("is known together with what a write is about to detach, until it is attached again", () => {
    here.noteDetaching("a check", new Set(["pager", "mail"]), new Set(["mail"]));
    expect(there.areUndone("a check", ["mail", "pager"])).toBe(true);
    expect(there.areUndone("a check", ["mail"])).toBe(false);
    here.noteAttached("a check", new Set(["mail", "pager"]));
    expect(there.areUndone("a check", ["pager"])).toBe(false);
  });

  it("counts for nothing beside a check that names channels itself, and counts again once it does not", () => {
    here.declareOwn("a check", true);
    expect(there.areOwn("a check")).toBe(true);
    here.declareOwn("a check", false);
    expect(there.areOwn("a check")).toBe(false);
  });
});
