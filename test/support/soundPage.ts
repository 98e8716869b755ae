/** What every page of a report holds to, on a phone and on a desk. */
import { readFileSync } from "node:fs";
import { itInBrowser, withPage } from "./browser";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const READERS = [
  { width: 360, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

/** Tests that a page fits its width, is accessible, asks for nothing and has no errors. */
export function itIsSound(page: () => string): void {
  for (const reader of READERS) {
    itInBrowser(`is sound and accessible at ${reader.width} pixels, ${reader.colorScheme}`, async () => {
      await withPage(page(), reader, async (opened, troubles) => {
        expect(await opened.evaluate("document.documentElement.scrollWidth")).toBe(reader.width);
        // As a debugger would: the page's own policy allows no script.
        const client = await opened.context().newCDPSession(opened);
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
}
