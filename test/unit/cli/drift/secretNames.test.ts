import { SecretNames } from "../../../../cli/drift/secrets";
import { applied } from "../../../support/cli/drift/seen";

it("a project whose name is a secret is not told with its stack or its provider behind it either", () => {
  const row = applied({ project: "hush" });
  row.applied.secret = new Set(["project"]);
  const secrets = new SecretNames([{ applied: [row] }]);
  expect(
    ["hush", "hush of jobs/dev", "hush of provider eu", "other of hush"].map((name) =>
      secrets.projectName(name),
    ),
  ).toEqual(["[secret]", "[secret]", "[secret]", "other of hush"]);
});

it("a secret name that is empty hides no other check that has none", () => {
  const row = applied({ name: "", tags: [] });
  row.applied.secret = new Set(["name"]);
  const secrets = new SecretNames([{ applied: [row] }]);
  const other = { slug: "other", name: "", tags: [], project: "default", uniqueKey: "k" };
  expect(secrets.conceal(other)).toEqual(other);
});
