import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { urnAsAlias, urnBelow, urnOf } from "../../../../../provider/hosts/plugin/urns";

const own = { project: "jobs", stack: "dev", type: "my:Shop", name: "chair", parent: "" };
const STACK = "urn:pulumi:dev::jobs::pulumi:pulumi:Stack::jobs-dev";
const GROUP = "urn:pulumi:dev::jobs::my:Group::group";

/** An alias as the engine sends it. */
function alias(fields: { name?: string; project?: string; parent?: string; noParent?: boolean }): Alias {
  const spec = new Alias.Spec();
  if (fields.name) spec.setName(fields.name);
  if (fields.project) spec.setProject(fields.project);
  if (fields.parent) spec.setParenturn(fields.parent);
  if (fields.noParent) spec.setNoparent(true);
  const whole = new Alias();
  whole.setSpec(spec);
  return whole;
}

describe("URNs", () => {
  it("have the types of the parents, but not that of the stack", () => {
    expect(urnOf(own)).toBe("urn:pulumi:dev::jobs::my:Shop::chair");
    expect(urnOf({ ...own, parent: STACK })).toBe(urnOf(own));
    expect(urnOf({ ...own, parent: GROUP })).toBe("urn:pulumi:dev::jobs::my:Group$my:Shop::chair");
    expect(urnBelow(GROUP, "my:Row", "a::b")).toBe("urn:pulumi:dev::jobs::my:Group$my:Row::a::b");
  });

  it("are meant by aliases, which leave out what the resource has", () => {
    expect(urnAsAlias(alias({ name: "sofa" }), { ...own, parent: GROUP })).toBe(
      "urn:pulumi:dev::jobs::my:Group$my:Shop::sofa",
    );
    expect(urnAsAlias(alias({ noParent: true }), { ...own, parent: GROUP })).toBe(urnOf(own));
    expect(urnAsAlias(alias({ parent: GROUP, project: "old" }), own)).toBe(
      "urn:pulumi:dev::old::my:Group$my:Shop::chair",
    );
    const whole = new Alias();
    whole.setUrn(GROUP);
    expect(urnAsAlias(whole, own)).toBe(GROUP);
  });
});
