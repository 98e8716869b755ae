/** A headless Chromium for tests of pages. Where there is none, such tests are skipped and say why. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { itUnless } from "./unless";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser: `CHROMIUM_PATH`, or the first one on PATH; undefined when there is none. */
export function browserPath(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...onPath].find((path) => path !== "" && existsSync(path));
}

/** `it`, or a skipped test whose title says what is missing. */
export function itInBrowser(title: string, test: () => Promise<void>, timeoutMs = 60_000): void {
  const reason = browserPath() === undefined ? "no Chromium: install it, or set CHROMIUM_PATH" : undefined;
  itUnless(reason, title, test, timeoutMs);
}

/** How a reader looks at the page. */
export interface Reader {
  /** In CSS pixels, 390 for a phone. */
  width: number;
  colorScheme: "light" | "dark";
}

/** What went wrong in the page, and what it asked the network for. */
export interface Troubles {
  /** Messages of the console that are errors or warnings, and errors of scripts. */
  console: string[];
  /** Addresses that the page asked for. */
  requests: string[];
}

let browser: Browser | undefined;
let page: Page | undefined;

/**
 * Shows a page that has only this markup. The browser and its one window are shared by the tests of a file: a window takes
 * as long to open as all that a test looks at in it.
 */
export async function withPage<T>(
  html: string,
  { width, colorScheme }: Reader,
  look: (page: Page, troubles: Troubles) => Promise<T>,
): Promise<T> {
  browser ??= await chromium.launch({ executablePath: browserPath() ?? "chromium" });
  page ??= await browser.newPage();
  const troubles: Troubles = { console: [], requests: [] };
  try {
    await page.goto("about:blank");
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.console.push(message.text());
    });
    page.on("pageerror", (error) => troubles.console.push(error.message));
    page.on("request", (request) => {
      if (/^(https?|wss?):/.test(request.url())) troubles.requests.push(request.url());
    });
    await page.setContent(html, { waitUntil: "load" });
    return await look(page, troubles);
  } finally {
    await page.removeAllListeners(undefined, { behavior: "wait" });
  }
}

afterAll(async () => {
  await browser?.close();
  browser = undefined;
  page = undefined;
});
