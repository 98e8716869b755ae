import { leftBehind } from "../../../../../provider/hosts/plugin/toldRow";

const URN = "urn:pulumi:dev::jobs::checks:index:ScheduledJobs$checks:index:Check::jobs-backup";

it("a check that is left behind is told with a command that a shell takes as it is", () => {
  const row = { id: "1", project: undefined, owner: undefined, home: "https://one.example.com" };
  expect(leftBehind(URN, row, { ...row, id: "2", home: "https://two.example.com" })).toBe(
    `Check "jobs-backup": an earlier run created its replacement on https://two.example.com, so it is kept here. To get it back into the state, run \`pulumi state delete '${URN}'\` and \`pulumi up\``,
  );
});
