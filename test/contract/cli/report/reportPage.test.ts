import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { htmlReport } from "../../../../cli/report/formats/page";
import { itInBrowser, type Reader, withPage } from "../../../support/browser";
import { crowdedReport, longReport, quietReport, sampleReport } from "../../../support/cli/report/sample";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const PAGES = [
  ["with one of everything", sampleReport],
  ["with long names and many incidents", crowdedReport],
  ["of a quiet day", quietReport],
  ["of many checks", longReport],
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
        const beyond = await overflow(shown);
        await keepPicture(shown, `${page}, ${device}`);
        await shown.evaluate("document.querySelectorAll('details').forEach((row) => { row.open = true; })");
        beyond.push(...(await overflow(shown)));
        await keepPicture(shown, `${page}, ${device}, opened`);
        expect([troubles, beyond, await violations(shown)]).toEqual([{ console: [], requests: [] }, [], []]);
      }),
    );
  });
});

describe("the page for the smallest phone", () => {
  itInBrowser("fits", () =>
    withPage(htmlReport(crowdedReport()), { width: 320, colorScheme: "light" }, async (page) => {
      expect(await overflow(page)).toEqual([]);
    }),
  );
});

describe("the filter of a page of many checks", () => {
  const reader: Reader = { width: 390, colorScheme: "dark" };
  /** The checks that show, and what the page says of their number. */
  const seen = async (page: Page) => ({
    names: await page.locator("li[data-state] .name bdi").filter({ visible: true }).allInnerTexts(),
    says: await page.locator("#found").innerText(),
  });

  itInBrowser("finds by name, by tag and by state, also among those at 100%, and forgets", () =>
    withPage(htmlReport(longReport()), reader, async (page, troubles) => {
      const before = (await seen(page)).names;
      expect(before).toHaveLength(11);
      await page.getByLabel("Name or tag").fill("BACKUP billing");
      expect(await seen(page)).toEqual({ names: ["Nightly <backup>"], says: "1 of 30 checks" });
      await page.getByLabel("Name or tag").fill("billing");
      expect((await seen(page)).names).toHaveLength(15);
      await page.getByLabel("State").selectOption("down");
      expect(await seen(page)).toEqual({ names: ["job-29"], says: "1 of 30 checks" });
      await page.getByLabel("Name or tag").fill("nothing is called so");
      await page.getByLabel("Name or tag").press("Enter");
      expect(await seen(page)).toEqual({ names: [], says: "0 of 30 checks" });
      await page.getByLabel("Name or tag").fill("");
      await page.getByLabel("State").selectOption("");
      expect(await seen(page)).toEqual({ names: before, says: "" });
      expect(troubles).toEqual({ console: [], requests: [] });
    }),
  );

  itInBrowser("does not show, and hides nothing, where the reader's program runs no script", () =>
    withPage(htmlReport(longReport()).replace(/sha256-/, "sha256-0"), reader, async (page) => {
      expect(await page.getByLabel("Name or tag").isVisible()).toBe(false);
      expect((await seen(page)).names).toHaveLength(11);
    }),
  );
});

describe("the tests of the page", () => {
  itInBrowser("would see a picture from elsewhere, a line that is too long, and grey on grey", () => {
    const bad = `<p style="width: 900px; color: #888; background: #999">long</p><img src="http://127.0.0.1:9/x.png">`;
    return withPage(`<main>${bad}</main>`, { width: 390, colorScheme: "light" }, async (page, troubles) => {
      expect(troubles.requests).toEqual(["http://127.0.0.1:9/x.png"]);
      expect(troubles.console).toHaveLength(1);
      expect((await overflow(page)).join()).toContain("900px");
      expect((await violations(page)).join()).toMatch(/color-contrast.*image-alt/);
    });
  });
});

/** With SCREENSHOTS set to a folder, somebody can look at the page. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** What reaches beyond the window. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 100))`);
}

/** What axe finds. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`
    axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" ")))`);
}
