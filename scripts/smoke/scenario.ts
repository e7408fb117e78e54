import type { Edition } from "@fanfare/contract/content/content";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import Pusher from "pusher";
import { APP, type TestServer } from "../../e2e/support/test-server.ts";
import type { SmokeBrowser } from "./browser.ts";

const DEADLINE_MS = 20_000;
const POLL_INTERVAL_MS = 100;

const EDITION: Pick<Edition, "targeting" | "frequency" | "priority" | "tags"> = {
  targeting: { urls: { include: [], exclude: [] } },
  frequency: { mode: "always" },
  priority: 0,
  tags: [],
};
const SUPPRESSION = { offered: true, days: 365 };
const step = (id: string, title: string) => ({ id, kind: "centered", title, blocks: [] }) as const;

/** A tour of three steps that starts by itself, and a modal that is asked for. */
export const CONTENTS: ContentFile = {
  contents: [
    {
      ...{ slug: "welcome", name: "Welcome" },
      edition: {
        ...EDITION,
        trigger: { kind: "automatic" },
        body: {
          ...{ type: "tour", suppression: SUPPRESSION },
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
  ],
};

/** The innermost element that has the focus. */
const FOCUSED = `(() => { let at = document.activeElement; while (at && at.shadowRoot && at.shadowRoot.activeElement)
  at = at.shadowRoot.activeElement; return at; })()`;
const UI = `document.querySelector("fanfare-ui")?.shadowRoot`;
const TITLE = `${UI}?.querySelector("h2")?.textContent`;

/**
 * What a page of a customer does with Fanfare, by keys alone: it starts, plays a tour, keeps what is chosen, shows a modal,
 * celebrates, and hears a live event.
 *
 * @throws Error that names the step at which this browser fell behind.
 */
export async function runScenario(
  browser: SmokeBrowser,
  server: TestServer,
  page_url: string,
): Promise<readonly string[]> {
  const done: string[] = [];
  const until = async (what: string, expression: string, wanted: unknown): Promise<void> => {
    const deadline = performance.now() + DEADLINE_MS;
    let seen: unknown;
    do {
      seen = await browser.evaluate(expression).catch(String);
      if (seen === wanted) return void done.push(what);
      await Bun.sleep(POLL_INTERVAL_MS);
    } while (performance.now() < deadline);
    throw new Error(`${browser.name}: ${what}: ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}.`);
  };
  const tabTo = async (what: string, selector: string): Promise<void> => {
    for (let pressed = 0; pressed < 12; pressed++) {
      if ((await browser.evaluate(`${FOCUSED}?.matches(${JSON.stringify(selector)})`)) === true) return;
      await browser.press("Tab");
    }
    await until(`Tab leads to ${what}`, `${FOCUSED}?.matches(${JSON.stringify(selector)})`, true);
  };

  await browser.goto(page_url);
  await until("the tour is there", TITLE, "First");
  await until("the focus is on its heading", `${FOCUSED}?.textContent`, "First");
  await tabTo("Next", ".primary");
  await browser.press("Enter");
  await until("Enter leads on", TITLE, "Second");
  await until(
    "the ring is around its target",
    `(() => { const ring = ${UI}.querySelector(".ring").getBoundingClientRect();
      const target = document.querySelector("button").getBoundingClientRect();
      return Math.abs(ring.x + ring.width / 2 - target.x - target.width / 2) < 2
        && Math.abs(ring.y + ring.height / 2 - target.y - target.height / 2) < 2; })()`,
    true,
  );
  await tabTo("the target", "body > p > button");
  await tabTo("Next", ".primary");
  await browser.press("Enter");
  await until("the third step comes", TITLE, "Third");
  await tabTo("the option", "input");
  await browser.press("Space");
  await browser.press("Escape");
  await until("Close with Escape", `document.querySelectorAll("fanfare-ui").length`, 0);
  await until("it is not to be shown again", "guest.suppressions().length", 1);
  await browser.goto(page_url);
  await until("a reload keeps that", `guest.explain("welcome").then((it) => it?.outcome)`, "hide");
  await until("and shows nothing", `document.querySelectorAll("fanfare-ui").length`, 0);

  await until("a modal comes", `guest.start("news").then(({ status }) => status)`, "shown");
  await until("with the focus in it", `${FOCUSED}?.textContent`, "Spring news");
  await until(
    "and the page behind it shut",
    `(document.querySelector("button").focus(), document.activeElement.localName)`,
    "fanfare-ui",
  );
  await browser.press("Escape");
  await until("Escape closes it too", `document.querySelectorAll("fanfare-ui").length`, 0);

  await until("confetti is played", `guest.celebrate("burst").finished.then(({ reason }) => reason)`, "played");
  await until("and leaves nothing", `document.querySelectorAll("fanfare-ui").length`, 0);

  await until(
    "a channel is entered",
    `new Promise((enter) => { const orders = guest.channel("orders");
      orders.on("created", (order) => { document.title = order.number; });
      orders.on("pusher:subscription_succeeded", () => enter(true)); })`,
    true,
  );
  const { hostname: host, port } = new URL(server.url);
  const { id: appId, key, secret } = APP;
  await new Pusher({ appId, key, secret, host, port, useTLS: false }).trigger("orders", "created", { number: "TL-1" });
  await until("a live event arrives", "document.title", "TL-1");
  await until("without a complaint", "window.complaints.join()", "");
  return done;
}
