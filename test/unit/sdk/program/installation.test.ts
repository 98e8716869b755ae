import { otherPlaces } from "../../../../sdk/program/installation";

describe("a second copy of the package", () => {
  it("is told when it declares resources, too, once", () => {
    expect(otherPlaces("/one")).toBeUndefined();
    expect(otherPlaces("/one")).toBeUndefined();
    expect(otherPlaces("/other")).toMatch(/^pulumi-checks is loaded from 2 places \(\/one, \/other\), /);
    expect(otherPlaces("/one")).toBeUndefined();
    expect(otherPlaces("/other")).toBeUndefined();
  });
});
