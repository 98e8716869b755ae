/** What a program in JavaScript may pass to the calls that read files, and the types do not allow. */
import { refusal } from "../program/refusal";

/** The options of all calls, each with its values; without any it takes every text. */
const OPTIONS: Readonly<Record<string, readonly string[] | undefined>> = {
  timeZone: undefined,
  form: ["user", "system"],
  refused: ["fail", "skip"],
};

/**
 * Nothing, an Output, whose value is not there yet, or a misspelled option: refused before a file is read.
 * @throws {pulumi.RunError} which names the property.
 */
export function refuseWrongCall(call: string, path: unknown, options: unknown): void {
  if (typeof path !== "string") {
    throw refusal(call, "path", "must be a text: the file or folder that declares the jobs");
  }
  if (typeof options !== "object" || options === null) {
    throw refusal(call, "options", "must be an object", `It may have ${Object.keys(OPTIONS).join(", ")}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw refusal(call, name, "is not an option", `There are ${Object.keys(OPTIONS).join(", ")}`);
    }
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw refusal(call, name, "must be a text");
    const values = OPTIONS[name];
    if (values && !values.includes(value)) {
      throw refusal(call, name, `must be ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
    }
  }
}
