import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { htmlReport } from "../../../cli/report/formats/html/page";
import { itInBrowser, type Reader, withPage } from "../../support/browser";
import { crowdedReport, quietReport, sampleReport } from "../../unit/cli/report/sample";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const PAGES = [
  ["with one of everything", sampleReport],
  ["with long names and many incidents", crowdedReport],
  ["of a quiet day", quietReport],
] as const;

const READERS: [string, Reader][] = [
  ["phone", 390],
  ["desktop", 1280],
].flatMap(([device, width]) =>
  (["light", "dark"] as const).map((colorScheme): [string, Reader] => [
    `${device}, ${colorScheme}`,
    { width: Number(width), colorScheme },
  ]),
);

describe.each(PAGES)("the page %s", (page, report) => {
  describe.each(READERS)("(%s)", (device, reader) => {
    itInBrowser("has no console error, asks nobody for anything, fits, and passes axe", () =>
      withPage(htmlReport(report()), reader, async (shown, troubles) => {
        const closed = await inspected(shown, `${page}, ${device}`);
        await shown.evaluate("document.querySelectorAll('details').forEach((row) => { row.open = true; })");
        const opened = await inspected(shown, `${page}, ${device}, opened`);
        expect(troubles).toEqual({ console: [], requests: [] });
        expect([closed, opened]).toEqual([
          { overflow: [], violations: [] },
          { overflow: [], violations: [] },
        ]);
      }),
    );
  });
});

describe("the page for the smallest phone", () => {
  itInBrowser("fits", () =>
    withPage(htmlReport(crowdedReport()), { width: 320, colorScheme: "light" }, async (page) => {
      expect((await inspected(page, "crowded, smallest phone")).overflow).toEqual([]);
    }),
  );
});

/** What reaches beyond the window, and what axe finds. With SCREENSHOTS set to a folder it keeps a picture there. */
async function inspected(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  const overflow = await page.evaluate<string[]>(`
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 100))`);
  await page.evaluate(AXE);
  const violations = await page.evaluate<string[]>(`
    axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" ")))`);
  return { overflow, violations };
}
