import { z } from "zod";
import { type FunctionDefinition, lookUp } from "../../../../provider/core/function";
import { silent } from "../../../../provider/core/log";
import { Session } from "../../../../provider/core/session";

const entry = z.object({ at: z.string(), n: z.int(), by: z.string(), of: z.string() });
const result = z.object({ entries: z.array(entry) });

/** What is said of an answer with these entries. */
async function saidOf(entries: object[]): Promise<string> {
  const args = z.strictObject({});
  const definition: FunctionDefinition<typeof args, typeof result, undefined> = {
    name: "getEntries",
    args,
    result,
    place: () => undefined,
    look: async () => ({ entries }) as z.input<typeof result>,
  };
  const session = new Session(() => undefined, silent);
  return lookUp(definition, {}, session).then(
    () => "no error",
    (error: Error) => error.message,
  );
}

describe("an answer of another form", () => {
  const sound = { at: "now", n: 1, by: "me", of: "us" };

  it("is told by the first entry with each field, however many entries there are", async () => {
    const entries = Array.from({ length: 1000 }, (_, n) => (n === 0 ? sound : { ...sound, at: n, n: "x" }));
    expect(await saidOf(entries)).toBe(
      "getEntries: the service's answer does not have the expected form: entries.1.at: Invalid input: expected string, received number; entries.1.n: Invalid input: expected number, received string; and 1996 more. Check that the address in the settings is the service's",
    );
  });

  it("is told by a few fields where all are of another form", async () => {
    const said = await saidOf([{ at: 1, n: "x", by: 2, of: 3 }]);
    expect(said).toMatch(/entries\.0\.at: .*; entries\.0\.n: .*; entries\.0\.by: [^;]*; and 1 more\. Check/);
  });

  it("is told whole where there is little to tell", async () => {
    expect(await saidOf([{ ...sound, by: 2 }])).toMatch(/form: entries\.0\.by: [^;]*received number\. Check/);
  });
});
