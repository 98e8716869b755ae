import { Slugs } from "../../../../provider/monitor/slugs";
import { recordsOfTwoProviders } from "../../../support/provider/twoRecords";

describe("which slugs a program declares", () => {
  const PLACE = ["https://checks.test", "a key"];
  const [own, sister] = recordsOfTwoProviders();

  it("is heard by its other providers of the same project alone", () => {
    const here = new Slugs(own, PLACE);
    expect([here.declare("backup"), here.declare("backup")]).toEqual([false, false]);
    expect(new Slugs(sister, PLACE).declare("backup")).toBe(true);
    expect(here.declare("backup")).toBe(true);
    expect(new Slugs(sister, PLACE).declare("report")).toBe(false);
    expect(new Slugs(sister, [PLACE[0] as string, "another key"]).declare("backup")).toBe(false);
  });

  it("is awaited by its other providers until the check is there", async () => {
    const [here, there] = [new Slugs(own, PLACE), new Slugs(sister, PLACE)];
    expect(here.isAwaitedElsewhere("nightly")).toBe(false);
    there.declare("nightly");
    expect(here.isAwaitedElsewhere("nightly")).toBe(true);
    there.give("nightly");
    expect(here.isAwaitedElsewhere("nightly")).toBe(false);
    await here.whenThere("nightly");
    expect([here.isGiven("nightly"), there.isGiven("nightly")]).toEqual([false, true]);
  });
});
