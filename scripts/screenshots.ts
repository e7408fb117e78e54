import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/console.ts";
import { APP, startTestServer, type TestServer } from "../e2e/support/test-server.ts";
import { build } from "./build.ts";
import { findChromium } from "./services/chromium.ts";
import { main, print, ROOT } from "./terminal.ts";

const FOLDER = join(ROOT, "docs/pictures");
const VIEWPORT = { width: 1280, height: 800 };
/** For screens with twice the pixels, at a quality without visible artifacts in text. */
const PIXELS = 1.5;
const WEBP_QUALITY = 82;
/** When the pieces of an effect fill the screen. */
const EFFECT_MS = 700;

interface Picture {
  readonly name: string;
  /** Without, transitions are off, so that nothing is half transparent. */
  readonly moves?: true;
  /** Leads the page to the state to show. */
  readonly open: (page: Page, server: TestServer) => Promise<void>;
}

const card = (page: Page) => page.locator("fanfare-ui .card");

async function closeGreeting(page: Page): Promise<void> {
  await card(page).waitFor();
  await card(page).getByRole("button", { name: "Close" }).click();
  await card(page).waitFor({ state: "detached" });
}

const PICTURES: readonly Picture[] = [
  {
    name: "tour",
    open: async (page, { demo_url }) => {
      await page.goto(demo_url);
      for (const title of ["You’re connected", "Simulate an order"]) {
        await card(page).locator("button.primary").click();
        await page.getByRole("heading", { name: title }).waitFor();
      }
    },
  },
  {
    name: "celebration",
    moves: true,
    open: async (page, server) => {
      await page.goto(server.demo_url);
      await closeGreeting(page);
      await page.getByTestId("live-status").and(page.locator("[data-state=live]")).waitFor();
      // The page's own instance: there is one per app key.
      await page.evaluate(
        async ({ url, key }) => {
          const { init } = await import(`${url}/sdk/fanfare.js`);
          init({ key }).celebrate("cannons", { intensity: 1.5 });
        },
        { url: server.url, key: APP.key },
      );
      await page.locator("fanfare-ui canvas").waitFor();
      await page.waitForTimeout(EFFECT_MS);
    },
  },
  {
    name: "editor",
    open: async (page, { url }) => {
      await signIn(page, url);
      await closeGreeting(page);
      await page.getByRole("link", { name: "Welcome to the order desk" }).click();
      await page.getByRole("textbox", { name: "Title" }).first().waitFor();
    },
  },
];

async function take(browser: Browser, server: TestServer, { name, open, moves }: Picture, scheme: "light" | "dark") {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: PIXELS,
    colorScheme: scheme,
    reducedMotion: moves === true ? "no-preference" : "reduce",
  });
  const page = await context.newPage();
  await open(page, server);
  await page.evaluate(() => document.fonts.ready);
  const client = await context.newCDPSession(page);
  const { data } = await client.send("Page.captureScreenshot", { format: "webp", quality: WEBP_QUALITY });
  const file = `${name}-${scheme}.webp`;
  writeFileSync(join(FOLDER, file), Buffer.from(data, "base64"));
  print(`Wrote docs/pictures/${file}.`);
  await context.close();
}

/** Writes the pictures of the documentation from the running product, in both color schemes. */
await main(async () => {
  await build();
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? "",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const picture of PICTURES) {
      for (const scheme of ["light", "dark"] as const) {
        // Choices that people or members store would change the next picture.
        const server = await startTestServer();
        await take(browser, server, picture, scheme).finally(() => server.stop());
      }
    }
  } finally {
    await browser.close();
  }
  return 0;
});
