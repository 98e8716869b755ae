import type { Values } from "../../../../provider/core/fields";
import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

/** A backend that was out of reach for a moment: the program does not know which resource has which row. */
describe("an up on the dynamic host in which the engine does not list the stack's rows", () => {
  let service: Service;
  let a: DynamicRow;

  beforeEach(async () => {
    service = await Service.start();
    a = await (await DynamicRun.start(service)).made({ slug: "one", name: "A" });
  });
  afterEach(() => service.stop());

  const unlisted = (name: string) => ({ name, unlisted: true });
  const declared = (run: DynamicRun, args: Values) => run.declared(a, args, unlisted("a"));
  const update = async (run: DynamicRun, inputs: Values) => run.provider.update(a.id, a.state, inputs);

  const isNobodyElses = async (slug: string) => {
    expect(await service.checks()).toEqual([expect.objectContaining({ uuid: a.id, slug, name: "A" })]);
  };

  it("does not take over the check of a resource that gets another slug", async () => {
    const run = await DynamicRun.start(service);
    const inputs = await declared(run, { slug: "two", name: "A" });
    await expect(run.made({ slug: "one", name: "B" }, unlisted("b"))).rejects.toThrow(
      'the check with this slug belongs to the resource "a" of this stack',
    );
    await update(run, inputs);
    await isNobodyElses("two");
  });

  it.each(["false", "true"])(
    "does not take it over before that resource is heard of, either (checks:stamp %s)",
    async (stamp) => {
      const stamping = await DynamicRun.start(service, { stamp });
      await update(
        stamping,
        await stamping.declared(a, { slug: "one", name: "A" }, { name: "a", row: a.id }),
      );
      const run = await DynamicRun.start(service, { stamp });
      await expect(run.made({ slug: "one", name: "B" }, unlisted("b"))).rejects.toThrow(
        /^check "one": slug: a check with this slug exists already, and the engine did not list .* Run again, or take the check over/,
      );
      await update(run, await declared(run, { slug: "two", name: "A" }));
      await isNobodyElses("two");
    },
  );

  it("keeps the check of a resource that got another name, whose new one is refused", async () => {
    const run = await DynamicRun.start(service);
    await expect(run.made({ slug: "one" }, unlisted("renamed"))).rejects.toThrow(
      "Run again, or take the check over",
    );
    // With `--continue-on-error` the engine deletes what the program does not declare.
    await run.provider.delete(a.id, a.state);
    await isNobodyElses("one");
  });

  it("takes over a check that is named by its UUID", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "by-hand" });
    const run = await DynamicRun.start(service);
    expect((await run.made({ slug: "by-hand", adopt: uuid }, unlisted("b"))).id).toBe(uuid);
  });

  it("makes new checks, and puts the stamp on those that have none", async () => {
    const run = await DynamicRun.start(service, { stamp: "true" });
    const { inputs } = await run.check({ slug: "one", name: "A" }, unlisted("a"), a.inputs);
    expect(await run.provider.diff(a.id, a.state, inputs)).toMatchObject({ changes: true });
    expect((await run.made({ slug: "new" }, unlisted("new"))).id).not.toBe(a.id);
  });

  it("is previewed without taking the resources' own checks for somebody else's", async () => {
    const run = await DynamicRun.start(service, { onExisting: "fail" });
    const preview = (name: string) => ({ ...unlisted(name), preview: true });
    expect((await run.check({ slug: "one", name: "A" }, preview("a"), a.inputs)).failures).toEqual([]);
    expect((await run.check({ slug: "one" }, preview("renamed"))).failures).toHaveLength(1);
  });
});
