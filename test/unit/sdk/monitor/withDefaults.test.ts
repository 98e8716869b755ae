import * as pulumi from "@pulumi/pulumi";
import { Check, withDefaults } from "../../../../sdk";

/** What the engine was asked to register, by name. */
const registered = new Map<string, Record<string, unknown>>();
let stack: pulumi.ComponentResource;

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      registered.set(name, inputs);
      return { id: "uuid", state: { ...inputs, uuid: "uuid" } };
    },
    call: () => ({}),
  });
  jest.spyOn(pulumi.runtime, "getStackResource").mockImplementation(() => stack as never);
});

beforeEach(() => {
  // A run of its own for each test.
  stack = new pulumi.ComponentResource("t:T", "stack");
});

/** What the provider is told beside what the program says of the check. */
async function told(check: Check, name: string): Promise<unknown> {
  await new Promise((resolve) => {
    check.uuid.apply(resolve);
  });
  return registered.get(name)?.__ofProgram;
}

class Team extends pulumi.ComponentResource {
  readonly check: Check;
  constructor(name: string) {
    super("t:index:Team", name);
    this.check = new Check(`${name}-job`, { slug: `${name}-job` }, { parent: this });
  }
}

describe("withDefaults", () => {
  it("holds for the checks of the run, also for those of components", async () => {
    withDefaults({ tags: ["prod"], grace: "10m", channelsByTag: { db: ["Pager"] }, onExisting: "fail" });
    const said = { tags: ["prod"], grace: 600, channelsByTag: { db: ["Pager"] }, onExisting: "fail" };
    expect(await told(new Check("own", { slug: "own" }), "own")).toEqual(said);
    expect(await told(new Team("team").check, "team-job")).toEqual(said);
  });

  it("leaves a program that does not call it as it was", async () => {
    await told(new Check("plain", { slug: "plain" }), "plain");
    expect(registered.get("plain")).toEqual({ slug: "plain", __provider: expect.any(String) });
  });

  it("refuses to come after a check, and to be called twice", () => {
    new Check("early", { slug: "early" });
    expect(() => withDefaults({ tags: ["prod"] })).toThrow(
      "withDefaults: a Check was declared before this call and does not have these defaults. Call it first, before loading modules that declare checks",
    );
    stack = new pulumi.ComponentResource("t:T", "another");
    withDefaults({ tags: ["prod"] });
    expect(() => withDefaults({ grace: 60 })).toThrow(
      "withDefaults: was called before. Put all defaults into one call",
    );
  });

  it("refuses what no check can have, in one line", () => {
    expect(() => withDefaults({ tags: ["two words"], grace: 7 })).toThrow(
      'withDefaults: tags: 0: must not hold a blank; make it two elements; grace: must be a whole number of seconds, 60 to 31536000, or a text such as "5m", "1h30m" or "P1D". Correct it in the call',
    );
    expect(() => withDefaults({ timeout: 60 } as object)).toThrow(/^withDefaults: .*timeout/);
  });

  it("says that it has no effect where no program is being run, as beside one of the Automation API", () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    withDefaults({ tags: ["prod"] });
    expect(warn).not.toHaveBeenCalled();
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValueOnce(undefined);
    stack = new pulumi.ComponentResource("t:T", "outside");
    withDefaults({ tags: ["prod"] });
    expect(warn).toHaveBeenCalledWith(
      "withDefaults: no program is being run, and no check gets anything of it. Call it in the program, which with the Automation API is the function that a stack is given",
    );
  });
});
