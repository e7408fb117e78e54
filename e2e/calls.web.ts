import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { SignJWT } from "jose";
import { serveHostPage } from "../sdk/test/support/host-page.ts";
import { createTour } from "../sdk/test/support/host-test.ts";
import { expect, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

const CALLS = readFileSync("examples/calls/calls.js", "utf8");
const NAMES = [...CALLS.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);

const step = (id: string) => ({ id, kind: "centered" as const, title: id, blocks: [] });
const WELCOME = createTour({
  ...{ trigger: { kind: "manual" }, frequency: { mode: "always" }, tags: ["tips"] },
  body: {
    ...{ type: "tour", suppression: { offered: true, days: 365 } },
    steps: [step("hello"), step("invite"), step("step-id")],
  },
});

test.use({ serverOptions: { demo: false, contents: WELCOME } });

/** What the calls of the documentation use, with the app and the server of this test. */
const pageScript = (url: string): string => `
import * as sdk from "${url}/sdk/fanfare.js";
import * as calls from "/calls.js";
const options = { key: "${APP.key}", host: "${url}" };
window.runCalls = async (name) => {
  const fanfare = sdk.init(options);
  const button = document.querySelector("button");
  const given = { init: (more) => sdk.init({ ...more, ...options }), menu: { open() {} }, undo() {}, bell: button };
  await calls[name]({ ...given, fanfare, button });
};`;

test("every call of the documentation runs on a page without an error", async ({ server, browser }) => {
  const token = await new SignJWT({ groups: ["staff", "acme"] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("u_42")
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const site = await serveHostPage('<script type="module" src="/page.js"></script>', {
    scripts: { "/calls.js": CALLS, "/page.js": pageScript(server.url), "/fanfare-token": token },
  });
  try {
    expect(NAMES.length).toBeGreaterThan(15);
    // Each on its own: some calls identify a person, or hide what the next one shows.
    for (const name of NAMES) expect([name, await problemsOf(browser, site.url, name)]).toEqual([name, []]);
  } finally {
    await site.close();
  }
});

/** Errors in the browser console while the calls of one function run. */
async function problemsOf(browser: Browser, url: string, name: string): Promise<readonly string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") problems.push(`${line.text()} ${line.location().url}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => "runCalls" in window);
  const running = page.evaluate(async (each) => {
    // Cast: the script of the page defines it.
    await (window as unknown as { runCalls(name: string): Promise<void> }).runCalls(each);
  }, name);
  // Goes on when the person closes the feed.
  if (name === "messages") {
    await page.locator("fanfare-ui [role=dialog]").first().waitFor();
    await page.keyboard.press("Escape");
  }
  await running;
  await context.close();
  return problems;
}
