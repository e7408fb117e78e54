import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { audit } from "./support/axe-audit.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, test } from "./support/host-test.ts";

test.use({
  serverOptions: { demo: false, contents: createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } }) },
});

test("is in the member's language, from right to left, whatever the page's is", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(site.url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  expect(requests.filter((each) => each.includes("/builder/"))).toEqual([]);
  const { url } = await createLink(page, server.url, site.url, "ar");
  await page.goto("about:blank");
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(panel).toContainText("حُفظ");
  await expect(card(page).getByRole("heading")).toHaveText("First");
  await expect(panel.getByRole("button", { name: "تحديد عنصر", exact: true })).toBeVisible();
  expect(await panel.evaluate((box) => getComputedStyle(box).direction)).toBe("rtl");
  expect(await panel.evaluate((box) => box.getBoundingClientRect().left)).toBeLessThan(20);
  // The card is the visitor's.
  expect(await card(page).evaluate((box) => getComputedStyle(box).direction)).toBe("ltr");
  // So are the names in the list, which are cut at their own end.
  const name = panel.getByRole("list", { name: "الخطوات" }).getByText("First");
  expect(await name.evaluate((text) => getComputedStyle(text).direction)).toBe("ltr");
  // No text of the builder is English.
  const texts = await panel.evaluate((box) =>
    [box, ...box.querySelectorAll("*")].flatMap((each) => [
      ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ""),
      each.ariaLabel ?? "",
      (each as HTMLElement).title ?? "",
    ]),
  );
  const english = texts.filter((text) => /[a-z]{3}/i.test(text.replaceAll(/\u2068[^\u2069]*\u2069/g, "")));
  expect(new Set(english)).toEqual(new Set(["Welcome", "First", "Second"]));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("fanfare-ui")].every(({ shadowRoot }) => shadowRoot?.getAnimations().length === 0),
  );
  const { violations } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await panel.getByRole("textbox", { name: "العنوان" }).fill("عنوان");
  await expect(card(page).getByRole("heading")).toHaveText("عنوان");

  // A button of the card leads to its label in the panel.
  await card(page).getByRole("button", { name: "Next" }).press("Enter");
  await expect(panel.locator("[name=button-label]")).toBeFocused();

  // The gates of the draft, with their evidence.
  await page.setViewportSize({ width: 1280, height: 720 });
  await panel.getByRole("button", { name: "تشغيل", exact: true }).click();
  const verdict = page.getByRole("region", { name: "تشغيل" }).locator("details");
  await verdict.locator("summary").click();
  await expect(verdict.getByRole("listitem").first()).toBeVisible();
  await expect(verdict).toContainText("كل الصفحات.");
  const evidence = (await verdict.textContent()) ?? "";
  expect(evidence.replaceAll(/\u2068[^\u2069]*\u2069/g, "")).not.toMatch(/[a-z]{3}/);
});
