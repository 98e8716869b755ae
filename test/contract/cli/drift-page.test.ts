import { readFileSync } from "node:fs";
import { htmlPage } from "../../../cli/drift/formats/html/page";
import { itInBrowser, withPage } from "../../support/browser";
import { CLEAN, DRIFTED, manyFindings, reportOf } from "../../unit/cli/drift/reports";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Words without a place to break, in every part of the page. */
const UNBREAKABLE = reportOf([
  {
    class: "changed",
    check: {
      slug: "x".repeat(100),
      name: "n".repeat(100),
      tags: ["t".repeat(200)],
      project: "p",
      uniqueKey: "k",
    },
    declaredBy: { stack: `jobs/${"s".repeat(90)}`, kind: "Check", resource: "r", file: "f".repeat(120) },
    fields: [
      { field: "desc", declared: "d".repeat(3000), applied: "", live: "https://example.com/".repeat(50) },
    ],
  },
]);

const REPORTS = { drifted: DRIFTED, clean: CLEAN, unbreakable: UNBREAKABLE, large: manyFindings(60) };

const READERS = [
  { width: 360, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

describe.each(Object.entries(REPORTS))("the page of a %s report", (_name, report) => {
  for (const reader of READERS) {
    itInBrowser(`is sound and accessible at ${reader.width} pixels, ${reader.colorScheme}`, async () => {
      await withPage(htmlPage(report), reader, async (page, troubles) => {
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(reader.width);
        // As a debugger would: the page's own policy allows no script.
        const client = await page.context().newCDPSession(page);
        await client.send("Runtime.evaluate", { expression: AXE });
        const { result } = await client.send("Runtime.evaluate", {
          expression: "axe.run().then((found) => JSON.stringify(found.violations.map(({ id }) => id)))",
          awaitPromise: true,
          returnByValue: true,
        });
        expect(JSON.parse(String(result.value))).toEqual([]);
        expect(troubles).toEqual({ console: [], requests: [] });
      });
    });
  }
});
