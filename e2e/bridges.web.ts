import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PageBridge } from "@fanfare/contract/realtime/app-settings";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { storedEvents } from "../sdk/test/support/host-page.ts";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, OWNER } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const CONTENTS = {
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: { type: "tour", steps: [{ kind: "centered", id: "hello", title: "Hello", blocks: [] }] },
        trigger: { kind: "automatic" },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

const LIBRARY = readFileSync(
  join(dirname(import.meta.dirname), "node_modules/@segment/analytics-next/dist/umd/index.js"),
  "utf8",
);

/** What Google's and PostHog's snippets put into the page until their libraries have loaded. */
const STUBS = `<script>
  window.dataLayer = window.dataLayer || [];
  window.posthog = [];
  window.posthog.capture = function () { window.posthog.push(["capture"].concat(Array.from(arguments))); };
</script>`;

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("passes a completed tour to the page's own libraries once, if they're turned on", async ({ server, page }) => {
  await turnOn(page, server.url, ["data_layer", "segment", "posthog"]);
  const shop = await serveThirdPartyPage(`${snippet(server.url, APP.key)}${STUBS}`);
  const returned: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/segment/v1/t")) returned.push(request.postData() ?? "");
  });
  await page.goto(shop.url);
  await expect(stepTitle(page)).toHaveText("Hello");
  // The library comes after the first events.
  await expect.poll(() => passed(page)).toMatchObject({ layer: ["fanfare.tour_started", "fanfare.tour_step_seen"] });
  await page.addScriptTag({ content: LIBRARY });
  await page.evaluate(loadSegment(server.url));
  await card(page).getByRole("button", { name: "Done" }).click();

  const names = ["started", "step_seen", "step_completed", "completed"].map((name) => `fanfare.tour_${name}`);
  await expect.poll(() => passed(page)).toMatchObject({ layer: names, posthog: names });
  await expect.poll(() => returned.map((body) => JSON.parse(body).event)).toEqual(names);
  const { properties, context } = JSON.parse(returned.at(-1) ?? "{}");
  expect(properties).toMatchObject({ content_slug: "welcome", content_name: "Welcome", version: 1 });
  expect(context.library).toEqual({ name: "fanfare", version: "1" });

  // The library sent them to Fanfare, which had counted them already.
  const stored = await storedEvents(server.data_dir);
  expect(Object.keys(stored).filter((name) => name.startsWith("fanfare."))).toEqual([]);
  await shop.stop();
});

test("loads and passes nothing unless a library is turned on", async ({ server, page }) => {
  const shop = await serveThirdPartyPage(`${snippet(server.url, APP.key)}${STUBS}`);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  await page.goto(shop.url);
  await card(page).getByRole("button", { name: "Done" }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => files.some((url) => url.endsWith("/v1/events") || url.includes("/v1/events?"))).toBe(true);
  expect(await passed(page)).toEqual({ layer: [], posthog: [] });
  expect(files.filter((url) => /extras|bridges/.test(url))).toEqual([]);
  await shop.stop();
});

async function turnOn(page: Page, url: string, page_bridges: readonly PageBridge[]): Promise<void> {
  const headers = { Origin: url };
  await page.request.post(`${url}/api/sign-in`, { data: OWNER, headers });
  const { revision } = await (await page.request.get(`${url}/api/apps/${APP.id}`)).json();
  const changed = await page.request.patch(`${url}/api/apps/${APP.id}`, {
    data: { settings: { page_bridges } },
    headers: { ...headers, "If-Match": `"${revision}"` },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
}

/** The names of events in the page's stubs. */
function passed(page: Page): Promise<{ readonly layer: readonly string[]; readonly posthog: readonly string[] }> {
  return page.evaluate(() => {
    const globals = window as unknown as { dataLayer: { event: string }[]; posthog: string[][] };
    return {
      layer: globals.dataLayer.map(({ event }) => event),
      posthog: globals.posthog.map(([, name = ""]) => name),
    };
  });
}

/** Segment's library as an application loads it, with Fanfare as its host. */
function loadSegment(url: string): string {
  const integration = { apiHost: `${new URL(url).host}/segment/v1`, protocol: "http" };
  const settings = { integrations: { "Segment.io": { apiKey: APP.key, ...integration } } };
  return `void (window.analytics = window.AnalyticsNext.AnalyticsBrowser.load(
    { writeKey: "${APP.key}", cdnSettings: ${JSON.stringify(settings)} },
    { integrations: { "Segment.io": ${JSON.stringify(integration)} } },
  ));`;
}
