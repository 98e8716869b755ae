/** A copy of the sources to which a kind of resource is added, as CONTRIBUTING.md lists it, compiled. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listedFiles } from "../contributing";
import { copySources, insert, type SourceCopy } from "./sourceCopy";

type Change = (folder: string, file: string) => void;

const written =
  (text: string): Change =>
  (folder, file) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
const inserted =
  (...parts: [after: string, text: string][]): Change =>
  (folder, file) => {
    for (const [after, text] of parts) insert(folder, file, after, text);
  };

const RESOURCE = `
import { z } from "zod";
import { fieldMeta, produced, text } from "../../core/fields";
import { defineResource } from "../../core/resource";
import { monitorOf } from "../monitor";

/** What a program says about a label. */
export const labelFields = {
  /** What it says, at most 20 characters. Changing it makes a new label. */
  title: text(20).register(fieldMeta, { wire: "title", managed: "always", replaces: true }),
  /** Its colour on a wall of screens. */
  colour: text(20).default("grey").register(fieldMeta, { wire: "colour", managed: "always" }),
} as const;

/** What is known of a label once it is made. */
export const labelOutputs = {
  /** UUID of the label. */
  uuid: produced(z.string(), { secret: false, stable: true }),
} as const;

export const label = defineResource({
  kind: "Label",
  fields: labelFields,
  outputs: labelOutputs,
  async create(session, inputs) {
    const { uuid } = await monitorOf(session).project(undefined).api.putLabel(inputs);
    return { id: uuid, state: { ...inputs, uuid } };
  },
  read: async (_session, _id, state) => state,
  async update(session, id, _state, inputs) {
    await monitorOf(session).project(undefined).api.putLabel(inputs);
    return { ...inputs, uuid: id };
  },
  delete: async () => {},
});
`;

const ENDPOINT = `
  /** \`POST /api/v3/labels/\`: 201 created, 200 when there is one with that title, which is then updated. */
  async putLabel(body: object): Promise<{ uuid: string }> {
    const parse = json(z.looseObject({ uuid: z.string() }));
    const call = { method: "POST", path: "/api/v3/labels/", body, parse, what: "making the label" } as const;
    return (await this.http.call(call)).data;
  }
`;

const CLASS = `
import type * as pulumi from "@pulumi/pulumi";
import type { labelFields, labelOutputs } from "../../provider/monitor/label/label";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "../program/resourceClass";

export interface LabelArgs extends ArgsOf<typeof labelFields> {}
export interface Label extends OutputsOf<typeof labelFields>, OutputsOf<typeof labelOutputs> {}

/** A label for checks. */
export class Label extends ProvidedResource {
  constructor(name: string, args: LabelArgs, options?: pulumi.CustomResourceOptions) {
    super("label", name, args, options);
  }
}
`;

/** What each file of the list gets, in its order. */
const OF_THE_LIST: Record<string, Change> = {
  "provider/monitor/label/label.ts": written(RESOURCE),
  "provider/monitor/api.ts": inserted(["    this.http = new HttpClient(connection, log);\n  }\n", ENDPOINT]),
  "provider/hosts/definitions.ts": inserted(
    [
      'import { check } from "../monitor/check/check";\n',
      'import { label } from "../monitor/label/label";\n',
    ],
    ["export const monitorDefinitions = { check, channelAssignment", ", label"],
    ['  channelAssignment: "checks:index:ChannelAssignment",\n', '  label: "checks:index:Label",\n'],
  ),
  "provider/index.ts": inserted([
    "export const check = dynamicProvider(definitions.check);\n",
    "export const label = dynamicProvider(definitions.label);\n",
  ]),
  "sdk/monitor/label.ts": written(CLASS),
  "sdk/index.ts": inserted([
    'export { Check, type CheckArgs } from "./monitor/check";\n',
    'export { Label, type LabelArgs } from "./monitor/label";\n',
  ]),
};

/** What is told of it beside the product. */
const WORDS = inserted(
  [
    '  Check: ["provider/monitor/check/checkFields.ts"],\n',
    '  Label: ["provider/monitor/label/label.ts"],\n',
  ],
  ["const WORDS = {\n", '  Label: "A label for checks.",\n'],
);

/** Makes the copy of the whole product; `program` is compiled along, in the folder of the SDK. */
export function copyWithKind(program: string): SourceCopy {
  const files = listedFiles("Add a resource").map((file) => file.replaceAll("KIND", "label"));
  expect(files).toEqual(Object.keys(OF_THE_LIST));
  return copySources(["schedule", "provider", "sdk", "emulator", "cli"], (folder) => {
    for (const [file, change] of Object.entries(OF_THE_LIST)) change(folder, file);
    WORDS(folder, "scripts/schema/package.mjs");
    writeFileSync(join(folder, "sdk", "program.ts"), program);
  });
}
