import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { APP, enter, expect, test } from "./support/harness.ts";
import { type Ids, PARTS, pathOf, routesOf } from "./support/page-urls.ts";
import { seedOneOfEach } from "./support/sample-data.ts";
import { check, checkAllViewports } from "./support/screenshots.ts";

// Whichever worker is free takes the next part.
test.describe.configure({ mode: "parallel", timeout: 540_000 });

const furnished = new WeakMap<TestServer, Promise<Ids>>();
/** Sample data, created once per server. */
function idsIn(server: TestServer, page: Page): Promise<Ids> {
  const ids = furnished.get(server) ?? seedOneOfEach(page.request, server);
  furnished.set(server, ids);
  return ids;
}

/** What has to be so for the page of a route to come. */
const BEFORE: Readonly<Record<string, (page: Page, server: TestServer) => Promise<unknown>>> = {
  "/sign-in": (page) => page.context().clearCookies(),
  "/setup": (page) => page.route("**/api/setup", (route) => route.fulfill({ json: { needed: true } })),
  "/": async (page, server) => {
    await enter(page.request, server);
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), apps: [] } });
    });
  },
};

test.describe("has no axe findings on any page, in both themes and at 320 px", () => {
  for (const part of PARTS) {
    test(part, async ({ server, signedIn: page }) => {
      const ids = await idsIn(server, page);
      for (const [route, views] of Object.entries(routesOf(ids)[part])) {
        await BEFORE[route]?.(page, server);
        if (route.endsWith("/live")) await subscribe(page, server);
        const path = `/console${pathOf(route, ids)}`;
        for (const [end, texts] of Object.entries(views)) {
          const seen = page.getByText(texts).filter({ visible: true });
          if (route in BEFORE || page.url() === "about:blank") await page.goto(server.url + path + end);
          else {
            // As by a link, since a load takes as long as two looks. What is then seen was not there before.
            await expect(seen, `${route + end} has words of its own`).toHaveCount(0);
            await page.evaluate((address) => history.pushState(null, "", address), path + end);
          }
          if (end.includes("events")) await sendMessage(page, server);
          await expect(seen.first(), route + end).toBeVisible();
          expect(new URL(page.url()).pathname, "led on elsewhere").toBe(path);
          await checkAllViewports(page, route + end);
        }
      }
    });
  }
});

test("has no axe findings on the server's error and API pages", async ({ server, page }) => {
  await page.goto(`${server.url}/docs/errors`);
  await expect(page.getByRole("heading", { name: "Changed by someone else" })).toBeVisible();
  await checkAllViewports(page, "/docs/errors");
  await page.goto(`${server.url}/docs`);
  await expect(page.getByRole("heading", { name: "ContentDetail", exact: true })).toBeVisible();
  // So long that a look takes seconds: each theme and each size once.
  await check(page, "/docs");
});

/** Somebody hears what is said on a channel, as long as the page's context is there. */
async function subscribe(page: Page, server: TestServer): Promise<void> {
  const visitor = await page.context().newPage();
  await visitor.evaluate(
    (address) => {
      const socket = new WebSocket(address);
      const data = { channel: "parcels" };
      socket.addEventListener("message", () => socket.send(JSON.stringify({ event: "pusher:subscribe", data })), {
        once: true,
      });
    },
    `${server.url.replace("http", "ws")}/app/${APP.key}?protocol=7`,
  );
}

/** The screen shows what is said from when it is there. */
async function sendMessage(page: Page, server: TestServer): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  const data = { app_id: APP.id, channel: "parcels", event: "parcel.sent", data: { id: 42 } };
  await page.request.post(`${server.url}/api/channel-events`, { headers: { origin: server.url }, data });
}
