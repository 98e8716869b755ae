import { defineResource, type ResourceDefinition } from "../../../../provider/core/resource";
import { Session } from "../../../../provider/core/session";
import { compareRow } from "../../../../provider/hosts/calls";

describe("what is due although no field differs", () => {
  const never = async () => {
    throw new Error("is not asked");
  };
  let age = 0;
  const token = defineResource({
    kind: "Token",
    fields: {},
    outputs: {},
    due() {
      age += 1;
      return { reason: `the token is ${age} s old` };
    },
    create: never,
    read: never,
    update: never,
    delete: never,
  }) as unknown as ResourceDefinition;

  it("is told once in a run of each row, which the engine compares before and after a refresh", async () => {
    const told: string[] = [];
    const log = { info: (message: string) => void told.push(message), warn() {}, status() {} };
    const run = new Session(() => undefined, log);
    const compared = (id: string, isDeclared: boolean) => compareRow(run, token, id, {}, {}, isDeclared);
    expect(await compared("a", false)).toMatchObject({ hasChanges: false });
    expect(await compared("a", true)).toMatchObject({ hasChanges: true, changed: [] });
    expect(await compared("b", true)).toMatchObject({ hasChanges: true });
    expect(told).toEqual(["the token is 1 s old", "the token is 3 s old"]);
  });
});
