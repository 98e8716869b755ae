import { script } from "../../support/scripts/script";

const { phaseOf, placesFor } = script<{
  phaseOf(unpacked: number, total: number, begun: boolean): string;
  placesFor(lock: { packages: Record<string, object> }): string[];
}>("setup/install.mjs");

describe("what the installation of packages says while it runs", () => {
  it("tells which phase it is in, so that a number that stands has a reason", () => {
    const told = [
      phaseOf(0, 500, false),
      phaseOf(0, 500, true),
      phaseOf(120, 500, true),
      phaseOf(500, 500, true),
    ];
    expect(told).toEqual([
      "asking the registry for the packages",
      "asking the registry for the packages",
      "120 of 500 packages unpacked",
      "all 500 packages unpacked, npm writes its list of them",
    ]);
  });

  it("counts only what every system gets", () => {
    const packages = {
      "": {},
      "node_modules/a": {},
      "node_modules/a/node_modules/b": {},
      "node_modules/c-win32": { os: ["win32"], optional: true },
      "node_modules/d": { link: true },
    };
    expect(placesFor({ packages })).toEqual(["node_modules/a", "node_modules/a/node_modules/b"]);
  });
});
