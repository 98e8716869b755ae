import * as pulumi from "@pulumi/pulumi";
import { aliasesAt, formerPlaces } from "../../../../sdk/program/formerPlaces";

const URN = "urn:pulumi:dev::jobs::";
const TEAM = `${URN}test:index:Team::team`;
const at = (urn: string) => new pulumi.DependencyResource(urn);
const STACK = at(`${URN}pulumi:pulumi:Stack::jobs-dev`);

/** As a transform is told them: what an alias leaves out is empty, and its parent always there. */
const told = (said: object, parent?: pulumi.Resource) => ({
  name: "",
  type: "",
  project: "",
  stack: "",
  ...said,
  parent,
});

const aliases = async (opts: object) =>
  aliasesAt(await formerPlaces(opts as pulumi.ResourceOptions), (name) => `${name}-ping`);

it("is where the resource was, under a name that follows from its name there", async () => {
  expect(await aliases({ parent: STACK, aliases: [told({ name: "old" }, STACK)] })).toEqual([
    { name: "old-ping", parent: undefined },
  ]);
  expect(await aliases({ parent: at(TEAM), aliases: [told({ name: "old" }, at(TEAM))] })).toEqual([
    { name: "old-ping", parent: TEAM },
  ]);
  expect(await aliases({ parent: at(TEAM), aliases: [told({})] })).toEqual([{ parent: undefined }]);
  expect(await aliases({ aliases: [told({ stack: "test", project: "old" })] })).toEqual([
    { stack: "test", project: "old", parent: undefined },
  ]);
});

it("reads a URN, of whose parents it tells the types", async () => {
  expect(
    await aliases({ aliases: [`${URN}kubernetes:batch/v1:CronJob::a::b`, `${URN}a:b:C$d:e:F$g:h:I::x`] }),
  ).toEqual([
    { name: "a::b-ping", stack: "dev", project: "jobs", parent: undefined },
    { name: "x-ping", stack: "dev", project: "jobs", parent: `${URN}a:b:C$d:e:F::parent` },
  ]);
});

it("leaves out where it was of another type, as every CronJob says by itself", async () => {
  const type = "kubernetes:batch/v1beta1:CronJob";
  expect(await aliases({ parent: STACK, aliases: [told({ type }, STACK)] })).toEqual([]);
  expect(await aliases({ parent: at(TEAM), aliases: [told({ type }, at(TEAM))] })).toEqual([]);
  expect(await aliases({})).toEqual([]);
});
