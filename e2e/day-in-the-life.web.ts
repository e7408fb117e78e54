import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { SignJWT } from "jose";
import { closeGreeting, pick, signIn } from "./support/console.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

interface PageWindow {
  readonly fanfare: {
    identify(id: string, attributes: object, proof: object): Promise<unknown>;
    track(name: string): Promise<unknown>;
  };
}

test.use({ serverOptions: { demo: false } });

/** Opens the draft of a template in the editor. */
async function openTemplate(page: Page, server_url: string, name: string): Promise<void> {
  await page.goto(`${server_url}/console/${APP.id}/content/templates`);
  await page.getByRole("list", { name: "Templates" }).getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog", { name }).getByRole("button", { name: "Use template" }).click();
  await expect(page).toHaveURL(/\/content\/cnt_/);
}

/** What an app with reviews asks for. */
async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Request review" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/approved this draft/)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
}

/** The page of a person whose company the backend vouches for. */
async function arrive(browser: Browser, url: string, person: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(url);
  const token = await new SignJWT({ groups: ["acme"] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(person)
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  await page.evaluate(
    // Cast: the page's snippet sets it.
    ([id, proof]) => (window as unknown as PageWindow).fanfare.identify(id, {}, { token: proof }),
    [person, token] as const,
  );
  return page;
}

test("makes help with a video, a survey, a group checklist, and a banner from templates, and exports what people answered", async ({
  server,
  page,
  browser,
}) => {
  test.slow();
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await signIn(page, server.url);
  await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
  await closeGreeting(page);
  await page.goto(`${server.url}/console/${APP.id}/settings`);
  await page.getByRole("combobox", { name: "Who approves" }).click();
  await pick(page.getByRole("option", { name: "Any member who can publish" }));
  await expect(page.getByText("Review setting saved").first()).toBeVisible();

  await openTemplate(page, server.url, "Help center");
  await page.locator("a[data-step-link]").first().click();
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Video or page" }).click();
  const media = page.getByRole("dialog", { name: "Add video or page" });
  await media.getByLabel("URL").fill("https://youtu.be/aqz-KE-bpKQ");
  await media.getByLabel("Title").fill("A tour in a minute");
  await media.getByRole("button", { name: "Add to text" }).click();
  await expect(media).toHaveCount(0);
  await publish(page);

  await openTemplate(page, server.url, "Cancellation survey");
  await publish(page);

  await openTemplate(page, server.url, "Onboarding checklist");
  await page.locator("a[data-step-link]").filter({ hasText: "Get started" }).click();
  await page.getByRole("switch", { name: "Share progress within the group" }).click();
  await publish(page);

  await openTemplate(page, server.url, "Maintenance notice");
  await publish(page);

  const ann = await arrive(browser, site.url, "ann");
  await expect(ann.getByText("Maintenance on Saturday, 22:00–23:00 UTC", { exact: true })).toBeVisible();
  const list = ann.getByRole("region", { name: "Get started" });
  await list.getByRole("checkbox", { name: "Look around" }).click();
  await expect(ann.getByRole("progressbar", { name: "Get started" })).toHaveAttribute("aria-valuenow", "1");
  await ann.getByRole("button", { name: /^How can we help/ }).click();
  await expect(ann.getByRole("button", { name: "Play video: A tour in a minute" })).toBeVisible();
  await ann.keyboard.press("Escape");
  await ann.evaluate(() => (window as unknown as PageWindow).fanfare.track("subscription_canceled"));
  const survey = ann.getByRole("dialog", { name: /sorry to see you go/ });
  await survey.getByRole("radio", { name: "I no longer need it" }).check();
  await survey.getByRole("button", { name: "Next" }).click();
  await expect(ann.getByText("Thank you, and good luck")).toBeVisible();

  const ben = await arrive(browser, site.url, "ben");
  const progress = ben.getByRole("progressbar", { name: "Get started" });
  await expect(progress).toHaveAttribute("aria-valuenow", "1");
  await ann.evaluate(() => (window as unknown as PageWindow).fanfare.track("invitation_sent"));
  await expect(progress).toHaveAttribute("aria-valuenow", "2");

  await page.goto(`${server.url}/console/${APP.id}/analytics`);
  await page.getByRole("link", { name: "Answers", exact: true }).click();
  await expect(page.getByRole("row", { name: /^I no longer need it 1/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const answers = await readFile(await (await download).path(), "utf8");
  expect(answers).toContain("I no longer need it");
  await site.stop();
});
