import * as pulumi from "@pulumi/pulumi";
import { claimSlug } from "../../../../sdk/monitor/programSlugs";

/** As a program in JavaScript can. */
const claim = (name: string, slug: unknown) => claimSlug(name, { slug: slug as string })();

describe("the slug of a check", () => {
  // What is one program's belongs to its stack.
  beforeEach(() => {
    jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue({} as never);
  });
  afterEach(() => jest.restoreAllMocks());

  it("is one resource's of the program", async () => {
    await claim("a", "one");
    await claim("b", "two");
    await expect(claim("c", "one")).rejects.toThrow(
      'Check "c": slug: the Check "a" of this program has the same slug. Give each its own, or remove one of them.',
    );
  });

  it("names another resource that is called the same, below another component, as the other one", async () => {
    await claim("backup", "three");
    await expect(claim("backup", "three")).rejects.toThrow(
      'Check "backup": slug: the other Check "backup" of this program has the same slug. Give each its own, or remove one of them.',
    );
  });

  it.each([[undefined], [null], [""]])(
    "that is missing is not the same as another that is: %p",
    async (slug) => {
      await claim("d", slug);
      await expect(claim("e", slug)).resolves.toBeUndefined();
    },
  );
});
