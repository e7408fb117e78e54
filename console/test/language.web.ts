import type { Page } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import { catalogue } from "../src/language/ar/catalogue.ts";
import { expectNoAxeFindings } from "./axe.ts";
import { APP, enter, expect, makeTour, paragraph, test } from "./harness.ts";
import { DESK, expectNoSideways, take } from "./looks.ts";

const PHONE = [320, 640] as const;
test.use({ viewport: { width: DESK[0], height: DESK[1] } });

/** An English text as the console says it in Arabic. */
function arabic(english: string): string {
  const said = catalogue[english];
  if (typeof said !== "string") throw new Error(`“${english}” has no plain translation.`);
  return said;
}

async function speakArabic(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("fanfare-console-language", "ar"));
}

/**
 * English on the page that is neither marked as such nor somebody's name: what the catalogue has other words for, and lower
 * case words in a row. Code, ids and addresses run from left to right and say so.
 */
async function englishOn(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const heard = ["aria-label", "aria-description", "alt", "placeholder", "title"];
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element?.closest("[lang=en],[dir=ltr]:not(html),code,kbd,pre,script,style,noscript") !== null) continue;
      if (node instanceof Element) found.push(...heard.map((name) => node.getAttribute(name) ?? ""));
      else found.push(node.textContent ?? "");
    }
    return found.map((text) => text.trim()).filter((text) => text !== "");
  });
  return texts.filter(
    (text) =>
      (/\S \S/.test(text) && Object.hasOwn(catalogue, text)) ||
      (!/\p{Script=Arabic}/u.test(text) && /(^|\s)[a-z’']{2,} [a-z’']{2,}(\s|[.,;:?!]|$)/.test(text)),
  );
}

/** A path below the app, what the title of its page has, and the tab that is open there. */
type Screen = readonly [path: string, title: string, tab?: string];

/** Goes to another screen as a link would, without loading the page anew. */
async function turnTo(page: Page, [path, title, tab]: Screen): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), `/console/${APP.id}/${path}`);
  await expect.poll(() => page.title(), path).toContain(title);
  await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  if (tab !== undefined)
    await expect(page.locator("main [aria-current=page]").filter({ hasText: tab }), path).toBeVisible();
  await expect(page.locator("main [aria-busy=true]"), path).toHaveCount(0);
}

const SCREENS: readonly (readonly [path: string, title: string])[] = [
  ["", "Overview"],
  ["analytics", "Analytics"],
  ["content", "Content"],
  ["live", "Live"],
  ["celebrations", "Celebrations"],
  ["people", "People"],
  ["segments", "Segments"],
  ["groups", "Groups"],
  ["themes", "Themes"],
  ["translations", "Translations"],
  ["translations", "Translations"],
  ["webhooks", "Webhooks"],
  ["settings/app", "App"],
  ["settings/secrets", "Secrets"],
  ["settings/channels", "Channels"],
  ["settings/limits", "Limits"],
  ["settings/install", "Install"],
  ["settings/apps", "Apps"],
  ["settings/members", "Members"],
  ["settings/roles", "Roles"],
  ["settings/tokens", "API tokens"],
  ["settings/mail", "Mail"],
  ["settings/single-sign-on", "Single sign-on"],
  ["settings/audit", "Audit log"],
  ["settings/data", "Data and health"],
  ["settings/account", "Account"],
];
const TABS: readonly (readonly [tab: string, label: string])[] = [
  ["audience", "Audience"],
  ["frequency", "Frequency & schedule"],
  ["experiment", "Experiment"],
  ["appearance", "Appearance"],
  ["translations", "Translations"],
  ["settings", "Settings"],
  ["history", "History"],
];

