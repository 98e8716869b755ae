import { SecretNames } from "../../../../cli/drift/secrets";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
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

it("the slug of a check that an assignment names by a secret is not told, nor quoted from a message", () => {
  const row = applied({ slug: undefined, check: "hush" }, { kind: "ChannelAssignment" });
  row.applied.secret = new Set(["check"]);
  const secrets = new SecretNames([{ applied: [row] }]);
  const check = { slug: "hush", name: "", tags: [], project: "default", uniqueKey: uniqueKeyOf(row.id) };
  expect(secrets.conceal(check).slug).toBe("[secret]");
  expect(secrets.conceal({ ...check, uniqueKey: "of another one" }).slug).toBe("[secret]");
  expect(secrets.redact('check "hush": refused')).toBe('check "[secret]": refused');
});
