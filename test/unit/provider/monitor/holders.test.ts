import { RunNotes } from "../../../../provider/core/runNotes";
import { Holders } from "../../../../provider/monitor/holders";
import { recordsOfTwoProviders } from "../../../support/provider/twoRecords";

describe("what a provider of a program tells the others of a check", () => {
  const UUID = "00000000-0000-4000-8000-00000000000a";
  const [own, sister] = recordsOfTwoProviders();
  const here = new Holders({ notes: new RunNotes(), record: own });
  const there = new Holders({ notes: new RunNotes(), record: sister });

  it("that a resource has it, until it lets go", () => {
    here.keep(UUID, "backup");
    expect([there.isHeld(UUID), there.isKeptElsewhere(UUID)]).toEqual([true, true]);
    here.letGo(UUID);
    expect([there.isHeld(UUID), there.isKeptElsewhere(UUID), here.isHeld(UUID)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("that a resource was refused it: no deleted row takes it along, and nobody has it", () => {
    here.spare(UUID);
    expect([there.isKept(UUID), there.isHeld(UUID)]).toEqual([true, false]);
  });

  it("that it is about to get another slug, until it has it", async () => {
    here.expectNewSlug(UUID);
    expect([there.getsNewSlugElsewhere(UUID), here.getsNewSlugElsewhere(UUID)]).toEqual([true, false]);
    here.forgetNewSlug(UUID);
    expect(there.getsNewSlugElsewhere(UUID)).toBe(false);
    await there.whenNewSlugWritten(UUID);
  });

  it("that its row is about to be replaced in the same project, until the replacement is there", () => {
    here.expectSuccessor(UUID, { name: "backup", project: "eu" });
    const inEurope = { slug: "nightly", project: "eu" };
    expect(here.successorOf(UUID, inEurope)).toEqual({ name: "backup", project: "eu" });
    expect(there.successorOf(UUID, inEurope)).toEqual({ name: "nightly", project: "eu" });
    expect(there.successorOf(UUID, { slug: "nightly" })).toBeUndefined();
    here.forgetSuccessors(undefined, UUID);
    expect([here, there].map((one) => one.successorOf(UUID, inEurope))).toEqual([undefined, undefined]);
  });
});
