import type { Edition } from "@fanfare/contract/content/content";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import Pusher from "pusher";
import { APP, type TestServer } from "../../e2e/support/test-server.ts";
import type { SmokeBrowser } from "./browser.ts";
import { type BuiltPage, build } from "./builder.ts";
import { FOCUSED, Scenario } from "./checks.ts";
import { receivePush } from "./push.ts";
import type { PushConnection } from "./push-connection.ts";

const EDITION: Pick<Edition, "targeting" | "frequency" | "priority" | "tags"> = {
  targeting: { urls: { include: [], exclude: [] } },
  frequency: { mode: "always" },
  priority: 0,
  tags: [],
};
const SUPPRESSION = { offered: true, days: 365 };
const step = (id: string, title: string) => ({ id, kind: "centered", title, blocks: [] }) as const;

/** An automatic tour with three steps, and a modal and a tour for the builder, both started from code. */
export const CONTENTS: ContentFile = {
  contents: [
    {
      ...{ slug: "welcome", name: "Welcome" },
      edition: {
        ...EDITION,
        // Third-party pages have no content but what is built on them.
        targeting: { urls: { include: [], exclude: ["/index.html"] } },
        trigger: { kind: "automatic" },
        body: {
          ...{ type: "tour", suppression: { ...SUPPRESSION, every_step: true } },
          steps: [
            step("one", "First"),
            {
              ...{ ...step("two", "Second"), kind: "anchored", placement: "auto", wait_ms: 10_000, on_missing: "end" },
              ...{ interaction: "allow", target: { strategies: [{ kind: "text", value: "Order", tag: "button" }] } },
            },
            step("three", "Third"),
          ],
        },
      },
    },
    {
      ...{ slug: "news", name: "News" },
      edition: {
        ...EDITION,
        trigger: { kind: "manual" },
        body: {
          ...{ type: "announcement", form: "modal", tone: "info", feed: false, suppression: SUPPRESSION },
          panels: [{ id: "p", title: "Spring news", blocks: [] }],
        },
      },
    },
    {
      ...{ slug: "built", name: "Built" },
      edition: {
        ...EDITION,
        trigger: { kind: "manual" },
        body: { ...{ type: "tour", suppression: SUPPRESSION }, steps: [step("one", "Built on the page")] },
      },
    },
  ],
};

const UI = `document.querySelector("fanfare-ui")?.shadowRoot`;
const TITLE = `${UI}?.querySelector("h2")?.textContent`;

async function playTour(scenario: Scenario, page_url: string): Promise<void> {
  const { browser } = scenario;
  await browser.goto(page_url);
  await scenario.until("the tour is there", TITLE, "First");
  await scenario.until("the focus is on its heading", `${FOCUSED}?.textContent`, "First");
  await scenario.tabTo("Next", `it.matches(".primary")`);
  await browser.press("Enter");
  await scenario.until("Enter leads on", TITLE, "Second");
  await scenario.until(
    "the ring is around its target",
    `(() => { const ring = ${UI}.querySelector(".ring").getBoundingClientRect();
      const target = document.querySelector("button").getBoundingClientRect();
      return Math.abs(ring.x + ring.width / 2 - target.x - target.width / 2) < 2
        && Math.abs(ring.y + ring.height / 2 - target.y - target.height / 2) < 2; })()`,
    true,
  );
  await scenario.tabTo("the target", `it.matches("body > p > button")`);
  await scenario.tabTo("Next", `it.matches(".primary")`);
  await browser.press("Enter");
  await scenario.until("the third step comes", TITLE, "Third");
  await scenario.tabTo("the option", `it.matches("input")`);
  await browser.press("Space");
  await browser.press("Escape");
  await scenario.until("Close with Escape", `document.querySelectorAll("fanfare-ui").length`, 0);
  await scenario.until("it is not to be shown again", "fanfareClient.suppressions().length", 1);
  await browser.goto(page_url);
  await scenario.until("a reload keeps that", `fanfareClient.explain("welcome").then((it) => it?.outcome)`, "hide");
  await scenario.until("and shows nothing", `document.querySelectorAll("fanfare-ui").length`, 0);
}

async function showModal(scenario: Scenario): Promise<void> {
  await scenario.until("a modal comes", `fanfareClient.start("news").then(({ status }) => status)`, "shown");
  await scenario.until("with the focus in it", `${FOCUSED}?.textContent`, "Spring news");
  await scenario.until(
    "and the page behind it shut",
    `(document.querySelector("button").focus(), document.activeElement.localName)`,
    "fanfare-ui",
  );
  await scenario.browser.press("Escape");
  await scenario.until("Escape closes it too", `document.querySelectorAll("fanfare-ui").length`, 0);
}

async function celebrate(scenario: Scenario): Promise<void> {
  await scenario.until(
    "confetti is played",
    `fanfareClient.celebrate("burst").finished.then(({ reason }) => reason)`,
    "played",
  );
  await scenario.until("and leaves nothing", `document.querySelectorAll("fanfare-ui").length`, 0);
}

async function receiveEvent(scenario: Scenario, server: TestServer): Promise<void> {
  await scenario.until(
    "a channel is entered",
    `new Promise((enter) => { const orders = fanfareClient.channel("orders");
      orders.on("created", (order) => { document.title = order.number; });
      orders.on("pusher:subscription_succeeded", () => enter(true)); })`,
    true,
  );
  const { hostname: host, port } = new URL(server.url);
  const { id: appId, key, secret } = APP;
  await new Pusher({ appId, key, secret, host, port, useTLS: false }).trigger("orders", "created", { number: "TL-1" });
  await scenario.until("a live event arrives", "document.title", "TL-1");
}

/**
 * Uses Fanfare like a customer's page, by keyboard only: starts, plays a tour, stores choices, shows a modal,
 * celebrates, receives a live event, edits content in the builder on third-party pages, and gets a push notification.
 *
 * @param connection The browser's push service, if it has one.
 * @throws Error that names the step at which this browser failed.
 */
export async function runScenario(
  browser: SmokeBrowser,
  server: TestServer,
  page_url: string,
  pages: readonly BuiltPage[],
  connection?: PushConnection,
): Promise<readonly string[]> {
  const scenario = new Scenario(browser);
  await playTour(scenario, page_url);
  await showModal(scenario);
  await celebrate(scenario);
  await receiveEvent(scenario, server);
  await scenario.until("without a complaint", "window.complaints.join()", "");
  await build(scenario, server, pages);
  if (connection !== undefined) {
    // Last, because Firefox's window of a notification takes the focus.
    await browser.goto(page_url);
    await receivePush(scenario, server, connection);
  }
  await scenario.until("without a complaint", "window.complaints.join()", "");
  return scenario.passed;
}
