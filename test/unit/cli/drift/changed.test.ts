import { z } from "zod";
import { changedFields } from "../../../../cli/drift/changes";
import { fieldMeta, type Values } from "../../../../provider/core/fields";
import type { ResourceDefinition } from "../../../../provider/core/resource";
import { applied, seen } from "../../../support/cli/drift/seen";

const nobody = async () => {
  throw new Error("nobody calls it here");
};

/** A resource with a field that is a secret by itself, whatever the state marks. */
const definition: ResourceDefinition = {
  kind: "Check",
  fields: {
    name: z.string().register(fieldMeta, { managed: "always" }),
    password: z.string().register(fieldMeta, { managed: "always", secret: true }),
  },
  outputs: {},
  create: nobody,
  read: nobody,
  update: nobody,
  delete: nobody,
};

it("a field that is declared a secret is told as one, also where the state has no mark", () => {
  const before: Values = { name: "a", password: "hunter1" };
  const now: Values = { name: "b", password: "hunter2" };
  const changed = changedFields(definition, seen({ row: applied(before), now }));
  expect(changed).toEqual([
    { field: "name", declared: "a", applied: "a", live: "b" },
    { field: "password", declared: "[secret]", applied: "[secret]", live: "[secret]" },
  ]);
});
