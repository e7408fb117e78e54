import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { serveThirdPartyPage } from "../../e2e/support/third-party-page.ts";
import { audit } from "./support/axe-audit.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, type Serve, test, untilConnected } from "./support/host-test.ts";

const TOUR: ContentFile = createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } });

test.use({ serverOptions: { demo: false, contents: TOUR } });

test("works under the strictest policy, by keyboard, and on a narrow right-to-left page", async ({ server, page }) => {
  const socket = server.url.replace("http", "ws");
  const own = "script-src 'self' $server; style-src 'self'; img-src 'self' data:; font-src 'self'";
  const csp = `default-src 'none'; ${own.replace("$server", server.url)}; connect-src ${server.url} ${socket}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const script = moduleSnippet(server.url, APP.key).replace(/<\/?script[^>]*>/g, "");
  const added = '<script type="module" src="/page.js"></script>';
  const site = await serveThirdPartyPage(added, "startbootstrap-sb-admin-2", { csp, scripts: { "/page.js": script } });
  const { url, path, headers } = await createLink(page, server.url, `${site.url}?a=1`);

  await page.addInitScript(noteViolationsAndStorage);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const origins = [new URL(site.url).origin, server.url];
  const elsewhere = () => requests.filter((each) => !origins.some((own) => each.startsWith(own)));
  const numbersNoted = () => page.evaluate(() => window.noted.filter((each) => typeof each === "number"));
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(site.url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  await untilConnected(page);
  // A visitor loads no file of the builder, and the tab's storage is only asked for its key. In the browser's storage,
  // the SDK remembers the visitor, and nothing of the builder.
  expect(requests.filter((each) => each.includes("/builder"))).toEqual([]);
  const visit = await usedStorage(page);
  expect(visit.tab).toEqual(["read fanfare_build"]);
  expect(visit.browser.length).toBeGreaterThan(0);
  const ofVisitor = (each: string): boolean => /^\w+ fanfare:/.test(each);
  expect(visit.browser.filter((each) => !ofVisitor(each))).toEqual([]);
  // The theme's own scripts and fonts break the policy.
  const before = { violations: await numbersNoted(), errors: errors.splice(0), elsewhere: elsewhere() };
  requests.length = 0;
  await page.goto("about:blank");
  let sendCard = (): void => {};
  const card_sent = new Promise<void>((resolve) => {
    sendCard = resolve;
  });
  await page.route("**/chunks/tour-*", async (route) => {
    await card_sent;
    await route.continue();
  });
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(panel).toContainText("Saved");
  expect(page.url()).toBe(`${site.url}?a=1`);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    // As Bootstrap does where it may run.
    document.querySelector("a[data-target='#collapseTwo']")?.addEventListener("click", (event) => {
      event.preventDefault();
      window.noted.push(-2);
    });
  });
  // The focused control keeps the focus when the card appears, and when another member's change rebuilds the form.
  const pick = panel.getByRole("button", { name: "Pick element", exact: true });
  await pick.focus();
  sendCard();
  await expect(card(page).getByRole("heading")).toBeVisible();
  await expect(pick).toBeFocused();
  const { draft, revision } = (await (await page.request.get(path)).json()) as ContentDetail;
  const theirs = { draft: { ...draft, body: JSON.parse(JSON.stringify(draft.body).replace("Second", "Theirs")) } };
  await page.request.patch(path, { data: theirs, headers: { ...headers, "If-Match": `"${revision}"` } });
  await panel.getByRole("textbox", { name: "Button label" }).fill("Go on");
  await pick.focus();
  await expect(panel.getByRole("list", { name: "Steps" })).toContainText("Theirs");
  await expect(pick).toBeFocused();
  // By keyboard: picking takes the focused element, and the page doesn't receive the key.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Pick element" })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.getByRole("link", { name: "Components" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Found: link “Components”")).toBeVisible();
  await card(page).getByRole("heading").fill("Look here");
  await expect(panel.getByRole("textbox", { name: "Title" })).toHaveValue("Look here");
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByRole("textbox", { name: "Title" })).toHaveValue("First");
  await panel.getByRole("button", { name: "Redo" }).click();
  await expect(panel.getByRole("textbox", { name: "Title" })).toHaveValue("Look here");
  // A button of the card leads to its fields. A step has the standard buttons, or its own.
  await card(page).getByRole("button", { name: "Go on" }).press("Enter");
  await expect(panel.getByRole("textbox", { name: "Button label" })).toBeFocused();
  await panel.getByRole("button", { name: "Use own buttons" }).click();
  await panel.getByRole("button", { name: "Add button" }).click();
  await panel.getByRole("combobox", { name: "Action of button 2" }).selectOption("Open link");
  await panel.getByRole("textbox", { name: "URL or path" }).fill("/orders");
  await panel.getByRole("button", { name: "Move button 2 up" }).click();
  await expect(card(page).locator(".acts")).toHaveText("DoneGo on");
  await card(page).getByRole("button", { name: "Done" }).press("Enter");
  await expect(panel.getByRole("textbox", { name: "Label of button 1" })).toBeFocused();
  await page.keyboard.type("Orders");
  await expect(card(page).locator(".acts")).toHaveText("OrdersGo on");
  await expect(panel).toContainText("Saved");
  const saved = (await (await page.request.get(path)).json()) as ContentDetail;
  const { body } = saved.draft as ContentFile["contents"][number]["edition"];
  expect(body.type === "tour" && body.steps[0]?.buttons).toEqual([
    { label: "Orders", action: { kind: "link", href: "/orders" }, style: "primary" },
    { label: "Go on", action: { kind: "next" }, style: "secondary" },
  ]);
  // Colors are in between while the card fades in.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("fanfare-ui")].every(({ shadowRoot }) => shadowRoot?.getAnimations().length === 0),
  );
  // axe would fetch the style sheet of another site, against the policy.
  await page.evaluate(() => document.querySelector("link[href^='https:']")?.remove());
  const { violations } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  await panel.getByRole("button", { name: "Play", exact: true }).click();
  await expect(card(page).getByRole("heading")).toHaveText("Look here");
  await page.getByRole("region", { name: "Play" }).getByRole("button", { name: "Stop", exact: true }).click();
  await panel.getByRole("button", { name: "Record" }).click();
  const recording = page.getByRole("region", { name: "Record" });
  await expect(recording).toBeVisible();
  await page.getByRole("link", { name: "Components" }).press("Enter");
  await expect(recording).toContainText("Step 3: Components");
  await recording.getByRole("button", { name: "Stop recording" }).click();
  await panel.getByRole("button", { name: "Publish changes" }).click();
  await expect(panel.getByText("Published in First app")).toBeVisible();

  // There are no errors but the theme's own, whose files load in any order. The other member's change made a save stale, which browsers log.
  expect(errors.filter((text) => !text.includes("status of 412")).sort()).toEqual(before.errors.sort());
  expect(new Set(elsewhere())).toEqual(new Set(before.elsewhere));

  // The address is worth nothing a second time, and its use ends the session.
  const again = await page.context().newPage();
  await again.goto(url);
  await expect(again.getByRole("alert").filter({ hasText: "it was already used" })).toBeVisible();
  const title = panel.getByRole("textbox", { name: "Title" });
  await title.fill("Too late");
  await expect(panel).toContainText("This builder session has ended");
  // What the builder stores is in the tab.
  const built = await usedStorage(page);
  expect(built.tab).toContain("setItem fanfare_build");
  expect(built.browser.filter((each) => !ofVisitor(each))).toEqual([]);
  // The page received the press that was recorded, and no other.
  expect(await numbersNoted()).toEqual([...before.violations, -2]);

  // B8: what isn't saved can be copied.
  await title.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await page.evaluate(() => document.body.prepend(document.createElement("textarea")));
  const elsewhere_field = page.locator("body > textarea");
  await elsewhere_field.press("ControlOrMeta+v");
  await expect(elsewhere_field).toHaveValue("Too late");
  await site.stop();
});

/** Notes policy violations as -1, and what is read and written in both storages. */
function noteViolationsAndStorage(): void {
  window.noted = [];
  document.addEventListener("securitypolicyviolation", () => window.noted.push(-1));
  if (location.protocol !== "http:") return;
  for (const [area, name] of [
    ["tab", "sessionStorage"],
    ["browser", "localStorage"],
  ] as const) {
    const note = (how: string, key: unknown): unknown => window.noted.push(`${area} ${how} ${String(key)}`);
    const storage = new Proxy(window[name], {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "function") {
          note("read", key);
          return value;
        }
        return (...args: readonly unknown[]): unknown => {
          note(String(key), args[0]);
          return Reflect.apply(value, target, args);
        };
      },
      set(target, key, value) {
        note("wrote", key);
        return Reflect.set(target, key, value, target);
      },
      deleteProperty(target, key) {
        note("removed", key);
        return Reflect.deleteProperty(target, key);
      },
    });
    Object.defineProperty(window, name, { value: storage });
  }
}

/** What was noted, once each, by storage. */
async function usedStorage(
  page: Page,
): Promise<{ readonly tab: readonly string[]; readonly browser: readonly string[] }> {
  const noted = await page.evaluate(() => [...new Set(window.noted.map(String))]);
  const of = (area: string): readonly string[] =>
    noted.filter((each) => each.startsWith(`${area} `)).map((each) => each.slice(area.length + 1));
  return { tab: of("tab"), browser: of("browser") };
}

/** A host page with an icon in a button over a backdrop, and a menu. */
const HOST_PAGE = `<style>
main div div { position: relative; width: 200px; height: 60px } main div div > * { position: absolute; inset: 0 }
</style>`;
const HOST_SCRIPT = `
const add = (parent, name, facts = {}, text = "") => {
  const made = Object.assign(document.createElement(name), facts);
  made.append(text);
  parent.append(made);
  return made;
};
const main = add(document.body, "main");
const around = add(main, "div");
const stage = add(around, "div");
add(around, "div");
add(stage, "section", { id: "backdrop", ariaLabel: "Backdrop" });
const save = add(stage, "button", { id: "save" });
add(save, "b", { id: "icon" }, "★");
add(save, "span", {}, "Save");
window.noted = [];
save.addEventListener("click", () => window.noted.push(1));
const opener = add(main, "button", {}, "Open menu");
const menu = add(main, "div", { id: "menu", role: "menu", hidden: true });
const item = add(menu, "button", { role: "menuitem" }, "Archive");
opener.addEventListener("click", () => {
  menu.hidden = false;
  item.focus();
});
const close = (event) => {
  if (!menu.contains(event.relatedTarget ?? (event.type === "focusout" ? null : event.target))) menu.hidden = true;
};
menu.addEventListener("focusout", close);
document.addEventListener("pointerdown", close, true);
item.addEventListener("click", () => window.noted.push(2));
`;

/** Opens the builder on the host page, with its card hidden. */
async function openOnHostPage(page: Page, server_url: string, serve: Serve) {
  const site = await serve(`${HOST_PAGE}${moduleSnippet(server_url, APP.key, HOST_SCRIPT)}`);
  const { url } = await createLink(page, server_url, site.url);
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(card(page).getByRole("heading")).toBeVisible();
  await panel.getByRole("button", { name: "Hide card" }).click();
  return { panel, picking: page.getByRole("region", { name: "Pick element" }) };
}

test("steps to the parent, the child, and the elements underneath, by key and by button", async ({
  server,
  page,
  serve,
}) => {
  const { panel, picking } = await openOnHostPage(page, server.url, serve);
  const outline = page.locator("fanfare-ui .tag");
  const leftOfPanel = async () => (await panel.boundingBox())?.x ?? 0;
  await panel.getByRole("button", { name: "Move panel to other side" }).click();
  expect(await leftOfPanel()).toBeLessThan(100);
  await panel.getByRole("button", { name: "Pick element", exact: true }).click();
  await expect(picking).toBeVisible();
  const spot = await page.locator("#icon").boundingBox();
  await page.mouse.move((spot?.x ?? 0) + 2, (spot?.y ?? 0) + 2);
  // The control, and with Shift exactly what is under the pointer.
  await expect(outline).toHaveText("main › box › box › button “★ Save”");
  await page.keyboard.down("Shift");
  await page.mouse.move((spot?.x ?? 0) + 3, (spot?.y ?? 0) + 2);
  await page.keyboard.up("Shift");
  await expect(outline).toHaveText("box › box › button #save › text “★”");
  for (const [key, name] of [
    ["ArrowUp", "button “★ Save”"],
    ["ArrowUp", "box “Backdrop ★ Save”"],
    ["ArrowDown", "button “★ Save”"],
    ["ArrowDown", "text “★”"],
    ["ArrowUp", "button “★ Save”"],
    ["BracketRight", "region “Backdrop”"],
    ["BracketLeft", "button “★ Save”"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(outline).toHaveText(new RegExp(`${name}$`));
  }
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Found: button “★ Save”")).toBeVisible();
  // It never covers what was picked, and returns when nothing is in its place.
  expect(await leftOfPanel()).toBeGreaterThan(100);
  await panel.getByRole("button", { name: "2 Second" }).click();
  expect(await leftOfPanel()).toBeLessThan(100);
  await panel.getByRole("button", { name: "1 First" }).click();
  expect(await leftOfPanel()).toBeGreaterThan(100);
  // The same steps by button, from what was taken.
  await panel.getByRole("button", { name: "Underneath" }).click();
  await expect(panel.getByText("Found: region “Backdrop”")).toBeVisible();
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByText("Found: button “★ Save”")).toBeVisible();
  await panel.getByRole("button", { name: "Child" }).click();
  await expect(panel.getByText("Found: text “★”")).toBeVisible();
  await panel.getByRole("button", { name: "Parent" }).click();
  await expect(panel.getByText("Found: button “★ Save”")).toBeVisible();
  // Only its position identifies the stage around.
  await panel.getByRole("button", { name: "Parent" }).click();
  await expect(panel.getByText("Found: button “★ Save”")).toHaveCount(0);
  await expect(panel.getByText(/^Found: /)).toBeVisible();
  expect(await page.evaluate(() => window.noted.includes(1))).toBe(false);
});

test("holds a menu that its script would close, by key, and picks in it", async ({ server, page, serve }) => {
  const { panel, picking } = await openOnHostPage(page, server.url, serve);
  const title = panel.getByRole("textbox", { name: "Title" });
  const release = panel.getByRole("button", { name: "Release" });
  const noted = () => page.evaluate(() => window.noted.splice(0));
  // Closed by its script when the focus leaves it, or a press is outside.
  const menu = page.locator("#menu");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.keyboard.press("Control+Shift+6");
  await expect(release).toBeVisible();
  await title.click();
  await page.keyboard.type("Now ");
  await expect(menu).toBeVisible();
  await panel.getByRole("button", { name: "Pick element", exact: true }).click();
  await expect(picking).toBeVisible();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(panel.getByText("Found: menu item “Archive”")).toBeVisible();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Control+Shift+6");
  await expect(release).toHaveCount(0);
  await title.click();
  expect((await noted()).includes(2)).toBe(false);

  // By key, without holding: picking takes the menu's item, and the menu stays open meanwhile.
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.keyboard.press("Control+Shift+2");
  await expect(picking).toBeVisible();
  await page.getByRole("menuitem", { name: "Archive" }).hover();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picking).toHaveCount(0);
});
