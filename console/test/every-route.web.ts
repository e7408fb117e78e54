import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { APP, enter, expect, test } from "./support/harness.ts";
import { type Ids, PARTS, pathOf, routesOf } from "./support/page-urls.ts";
import { seedOneOfEach } from "./support/sample-data.ts";
import { checkInTurn } from "./support/screenshots.ts";

test.describe.configure({ mode: "parallel", timeout: 540_000 });

const furnished = new WeakMap<TestServer, Promise<Ids>>();
/** Sample data, created once per server. */
function idsIn(server: TestServer, page: Page): Promise<Ids> {
  const ids = furnished.get(server) ?? seedOneOfEach(page.request, server);
  furnished.set(server, ids);
  return ids;
}

/** Setup that a route's page needs. */
const BEFORE: Readonly<Record<string, (page: Page, server: TestServer) => Promise<unknown>>> = {
  "/sign-in": (page) => page.context().clearCookies(),
  "/connect": (page, server) => enter(page.request, server),
  "/setup": (page) =>
    page.route("**/api/setup", (route) => route.fulfill({ json: { needed: true, signed_in: false } })),
  "/": async (page, server) => {
    await enter(page.request, server);
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), apps: [] } });
    });
  },
};

test.describe("has no axe findings on any page, in light at the desk or dark at 320 px in turn", () => {
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
            // Navigates without a reload, which would take as long as two checks. The text must be new to prove the
            // navigation.
            await expect(seen, `${route + end} has words of its own`).toHaveCount(0);
            await page.evaluate((address) => history.pushState(null, "", address), path + end);
          }
          if (end.includes("events")) await sendMessage(page, server);
          await expect(seen.first(), route + end).toBeVisible();
          expect(new URL(page.url()).pathname, "led on elsewhere").toBe(path);
          await checkInTurn(page, route + end);
        }
      }
    });
  }
});

/** Keeps a channel occupied while the page's context exists. */
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

/** The page shows only events sent after it has subscribed. */
async function sendMessage(page: Page, server: TestServer): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  const data = { app_id: APP.id, channel: "parcels", event: "parcel.sent", data: { id: 42 } };
  await page.request.post(`${server.url}/api/channel-events`, { headers: { origin: server.url }, data });
}
