import { leftBehind } from "../../../../../provider/hosts/plugin/toldRow";

const URN = "urn:pulumi:dev::jobs::checks:index:ScheduledJobs$checks:index:Check::jobs-backup";

it("a check that is left behind is told with a command that a shell takes as it is", () => {
  const row = { id: "1", project: undefined, owner: undefined, home: "https://one.example.com" };
  expect(leftBehind(URN, row, { ...row, id: "2", home: "https://two.example.com" })).toBe(
    `Check "jobs-backup": an earlier run created its replacement on https://two.example.com, so it is kept here. To get it back into the state, run \`pulumi state delete '${URN}'\` and \`pulumi up\``,
  );
});

it.each([
  ["is not told of what the run has created", undefined],
  ["is the same one", { id: "1", home: "https://two.example.com" }],
  ["is on the same service, in another spelling of its address", { home: "https://ONE.example.com/" }],
  ["is on a service that is not known", { home: undefined }],
  ["is in another project, which may well be on another service", { project: "beta", home: "https://two.x" }],
])("no check is left behind where its replacement %s", (_, heir) => {
  const row = { id: "1", project: undefined, owner: undefined, home: "https://one.example.com" };
  expect(leftBehind(URN, row, heir && { ...row, id: "2", ...heir })).toBeUndefined();
  const unknown = { ...row, home: undefined };
  expect(leftBehind(URN, unknown, heir && { ...row, id: "2", ...heir })).toBeUndefined();
});
