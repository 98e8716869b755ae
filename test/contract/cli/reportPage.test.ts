import { readFileSync } from "node:fs";
import { htmlReport } from "../../../cli/report/formats/html/page";
import { itInBrowser, type Reader, withPage } from "../../support/browser";
import { sampleReport } from "../../unit/cli/report/sample";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const READERS: [string, Reader][] = (["light", "dark"] as const).flatMap((colorScheme) => [
  [`on a phone, ${colorScheme}`, { width: 390, colorScheme }],
  [`on a desktop, ${colorScheme}`, { width: 1280, colorScheme }],
]);

describe.each(READERS)("the page %s", (name, reader) => {
  itInBrowser("has no console error, asks nobody for anything, and fits", () =>
    withPage(htmlReport(sampleReport()), reader, async (page, troubles) => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      const [wide, wideEnough] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(troubles).toEqual({ console: [], requests: [] });
      expect(wide).toBeLessThanOrEqual(wideEnough ?? 0);
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/report, ${name}.png`, fullPage: true });
    }),
  );
});
