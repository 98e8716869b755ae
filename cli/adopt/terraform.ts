/**
 * Reads the checks of the provider kristofferahl/healthchecksio in the output of `terraform show -json` (or `tofu show
 * -json`). Its attributes have the names of the service's documents, with one exception.
 */

import { z } from "zod";
import type { ChecksError } from "../../provider/core/errors";
import { metaOf } from "../../provider/core/fields";
import type { Document } from "../../provider/core/wire";
import { checkFields } from "../../provider/monitor/check/checkFields";
import { badOption } from "../command";
import { jsonIn } from "../files";

/** A check in Terraform's state. */
export interface TerraformCheck {
  /** Such as `module.jobs.healthchecksio_check.backup["eu"]`. */
  address: string;
  uuid: string;
  /** Its fields in the form of the service's documents. Fields that the Terraform provider does not know are missing. */
  document: Document;
}

const CHECK_TYPE = "healthchecksio_check";
const RENAMED: Readonly<Record<string, string>> = { timezone: "tz" };

const resource = z.looseObject({
  address: z.string(),
  mode: z.string().optional(),
  /** Present if it was replaced, and the next `terraform apply` deletes it. */
  deposed_key: z.string().optional(),
  type: z.string(),
  values: z.record(z.string(), z.unknown()).optional(),
});
const module_ = z.looseObject({
  resources: z.array(resource).optional(),
  get child_modules() {
    return z.array(module_).optional();
  },
});
const state = z.looseObject({ root_module: module_.optional() });
/** A saved plan contains its base state one level deeper. */
const terraformJson = z.looseObject({
  format_version: z.string(),
  values: state.optional(),
  prior_state: z.looseObject({ values: state.optional() }).optional(),
});

/** @throws {ChecksError} explaining how to create the right text, if it is something else. */
export function readTerraform(text: string): TerraformCheck[] {
  const parsed = terraformJson.safeParse(jsonIn(text));
  if (!parsed.success) {
    throw terraformError("this is not what `terraform show -json` prints (a state file has another form)");
  }
  const { format_version, values, prior_state } = parsed.data;
  if (!/^[01]\./.test(format_version)) {
    throw terraformError(`its format ${format_version} is newer than what this version can read`);
  }
  const root = (values ?? prior_state?.values)?.root_module;
  return root === undefined ? [] : checksOf(root);
}

function checksOf({ resources = [], child_modules = [] }: z.output<typeof module_>): TerraformCheck[] {
  const checks = resources
    .filter(({ type, mode, deposed_key }) => type === CHECK_TYPE && mode !== "data" && !deposed_key)
    .map(checkOf);
  return [...checks, ...child_modules.flatMap(checksOf)];
}

function checkOf({ address, values = {} }: z.output<typeof resource>): TerraformCheck {
  const uuid = checkFields.adopt.safeParse(values.id).data;
  if (uuid === undefined)
    throw terraformError(`${address} has no UUID as its id; run \`terraform refresh\` first`);
  return { address, uuid, document: documentOf(values) };
}

/**
 * The Terraform provider stores unset fields as the zero of their type, which has no other meaning in any field of a
 * check.
 */
function documentOf(values: Record<string, unknown>): Document {
  const document: Document = {};
  const separators = new Map(
    Object.keys(checkFields).map((key) => {
      const { wire, separator } = metaOf(checkFields, key);
      return [wire, separator];
    }),
  );
  for (const [attribute, value] of Object.entries(values)) {
    const wire = RENAMED[attribute] ?? attribute;
    if (!separators.has(wire) || value === null || value === "" || value === 0) continue;
    document[wire] = Array.isArray(value) ? value.join(separators.get(wire)) : value;
  }
  return document;
}

function terraformError(reason: string): ChecksError {
  return badOption(
    "--terraform",
    reason,
    "Make the file with `terraform show -json > checks.json` in the Terraform project",
  );
}
