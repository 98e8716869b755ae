/** What findings call things: never by what would make two of them look like one. */
import type { FindingOf } from "../../../../cli/drift/findings";
import { declarationOf, nameOf, withChannelNames } from "../../../../cli/drift/names";
import { SecretNames } from "../../../../cli/drift/secrets";
import { seen } from "../../../support/cli/drift/seen";

const channel = (digit: string, name: string) => ({
  id: `${digit.repeat(8)}-2222-4333-8444-555555555555`,
  name,
  kind: "email",
});
const [pager, mail, sameMail, nameless] = [
  channel("1", "Pager"),
  channel("2", "Ops mail"),
  channel("3", "Ops mail"),
  channel("4", ""),
];

it("names channels by their names, and those that share one or have none by their UUIDs", async () => {
  const found = seen();
  const finding: FindingOf<"changed"> = {
    class: "changed",
    check: nameOf(found, new SecretNames()),
    declaredBy: declarationOf(found.row),
    fields: [
      { field: "channels", declared: [mail.id, pager.id], live: [sameMail.id, nameless.id, "Gone"] },
      { field: "grace", declared: 60, live: 120 },
    ],
  };
  const channels = async () => [pager, mail, sameMail, nameless];
  const project = { name: "default", checks: [], slugsToCome: new Set<string>(), readOnly: false, channels };
  expect(await withChannelNames([finding], [project])).toEqual([
    {
      ...finding,
      fields: [
        { field: "channels", declared: [mail.id, "Pager"], live: [sameMail.id, nameless.id, "Gone"] },
        finding.fields[1],
      ],
    },
  ]);
});
