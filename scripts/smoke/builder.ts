import type { TestServer } from "../../e2e/support/test-server.ts";
import { FOCUSED, type Scenario } from "./checks.ts";
import { openConsoleApi } from "./owner.ts";

const ROOTS = `[...document.querySelectorAll("fanfare-ui")].map((host) => host.shadowRoot)`;
const PANEL = `${ROOTS}.map((root) => root.querySelector(".panel")).find((panel) => panel !== null)`;
const panelSays = (text: string): string => `${PANEL}?.textContent.includes(${JSON.stringify(text)}) ?? false`;

const HAS_FOCUS = `${ROOTS}.some((root) => root.querySelector("[role=region]:not([hidden])")?.contains(${FOCUSED}))`;

/** Presses a button of the part of the builder that is shown, from its beginning. */
async function press(scenario: Scenario, name: string): Promise<void> {
  const { browser } = scenario;
  if ((await browser.evaluate(HAS_FOCUS)) === true) await browser.press("F6");
  await browser.press("F6");
  await scenario.until("F6 moves the focus to the builder", HAS_FOCUS, true);
  const is_button = `it.localName === "button" && (it.ariaLabel ?? it.textContent) === ${JSON.stringify(name)}`;
  await scenario.tabTo(name, is_button);
  await browser.press("Enter");
}

/** A link to the builder for the content with this slug, and the draft as the server has it. */
async function createLink(server: TestServer, slug: string, page_url: string) {
  const call = await openConsoleApi(server);
  // Casts: responses of this repository's server.
  const { items } = (await call("GET", "/api/contents")) as {
    readonly items: readonly { readonly id: string; readonly slug: string }[];
  };
  const content_id = items.find((each) => each.slug === slug)?.id;
  const { url } = (await call("POST", "/api/builder-links", { url: page_url, content_id })) as { readonly url: string };
  const readDraft = async () => JSON.stringify(await call("GET", `/api/contents/${content_id}`));
  return { url, readDraft };
}

/** A third-party page, and an element on it. */
export interface BuiltPage {
  readonly url: string;
  readonly selector: string;
  readonly role: "link" | "button";
  readonly name: string;
}

/** Opens the builder by its link, and picks the page's element, by keyboard only. */
async function pick(scenario: Scenario, server: TestServer, page: BuiltPage, control: string): Promise<void> {
  const { browser } = scenario;
  const { url, readDraft } = await createLink(server, "built", page.url);
  await browser.goto("about:blank");
  await browser.goto(url);
  await scenario.until("the builder opens", panelSays("Saved"), true);
  await scenario.until("its code is out of the URL", "location.href", page.url);
  await press(scenario, control);
  await scenario.until("picking starts", `${PANEL}.hidden`, true);
  const element = `document.querySelector(${JSON.stringify(page.selector)})`;
  await scenario.until("the page has the element", `${element} !== null`, true);
  await browser.evaluate(`(() => { const element = ${element};
    element.addEventListener("click", () => { window.pressed = true; }); element.focus(); })()`);
  await browser.press("Enter");
  await scenario.until("the element is found", panelSays(`Found: ${page.role} “${page.name}”`), true);
  await scenario.until("the page doesn't get the press", "window.pressed ?? false", false);
  await scenario.until("the change is saved", panelSays("Saved"), true);
  if (!(await readDraft()).includes(`"name":"${page.name}"`)) throw new Error("The picked element isn't in the draft.");
}

async function leave(scenario: Scenario): Promise<void> {
  await press(scenario, "Leave");
  await scenario.until("the builder leaves nothing", `document.querySelectorAll("fanfare-ui").length`, 0);
  await scenario.until("in the tab's storage, too", "sessionStorage.length", 0);
}

/** Picks an element on each page. On the last one, plays, publishes, and sees the content as visitors do. */
export async function build(scenario: Scenario, server: TestServer, pages: readonly BuiltPage[]): Promise<void> {
  const { browser } = scenario;
  for (const [index, page] of pages.entries()) {
    await pick(scenario, server, page, index === 0 ? "Pick element" : "Pick another");
    if (index === pages.length - 1) await playAndPublish(scenario);
    await leave(scenario);
  }
  await browser.goto(pages.at(-1)?.url ?? "");
  await scenario.until("visitors get it", `fanfareClient.start("built").then(({ status }) => status)`, "shown");
  await browser.press("Escape");
  await scenario.until("and close it", `document.querySelectorAll("fanfare-ui").length`, 0);
}

async function playAndPublish(scenario: Scenario): Promise<void> {
  const { browser } = scenario;
  await press(scenario, "Play");
  await scenario.until("the panel makes room", `${PANEL}.hidden`, true);
  // The card that is written has a ring, too, and the focus is elsewhere.
  await scenario.until("the draft plays", `${FOCUSED}?.textContent`, "Built on the page");
  await browser.press("Escape");
  await scenario.until("playing ends", `${ROOTS}.some((root) => root.querySelector(".ring") !== null)`, false);
  await scenario.until("the focus is on Play again", `${FOCUSED}?.textContent`, "Play again");
  await press(scenario, "Stop");
  await scenario.until("the panel is back", `${PANEL}.hidden`, false);
  await press(scenario, "Publish changes");
  await scenario.until("it's published", panelSays("Published in"), true);
}
