import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { arabicCatalog, compiledArabic } from "./support/arabic.ts";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, createTour, enter, expect, paragraph, step, test } from "./support/harness.ts";
import { DESK, expectNoHorizontalScroll, setViewport } from "./support/screenshots.ts";

const PHONE = [320, 640] as const;
test.use({ viewport: { width: DESK[0], height: DESK[1] } });

function arabic(english: string): string {
  const translated = arabicCatalog.fill(english, {});
  if (translated === undefined) throw new Error(`“${english}” has no plain translation.`);
  return translated;
}

async function speakArabic(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("fanfare-console-language", "ar"));
}

/**
 * English text on the page that is neither marked as English nor a name: texts with a translation, and consecutive
 * lowercase words. Ignores code, IDs, and URLs, which are marked as left-to-right.
 */
async function englishOn(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const spoken_attributes = ["aria-label", "aria-description", "alt", "placeholder", "title"];
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element?.closest("[lang=en],[dir=ltr]:not(html),code,kbd,pre,script,style,noscript") !== null) continue;
      if (node instanceof Element) found.push(...spoken_attributes.map((name) => node.getAttribute(name) ?? ""));
      else found.push(node.textContent ?? "");
    }
    return found.map((text) => text.trim()).filter((text) => text !== "");
  });
  return texts.filter(
    (text) =>
      (/\S \S/.test(text) && Object.hasOwn(compiledArabic, text) && !isName(text)) ||
      (!/\p{Script=Arabic}/u.test(text) && /(^|\s)[a-z’']{2,} [a-z’']{2,}(\s|[.,;:?!]|$)/.test(text)),
  );
}

/** Names of products stay as they are. */
const isName = (text: string): boolean => arabic(text) === text;

/** Path below the app, part of the page's title, and the open tab. */
type Screen = readonly [path: string, title: string, tab?: string];

/** Navigates without a reload. */
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
  ["alerts", "Alerts"],
  ["analytics", "Analytics"],
  ["content", "Content"],
  ["content/templates", "Templates"],
  ["content/replace", "Find and replace"],
  ["messages", "Messages"],
  ["messages?compose=true", "New message"],
  ["live", "Realtime"],
  ["celebrations", "Celebrations"],
  ["frequency", "Frequency and order"],
  ["people", "People"],
  ["segments", "Segments"],
  ["groups", "Groups"],
  ["themes", "Themes"],
  ["translations", "Translations"],
  ["translations", "Translations"],
  ["trackers", "Trackers"],
  ["webhooks", "Webhooks"],
  ["destinations", "Destinations"],
  ["settings/app", "App"],
  ["settings/secrets", "Secrets"],
  ["settings/channels", "Channels"],
  ["settings/limits", "Limits"],
  ["settings/install", "Install"],
  ["settings/apps", "Apps"],
  ["settings/members", "Members"],
  ["settings/roles", "Roles"],
  ["settings/tokens", "API tokens"],
  ["settings/mail", "Email"],
  ["settings/single-sign-on", "Single sign-on"],
  ["settings/audit", "Audit log"],
  ["settings/data", "Data and health"],
  ["settings/account", "Account"],
];
const TABS: readonly (readonly [tab: string, label: string])[] = [
  ["audience", "Audience"],
  ["frequency", "Frequency and schedule"],
  ["experiment", "Experiment"],
  ["appearance", "Appearance"],
  ["translations", "Translations"],
  ["settings", "Settings"],
  ["history", "History"],
];

/** Creates resources with pages of their own, named with invented words. */
async function seed(page: Page, server: TestServer): Promise<readonly Screen[]> {
  const steps = [{ kind: "centered" as const, id: "one", title: "Zed", blocks: [paragraph("Zed")] }];
  const { id } = await createTour(page.request, server, { name: "Zed", steps });
  const headers = { origin: server.url };
  const put = await page.request.put(`${server.url}/api/groups/zed?app_id=${APP.id}`, {
    data: { attributes: { name: "Zed" } },
    headers,
  });
  expect(put.status()).toBe(200);
  const made = await page.request.post(`${server.url}/api/segments`, {
    data: { name: "Zed", rule: { kind: "group", external_id: "zed" } },
    headers,
  });
  // Safe cast: the server sends the contract's `Segment`.
  const segment = (await made.json()) as { readonly id: string };
  const response = await page.request.post(`${server.url}/v1/identify?app=${APP.key}`, {
    data: { external_id: "zed", attributes: { name: "Zed" } },
    headers,
  });
  expect(response.ok(), await response.text()).toBe(true);
  return [
    ["groups/zed", "Zed"],
    [`segments/${segment.id}`, "Zed"],
    ["segments/new", arabic("New segment")],
    ["people/zed", "Zed", arabic("Timeline")],
    ["people/zed?tab=why", "Zed", arabic("Explain")],
    [`content/${id}`, "Zed", arabic("Steps")],
    ...TABS.map(([tab, label]) => [`content/${id}?tab=${tab}`, "Zed", arabic(label)] as const),
  ];
}

