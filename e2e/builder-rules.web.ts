import { limits } from "@fanfare/contract/limits";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Locator, Page } from "@playwright/test";
import { type BuilderLink, createBuilderLink, withText } from "../sdk/test/support/builder-page.ts";
import { storedEvents } from "../sdk/test/support/host-page.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";
import {
  routeOtherSites,
  SHOELACE,
  serveThirdPartyPage,
  snippet,
  type ThirdPartySite,
} from "./support/third-party-page.ts";

const EDITION = { targeting: { urls: { include: [], exclude: [] } }, priority: 0, tags: [] };
const SUPPRESSION = { offered: true, days: 365 };
const CONTENTS: ContentFile = {
  contents: [
    {
      ...{ slug: "around", name: "Around the dashboard" },
      edition: {
        ...{ ...EDITION, trigger: { kind: "manual" }, frequency: { mode: "always" } },
        body: {
          ...{ type: "tour", suppression: SUPPRESSION },
          steps: [{ id: "hello", kind: "centered", title: "Hello", blocks: [] }],
        },
      },
    },
    {
      ...{ slug: "news", name: "News" },
      edition: {
        ...{ ...EDITION, trigger: { kind: "automatic" }, frequency: { mode: "always" } },
        body: {
          ...{ type: "announcement", form: "banner", tone: "info", feed: false, suppression: SUPPRESSION },
          panels: [{ id: "p", title: "Live news", blocks: [] }],
        },
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

const panelOf = (page: Page): Locator => page.getByRole("region", { name: "Around the dashboard" });
const fieldOf = (page: Page): Locator => panelOf(page).getByRole("textbox", { name: "Title" });
const liveNews = (page: Page): Locator => page.getByRole("region", { name: "Live news" });

async function openBuilder(page: Page, server_url: string, site: ThirdPartySite): Promise<BuilderLink> {
  const link = await createBuilderLink(page, server_url, site.url, "around");
  // The page may be open: a new fragment alone loads nothing.
  await page.goto("about:blank");
  await page.goto(link.url);
  await expect(panelOf(page)).toContainText("Saved");
  return link;
}

const titleOf = async (link: BuilderLink): Promise<string> =>
  /"title":"([^"]*)"/.exec(JSON.stringify((await link.read()).draft))?.[1] ?? "";

/** Calls the page's own SDK. */
const track = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((event) => (Reflect.get(window, "fanfare") as { track(name: string): unknown }).track(event), name);

test("rests live content, counts nothing, and saves what is typed, also after an outage and a closed tab", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await page.goto(site.url);
  await expect(liveNews(page)).toBeVisible();
  const link = await openBuilder(page, server.url, site);

  // B29, B30: nothing live appears, and nothing that the page tracks is counted.
  await expect(card(page)).toBeVisible();
  await expect(liveNews(page)).toHaveCount(0);
  await track(page, "while_open");

  // B21: writing goes on while the server is away.
  const calls = `${server.url}/v1/builder/**`;
  await page.route(calls, (route) => route.abort());
  await fieldOf(page).fill("Written offline");
  await expect(panelOf(page)).toContainText("Not saved");
  await fieldOf(page).fill("Written offline, and more");
  await expect(card(page).getByRole("heading")).toHaveText("Written offline, and more");
  expect(await titleOf(link)).toBe("Hello");
  await page.unroute(calls);
  await expect(panelOf(page).getByText("Saved", { exact: true })).toBeVisible({
    timeout: limits.autosave_retry_ms_max,
  });
  expect(await titleOf(link)).toBe("Written offline, and more");

  // B20: the same field, changed by two members. The author chooses, and nothing is overwritten before.
  for (const [mine, choice, kept] of [
    ["Mine", "Use my changes", "Mine"],
    ["Mine again", "Use their changes", "Theirs"],
  ] as const) {
    const before = await titleOf(link);
    await page.route(calls, (route) => route.abort());
    await fieldOf(page).fill(mine);
    await expect(panelOf(page)).toContainText("Not saved");
    await link.save(withText(before, "Theirs"));
    await page.unroute(calls);
    const conflict = panelOf(page).getByRole("alert").filter({ hasText: "changed the same part" });
    await expect(conflict).toBeVisible({ timeout: limits.autosave_retry_ms_max });
    expect(await titleOf(link)).toBe("Theirs");
    await expect(fieldOf(page)).toHaveValue(mine);
    await conflict.getByRole("button", { name: choice }).click();
    await expect(conflict).toHaveCount(0);
    await expect(panelOf(page).getByText("Saved", { exact: true })).toBeVisible();
    await expect(fieldOf(page)).toHaveValue(kept);
    await expect(card(page).getByRole("heading")).toHaveText(kept);
    expect(await titleOf(link)).toBe(kept);
  }

  await panelOf(page).getByRole("button", { name: "Leave" }).click();
  await expect(panelOf(page)).toHaveCount(0);
  await expect(liveNews(page)).toBeVisible();
  await track(page, "after_leaving");
  await expect.poll(async () => Object.keys(await storedEvents(server.data_dir))).toContain("after_leaving");
  expect(Object.keys(await storedEvents(server.data_dir))).not.toContain("while_open");

  // B19: a pause after typing is enough. The tab is killed as soon as the server has answered.
  const second = await openBuilder(page, server.url, site);
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await fieldOf(page).fill("Saved in a pause");
  await saved;
  await page.close({ runBeforeUnload: false });
  expect(await titleOf(second)).toBe("Saved in a pause");
  expect(limits.autosave_delay_ms).toBeLessThanOrEqual(1_000);
  await site.stop();
});

test("keeps its token in the tab and in headers to the server, and what isn't saved when it ends", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const requests: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  page.on("request", (request) => requests.push({ url: request.url(), headers: request.headers() }));
  await openBuilder(page, server.url, site);
  await fieldOf(page).fill("Saved");
  await expect(panelOf(page).getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Charts" }).click();
  await page.waitForURL(/charts/);
  await expect(fieldOf(page)).toHaveValue("Saved");
  const known = await page.evaluate(() => ({
    stored: sessionStorage.getItem("fanfare_build") ?? "",
    elsewhere: JSON.stringify([{ ...localStorage }, document.cookie, location.href, history.state, document.referrer]),
  }));
  const token = /ffb_[\w-]+/.exec(known.stored)?.[0] ?? "";
  expect(token).toHaveLength("ffb_".length + 43);
  expect(known.elsewhere).not.toMatch(/ffb_|fanfare_build/);
  for (const { url, headers } of requests) {
    const { authorization = "", ...others } = headers;
    expect(`${url} ${JSON.stringify(others)}`).not.toMatch(/ffb_|fanfare_build/);
    if (authorization.includes("ffb_")) expect(url.startsWith(`${server.url}/v1/builder`)).toBe(true);
  }

  // For another site, the token is worth nothing.
  const draftFor = async (origin: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, Origin: origin };
    return (await page.request.get(`${server.url}/v1/builder/content?app=${APP.key}`, { headers })).status();
  };
  const own = new URL(site.url).origin;
  expect([await draftFor(own), await draftFor("https://elsewhere.example")]).toEqual([200, 403]);
  // The member signs out. What isn't saved can be copied.
  await page.request.post(`${server.url}/api/sign-out`, { headers: { Origin: server.url } });
  expect(await draftFor(own)).toBe(401);
  await fieldOf(page).fill("Not saved");
  await expect(panelOf(page)).toContainText("This builder session has ended");
  await fieldOf(page).press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  const search = page.getByRole("textbox", { name: "Search" }).first();
  await search.press("ControlOrMeta+v");
  await expect(search).toHaveValue("Not saved");
  await site.stop();
});

