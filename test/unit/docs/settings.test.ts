/** The tables of the settings, beside the values that the settings take. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { settingFields } from "../../../provider/monitor/settings";
import { merchantSettingFields } from "../../../provider/payments/settingFields";
import { ROOT } from "../../support/readme";

/** The words of which a setting takes one; none where it takes anything else. */
function wordsOf(field: z.ZodType): string[] {
  const [issue] = field.safeParse("no such word").error?.issues ?? [];
  return issue?.code === "invalid_value" ? issue.values.filter((value) => typeof value === "string") : [];
}

describe.each([
  ["README.md", "checks", settingFields],
  ["docs/payments.md", "merchant", merchantSettingFields],
])("%s", (page, namespace, fields) => {
  const rows = readFileSync(join(ROOT, page), "utf8").split("\n");
  const withWords = Object.entries(fields).flatMap(([name, field]) => {
    const words = wordsOf(field);
    return words.length === 0 ? [] : [{ name, words }];
  });

  it.each(withWords)(`names each word that ${namespace}:$name takes`, ({ name, words }) => {
    const row = rows.find((line) => line.startsWith(`| \`${namespace}:${name}\``)) ?? "";
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(row))).toEqual([]);
  });
});