test("shows a used link in Arabic, without the server's English text", async ({ server, page }) => {
  await speakArabic(page);
  for (const path of ["reset", "invite"]) {
    await page.goto(`${server.url}/console/${path}?token=used`);
    await expect(page.getByRole("link", { name: arabic("Go to sign-in") })).toBeVisible();
    await expect(page.getByText("Request a new link")).toHaveCount(0);
    expect(await englishOn(page), path).toEqual([]);
  }
});

test("shows every screen in Arabic from right to left, on desktop and phone", async ({ server, signedIn: page }) => {
  test.slow();
  await speakArabic(page);
  const own = await seed(page, server);
  await page.goto(`${server.url}/console/${APP.id}`);
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
    await expectNoHorizontalScroll(page, path);
    await page.setViewportSize({ width: DESK[0], height: DESK[1] });
  }
  expect(found).toEqual([]);
});

test("has no axe findings in Arabic, in both themes", async ({ server, signedIn: page }) => {
  await speakArabic(page);
  await page.goto(`${server.url}/console/${APP.id}`);
  for (const [path, title] of SCREENS.filter(([at]) => ["", "content", "settings/account"].includes(at))) {
    await turnTo(page, [path, arabic(title)]);
    for (const theme of ["light", "dark"] as const) {
      await setViewport(page, [theme, ...(theme === "light" ? DESK : PHONE)]);
      await expectNoAxeFindings(page, `${path}, ${theme}`);
    }
  }
});

test.describe("with a browser that prefers Arabic", () => {
  test.use({ locale: "ar-EG" });

  test("opens in Arabic and keeps a language selected at sign-in or in the account menu", async ({ server, page }) => {
    await page.goto(`${server.url}/console/sign-in`);
    await expect(page.getByRole("heading", { name: arabic("Welcome to Fanfare") })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await expect(page).toHaveTitle(new RegExp(`^${arabic("Sign in")}`));
    await page.getByRole("button", { name: arabic("Sign in"), exact: true }).click();
    await expect(page.getByText(arabic("Enter your password."))).toBeVisible();

    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(page.getByRole("heading", { name: "Welcome to Fanfare" })).toBeVisible();
    await enter(page.request, server);
    await page.goto(`${server.url}/console/${APP.id}/nowhere`);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");

    await page.goto(`${server.url}/console/${APP.id}/content`);
    await page.getByRole("button", { name: /account$/ }).click();
    await page.getByRole("menuitemradio", { name: "العربية" }).click();
    await expect(page.getByRole("heading", { name: arabic("Content"), level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  });

  test("shows server errors in Arabic with the original text below", async ({ server, signedIn: page }) => {
    await page.route("**/api/contents?*", (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        json: {
          ...{ type: "about:blank", status: 403, code: "role_insufficient", retryable: false, request_id: "req_1" },
          ...{ title: "Permission denied", detail: "Your role is viewer, and this needs one of: owner." },
        },
      }),
    );
    await page.goto(`${server.url}/console/${APP.id}/content`);
    const notice = page.getByRole("alert").filter({ hasText: arabic("Permission denied") });
    await expect(notice).toContainText(arabic("##role_insufficient"));
    const original = notice.getByText("Your role is viewer, and this needs one of: owner.");
    await expect(original).toHaveAttribute("lang", "en");
    await expect(original).toHaveAttribute("dir", "ltr");
  });
});

test("indents a list of the text in its own direction, not in that of the console", async ({
  server,
  signedIn: page,
}) => {
  const list = { kind: "list", ordered: false, items: [[{ text: "Pick" }]] } as const;
  const { id } = await createTour(page.request, server, { steps: [{ ...step("one", "Pack"), blocks: [list] }] });
  await speakArabic(page);
  await page.goto(`${server.url}/console/${APP.id}/content/${id}`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const item = page.getByRole("textbox").getByRole("listitem");
  await expect(item).toHaveCSS("direction", "ltr");
  await expect(item).toHaveCSS("margin-left", "24px");
});