test("asks in a second tab of the same session, and ends in the first if the author continues there", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const link = await openBuilder(page, server.url, site);
  const duplicate = async (): Promise<Page> => {
    const opening = page.context().waitForEvent("page");
    // A window with an opener gets a copy of the tab's storage, as a duplicated tab does.
    await page.evaluate((url) => void window.open(url), site.url);
    return opening;
  };
  const asks = (tab: Page): Locator => tab.getByRole("alert").filter({ hasText: "The builder is open in another tab" });
  const other = await duplicate();
  await asks(other).getByRole("button", { name: "Close" }).click();
  await expect(asks(other)).toHaveCount(0);
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
  // A full load of the first tab is no second tab.
  await page.reload();
  await expect(panelOf(page)).toContainText("Saved");

  const second = await duplicate();
  await asks(second).getByRole("button", { name: "Continue here" }).click();
  await expect(panelOf(second)).toContainText("Saved");
  await expect(panelOf(page)).toContainText("This builder session has ended");
  await fieldOf(second).fill("From the second tab");
  await expect.poll(() => titleOf(link)).toBe("From the second tab");
  await second.reload();
  await expect(panelOf(second)).toContainText("Saved");
  await site.stop();
});

test("keeps an open list of the panel while a dialog of the page opens and closes, and closes only it by Escape", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(`${NATIVE}${snippet(server.url, APP.key)}`);
  await openBuilder(page, server.url, site);
  const panel = panelOf(page);
  const native = page.locator("#native");
  const emoji = panel.getByRole("listbox", { name: "Emoji" });
  const search = panel.getByRole("combobox", { name: "Search emoji" });
  await panel.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Hi ");
  await panel.getByRole("button", { name: "Emoji", exact: true }).click();
  await expect(emoji).toBeVisible();
  await search.fill("rocket");
  await page.evaluate("document.querySelector('#native').showModal()");
  await expect.poll(() => native.evaluate((it) => it.matches(":focus-within"))).toBe(true);
  await expect(emoji).toBeVisible();
  await expect(search).toHaveValue("rocket");
  // With the focus in the list, Escape is the list's. In the page's dialog, it's the dialog's.
  await search.click();
  await page.keyboard.press("Escape");
  await expect(emoji).toBeHidden();
  await expect(native).toBeVisible();
  await panel.getByRole("button", { name: "Emoji", exact: true }).click();
  await search.fill("rocket");
  await native.getByRole("button", { name: "Stay" }).press("Escape");
  await expect(native).toBeHidden();
  await expect(emoji).toBeVisible();
  await expect(search).toHaveValue("rocket");
  await search.press("Enter");
  await expect(panel.getByRole("textbox", { name: "Text" })).toHaveText(/^Hi .*🚀$/u);
  await site.stop();
});

