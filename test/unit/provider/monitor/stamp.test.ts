import { handoverCommand } from "../../../../provider/monitor/stamp";

describe("the command that gives a check to a stack", () => {
  it.each([
    ["backup", "`pulumi-checks handover backup --to billing/prod --project 'beta'`"],
    ["--help", "`pulumi-checks handover --to billing/prod --project 'beta' -- --help`"],
  ])("takes %s for a slug", (slug, command) => {
    expect(handoverCommand(slug, "billing/prod", "beta")).toBe(command);
  });
});
