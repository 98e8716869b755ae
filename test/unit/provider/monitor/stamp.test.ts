import {
  foreignAmong,
  handoverCommand,
  withoutStamps,
  withStampOf,
} from "../../../../provider/monitor/stamp";

describe("the command that gives a check to a stack", () => {
  it.each([
    ["backup", "`pulumi-checks handover backup --to billing/prod --project 'beta'`"],
    ["--help", "`pulumi-checks handover --to billing/prod --project 'beta' -- --help`"],
  ])("takes %s for a slug", (slug, command) => {
    expect(handoverCommand(slug, "billing/prod", "beta")).toBe(command);
  });
});

it("a check with several stamps is this stack's if one of them is, in whatever order the service lists them", () => {
  expect(foreignAmong(["billing/prod", "jobs/dev"], ["jobs/dev"])).toBeUndefined();
  expect(foreignAmong(["jobs/dev", "billing/prod"], ["jobs/dev"])).toBeUndefined();
  expect(foreignAmong(["billing/prod", "shop/prod"], ["jobs/dev", undefined])).toBe("billing/prod");
  expect(foreignAmong([], ["jobs/dev"])).toBeUndefined();
});

it("a stamp is the only tag of a check without tags, with no blank before it", () => {
  expect(withStampOf("", "jobs/prod")).toBe("pulumi:jobs/prod");
  expect(withStampOf("db", "jobs/prod")).toBe("db pulumi:jobs/prod");
});

it("the tags of a check without ours stay as they are, blanks and all", () => {
  expect(withoutStamps(" db  web").tags).toBe(" db  web");
});