/** Things with a page of their own, named in one word that is nobody's language. */
async function furnish(page: Page, house: House): Promise<readonly Screen[]> {
  const steps = [{ kind: "centered" as const, id: "one", title: "Zed", blocks: [paragraph("Zed")] }];
  const { id } = await makeTour(page.request, house, { name: "Zed", steps });
  const headers = { origin: house.url };
  const put = await page.request.put(`${house.url}/api/groups/zed?app_id=${APP.id}`, {
    data: { attributes: { name: "Zed" } },
    headers,
  });
  expect(put.status()).toBe(200);
  const made = await page.request.post(`${house.url}/api/segments`, {
    data: { name: "Zed", rule: { kind: "group", external_id: "zed" } },
    headers,
  });
  // The contract's Segment, from the server of this repository.
  const segment = (await made.json()) as { readonly id: string };
  const told = await page.request.post(`${house.url}/v1/identify?app=${APP.key}`, {
    data: { external_id: "zed", attributes: { name: "Zed" } },
    headers,
  });
  expect(told.ok(), await told.text()).toBe(true);
  return [
    ["groups/zed", "Zed"],
    [`segments/${segment.id}`, "Zed"],
    ["segments/new", arabic("New segment")],
    ["people/zed", "Zed", arabic("Timeline")],
    ["people/zed?tab=why", "Zed", arabic("Why not?")],
    [`content/${id}`, "Zed", arabic("Steps")],
    ...TABS.map(([tab, label]) => [`content/${id}?tab=${tab}`, "Zed", arabic(label)] as const),
  ];
}

test("every screen is in Arabic and runs from right to left, on a desk and on a phone", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await speakArabic(page);
  const own = await furnish(page, house);
  await page.goto(`${house.url}/console/${APP.id}`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await turnTo(page, ["settings/account", arabic("Account")]);
  const linked = await page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const walked = new Set([...SCREENS.map(([at]) => `/console/${APP.id}/${at}`), `/console/${APP.id}/settings`]);
  expect(
    linked.map((path) => (path === `/console/${APP.id}` ? `${path}/` : path)).filter((path) => !walked.has(path)),
  ).toEqual([]);
  expect(linked.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const screen of [...SCREENS.map(([at, name]) => [at, arabic(name)] as const), ...own]) {
    const [path] = screen;
    await turnTo(page, screen);
    for (const text of await englishOn(page)) found.push(`${path}: ${text}`);
    await page.setViewportSize({ width: PHONE[0], height: PHONE[1] });
    await expectNoSideways(page, path);
    await page.setViewportSize({ width: DESK[0], height: DESK[1] });
  }
  expect(found).toEqual([]);
});

test("in Arabic axe finds nothing, in both themes", async ({ house, signedIn: page }) => {
  await speakArabic(page);
  await page.goto(`${house.url}/console/${APP.id}`);
  for (const [path, title] of SCREENS.filter(([at]) => ["", "content", "settings/account"].includes(at))) {
    await turnTo(page, [path, arabic(title)]);
    for (const theme of ["light", "dark"] as const) {
      await take(page, [theme, ...(theme === "light" ? DESK : PHONE)]);
      await expectNoAxeFindings(page, `${path}, ${theme}`);
    }
  }
});

test.describe("with a browser that prefers Arabic", () => {
  test.use({ locale: "ar-EG" });

  test("the door speaks it, and what is chosen there or in the menu of the account stays chosen", async ({
    house,
    page,
  }) => {
    await page.goto(`${house.url}/console/sign-in`);
    await expect(page.getByRole("heading", { name: arabic("Welcome back") })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await expect(page).toHaveTitle(new RegExp(`^${arabic("Sign in")}`));
    await page.getByRole("button", { name: arabic("Sign in"), exact: true }).click();
    await expect(page.getByText(arabic("Enter your password."))).toBeVisible();

    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await enter(page.request, house);
    await page.goto(`${house.url}/console/${APP.id}/nowhere`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");

    await page.goto(`${house.url}/console/${APP.id}/content`);
    await page.getByRole("button", { name: /account$/ }).click();
    await page.getByRole("menuitemradio", { name: "العربية" }).click();
    await expect(page.getByRole("heading", { name: arabic("Content"), level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  });

  test("what the server refuses is said in Arabic, with the server's own words below", async ({
    house,
    signedIn: page,
  }) => {
    await page.route("**/api/contents?*", (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        json: {
          ...{ type: "about:blank", status: 403, code: "role_insufficient", retryable: false, request_id: "req_1" },
          ...{ title: "The role does not allow this", detail: "Your role is viewer, and this needs one of: owner." },
        },
      }),
    );
    await page.goto(`${house.url}/console/${APP.id}/content`);
    const notice = page.getByRole("alert").filter({ hasText: arabic("The role does not allow this") });
    await expect(notice).toContainText(arabic("##role_insufficient"));
    const server = notice.getByText("Your role is viewer, and this needs one of: owner.");
    await expect(server).toHaveAttribute("lang", "en");
    await expect(server).toHaveAttribute("dir", "ltr");
  });
});