const NATIVE = `<dialog id="native"><form method="dialog"><button>Stay</button></form></dialog>`;
const POPOVER = `<button popovertarget="popup">Open popup</button><div id="popup" popover>Popup</div>`;

test("keeps what only hover shows on TodoMVC, by countdown, without changing the page", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key), "todomvc/examples/vanillajs");
  await openBuilder(page, server.url, site);
  await panelOf(page).getByRole("button", { name: "Hide card" }).click();
  await page.getByPlaceholder("What needs to be done?").fill("Buy milk");
  await page.keyboard.press("Enter");
  const row = page.locator("#todo-list li");
  const remove = row.locator(".destroy");
  await expect(remove).toBeHidden();
  await page.evaluate(() => {
    Reflect.set(window, "changes", 0);
    new MutationObserver((records) =>
      Reflect.set(window, "changes", Number(Reflect.get(window, "changes")) + records.length),
    ).observe(document, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  const release = panelOf(page).getByRole("button", { name: "Release" });
  await panelOf(page).getByRole("button", { name: "Keep open" }).click();
  await row.hover();
  await expect(release).toBeVisible();
  await fieldOf(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Written");
  await expect(remove).toBeVisible();
  await release.click();
  await expect(remove).toBeHidden();
  expect(await page.evaluate(() => Reflect.get(window, "changes"))).toBe(0);
  await site.stop();
});

test("stays usable and keeps what is written while dialogs of the page open and close", async ({ server, page }) => {
  await routeOtherSites(page.context());
  const added = `${NATIVE}${POPOVER}${snippet(server.url, APP.key)}`;
  const lte = await serveThirdPartyPage(added, "admin-lte/dist");
  const site = await serveThirdPartyPage(added);
  const field = fieldOf(page);
  const modals = [
    {
      on: lte,
      show: () => page.evaluate("document.querySelector('#native').showModal()"),
      modal: page.locator("#native[open]"),
      inside: page.locator("#native > form > button"),
      name: "Stay",
    },
    {
      on: site,
      show: () => page.evaluate("jQuery('#logoutModal').modal('show')"),
      modal: page.locator("#logoutModal.show"),
      inside: page.locator("#logoutModal .btn-secondary"),
      name: "Cancel",
    },
  ];
  const undo = panelOf(page).getByRole("button", { name: "Undo" });
  for (const { on, show, modal, inside, name } of modals) {
    await openBuilder(page, server.url, on);
    const text = `Before ${name}`;
    await field.fill(text);
    await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5));
    await show();
    // Once it's open, it takes the focus.
    await expect.poll(() => modal.evaluate((it) => it.matches(":focus-within"))).toBe(true);
    // B15: text, caret, and undo are kept.
    await expect(panelOf(page)).toBeVisible();
    await expect(field).toHaveValue(text);
    expect(await field.evaluate((it: HTMLInputElement) => [it.selectionStart, it.selectionEnd])).toEqual([3, 5]);
    await expect(undo).toBeEnabled();
    // B14: the panel can be focused and typed in, and the page's dialog doesn't take the focus back.
    await field.click();
    await page.keyboard.press("End");
    await page.keyboard.type(", and in it");
    await expect(field).toHaveValue(`${text}, and in it`);
    await expect(field).toBeFocused();
    await expect(modal).toBeVisible();
    await panelOf(page)
      .getByRole("button", { name: /^Pick (element|another)$/ })
      .click();
    await expect(page.getByRole("region", { name: "Pick element" })).toBeVisible();
    await inside.click();
    await expect(panelOf(page)).toContainText(`Found: button “${name}”`);
    await expect(modal).toBeVisible();
    // Escape ends what the builder does, and in its panel, it's none of the page's.
    await panelOf(page)
      .getByRole("button", { name: /^Pick (element|another)$/ })
      .click();
    await expect(page.getByRole("region", { name: "Pick element" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Pick element" })).toHaveCount(0);
    await expect(modal).toBeVisible();
    await field.click();
    await page.keyboard.press("Escape");
    await expect(panelOf(page)).toBeVisible();
    await expect(modal).toBeVisible();
    await field.click();
    await page.keyboard.press("End");
    const caret = await field.evaluate((it: HTMLInputElement) => it.selectionStart);
    // The page's key closes the page's dialog only. While it fades, the page still takes what is in it away.
    await inside.press("Escape");
    await expect(modal).toHaveCount(0);
    await expect(inside).toBeHidden();
    await expect(panelOf(page)).toBeVisible();
    await expect(field).toHaveValue(`${text}, and in it`);
    expect(await field.evaluate((it: HTMLInputElement) => it.selectionStart)).toBe(caret);
    await undo.click();
    await expect(panelOf(page).getByText(`Found: button “${name}”`)).toHaveCount(0);
  }
  // B13: the browser closes a popover by a press elsewhere. Held, it stays.
  const popup = page.locator("#popup");
  await page.getByRole("button", { name: "Open popup" }).click();
  await page.keyboard.press("Control+Shift+Digit6");
  await expect(panelOf(page).getByRole("button", { name: "Release" })).toBeVisible();
  await field.click();
  await page.keyboard.type("Held ");
  await expect(popup).toBeVisible();
  await page.keyboard.press("Control+Shift+Digit6");
  await expect(field).toBeFocused();
  await panelOf(page).getByRole("heading", { name: "Around the dashboard" }).click();
  await expect(popup).toBeHidden();
  await expect(panelOf(page)).toBeVisible();
  await Promise.all([lte.stop(), site.stop()]);
});

test("frames and picks elements in shadow roots and same-origin frames to the pixel", async ({ server, page }) => {
  const site = await serveThirdPartyPage(`${SHOELACE}${snippet(server.url, APP.key)}`);
  const other = await serveThirdPartyPage("");
  await openBuilder(page, server.url, site);
  await page.evaluate(
    ([same, foreign]) => {
      const place = document.querySelector("#content") ?? document.body;
      const closed = place.appendChild(document.createElement("div"));
      closed.id = "closed";
      closed.style.width = "200px";
      closed.attachShadow({ mode: "closed" }).appendChild(document.createElement("button")).textContent = "Hidden";
      for (const [id, url] of [
        ["same", same],
        ["foreign", foreign],
      ] as const) {
        const frame = document.createElement("iframe");
        frame.id = id;
        frame.title = id;
        frame.src = url;
        frame.width = "600";
        frame.height = "300";
        place.prepend(frame);
      }
    },
    [site.url.replace("index", "404").concat("?plain"), other.url.replace("index", "404")] as const,
  );
  const picking = page.getByRole("region", { name: "Pick element" });
  const panel = panelOf(page);
  const cases = [
    // In the root of an icon button, in the root of an alert.
    [page.locator("#shoelace").getByRole("button", { name: "Close" }), "button “Close”"],
    [page.frameLocator("#same").getByRole("link", { name: "Back to Dashboard" }), "Back to Dashboard”"],
    [page.locator("#closed"), "#closed"],
    [page.locator("#foreign"), "frame from another site"],
  ] as const;
  for (const [target, name] of cases) {
    await target.scrollIntoViewIfNeeded();
    await panel.getByRole("button", { name: /^Pick (element|another)$/ }).click();
    await expect(picking).toBeVisible();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error(`${name} isn't on the page.`);
    // Off the middle, where a border of a frame isn't.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
    await expect(page.locator("fanfare-ui .tag:visible")).toContainText(name);
    const framed = await page.locator("fanfare-ui .frame:visible").boundingBox();
    for (const side of ["x", "y", "width", "height"] as const) {
      expect(Math.abs((framed?.[side] ?? 0) - box[side]), `${name} ${side}`).toBeLessThanOrEqual(1);
    }
    await page.mouse.down();
    await page.mouse.up();
    await expect(panel.or(picking).filter({ hasText: /Found|no reliable locator/ })).toBeVisible();
    if (await picking.isVisible()) await page.keyboard.press("Escape");
    await expect(panel).toBeVisible();
  }

  // B18: the icon of a button stands for the button, and with Shift for itself. Keys walk as the DOM does.
  const icon = page.locator(".navbar-search:visible i.fa-search");
  const expectFrame = async (levels: number): Promise<void> => {
    const around = icon.locator(levels === 0 ? "xpath=." : `xpath=ancestor::*[${levels}]`);
    const [at, framed] = [await around.boundingBox(), () => page.locator("fanfare-ui .frame:visible").boundingBox()];
    await expect.poll(async () => Math.abs(((await framed())?.width ?? 0) - (at?.width ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs(((await framed())?.x ?? 0) - (at?.x ?? 0))).toBeLessThanOrEqual(1);
  };
  await icon.scrollIntoViewIfNeeded();
  await panel.getByRole("button", { name: /^Pick (element|another)$/ }).click();
  await expect(picking).toBeVisible();
  await icon.hover();
  await expectFrame(1);
  await page.keyboard.down("Shift");
  const spot = await icon.boundingBox();
  await page.mouse.move((spot?.x ?? 0) + 2, (spot?.y ?? 0) + 3);
  await page.keyboard.up("Shift");
  await expectFrame(0);
  for (const levels of [1, 2, 3, 4]) {
    await page.keyboard.press("ArrowUp");
    await expectFrame(levels);
  }
  for (const levels of [3, 2, 1, 0]) {
    await page.keyboard.press("ArrowDown");
    await expectFrame(levels);
  }
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(panel.or(picking).filter({ hasText: /Found|no reliable locator/ })).toBeVisible();
  await Promise.all([site.stop(), other.stop()]);
});

/** What pages do to everything on them. */
const RESETS = `<style>html { font-size: 10px; zoom: .8 } * { all: revert; letter-spacing: 3px; box-sizing: content-box }
  body { pointer-events: none }
  #cover { position: fixed; inset: 0; z-index: 2147483647 }</style><div id="cover"></div>`;

test("measures and answers the same on a page with resets, zoom, and a cover", async ({ server, page }) => {
  await routeOtherSites(page.context());
  const plain = await serveThirdPartyPage(snippet(server.url, APP.key), "admin-lte/dist");
  const hostile = await serveThirdPartyPage(`${RESETS}${snippet(server.url, APP.key)}`, "admin-lte/dist");
  const measured: (readonly number[])[] = [];
  for (const site of [plain, hostile]) {
    await openBuilder(page, server.url, site);
    await expect(card(page)).toBeVisible();
    measured.push(
      await panelOf(page).evaluate((panel) =>
        [panel, ...panel.querySelectorAll("button, input, [role=textbox], h2")]
          .map((each) => each.getBoundingClientRect())
          .flatMap(({ width, height }) => [width, height]),
      ),
    );
    await panelOf(page).getByRole("button", { name: "Collapse" }).click();
    await panelOf(page).getByRole("button", { name: "Expand" }).click();
    await fieldOf(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Answers");
    await expect(card(page).getByRole("heading")).toHaveText("Answers");
    await panelOf(page).getByRole("button", { name: "Undo" }).click();
    await expect(panelOf(page).getByText("Saved", { exact: true })).toBeVisible();
    await panelOf(page).getByRole("button", { name: "Leave" }).click();
    await expect(panelOf(page)).toHaveCount(0);
  }
  const [before = [], after = []] = measured;
  expect(after).toHaveLength(before.length);
  const differences = before.map((px, index) => Math.abs(px - (after[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  await Promise.all([plain.stop(), hostile.stop()]);
});

test("says what is missing after 20 s if a router drops the link's code, and opens the page again", async ({
  server,
  page,
}) => {
  const router = "<script>history.replaceState(null, '', location.pathname)</script>";
  const site = await serveThirdPartyPage(`${router}${snippet(server.url, APP.key)}`, "todomvc/examples/vanillajs");
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Around the dashboard" }).click();
  await page.getByRole("button", { name: "Edit on your page" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit on your page" });
  await dialog.getByRole("textbox", { name: "Page URL" }).fill(site.url);
  await page.clock.install();
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("button", { name: "Open page" }).click();
  const dropped = await opening;
  await dropped.waitForFunction(() => "fanfare" in window);
  await expect(dialog).toContainText("Waiting for");
  await page.clock.fastForward(limits.builder_answer_ms);
  expect(limits.builder_answer_ms).toBeLessThanOrEqual(20_000);
  await expect(dialog).toContainText("hasn’t opened the builder");
  await expect(dialog).toContainText("The page keeps what follows # in its URL until it has loaded the SDK.");
  await expect(panelOf(dropped)).toHaveCount(0);
  const again = page.context().waitForEvent("page");
  await dialog.getByRole("button", { name: "Open page again" }).click();
  await expect.poll(async () => (await again).url()).toContain(site.url);
  await site.stop();
});
