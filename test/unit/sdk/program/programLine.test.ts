import { programLine } from "../../../../sdk/program/programLine";

const own = { file: "/home/me/jobs/index.ts" };
const shared = { file: "/home/me/shared/checks.ts" };
const ofPackage = { file: "/home/me/jobs/node_modules/@acme/checks/index.js" };
const ofPackageOnWindows = { file: "C:\\jobs\\node_modules\\@acme\\checks\\index.js" };
const ofNode = {};

describe("what is kept of a resource's stack", () => {
  it.each([
    ["the line of the program", [ofPackage, own, ofNode, ofPackage], [own]],
    ["the line of the program beside packages on Windows", [ofPackageOnWindows, own], [own]],
    ["the innermost of the program's lines", [own, { file: "/home/me/jobs/outer.ts" }], [own]],
    ["a line elsewhere, and the one in the program that leads there", [shared, own], [shared, own]],
    ["all where no line is the program's", [ofPackage, ofNode], [ofPackage, ofNode]],
  ])("is %s", (_, sites, kept) => {
    expect(programLine(sites, "/home/me/jobs")).toEqual(kept);
  });
});
