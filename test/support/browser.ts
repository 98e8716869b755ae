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

let browser: Promise<Browser> | undefined;

/** Opens a page that has only this markup; the browser is shared by the tests of a file. */
export async function withPage<T>(
  html: string,
  { width, colorScheme }: Reader,
  look: (page: Page, troubles: Troubles) => Promise<T>,
): Promise<T> {
  browser ??= chromium.launch({ executablePath: browserPath() ?? "chromium" });
  const context = await (await browser).newContext({ colorScheme, viewport: { width, height: 844 } });
  try {
    const page = await context.newPage();
    const troubles: Troubles = { console: [], requests: [] };
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
    await context.close();
  }
}

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});
