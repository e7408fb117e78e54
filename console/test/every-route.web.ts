import type { Page } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import { type Ids, PARTS, pathOf, routesOf } from "./addresses.ts";
import { APP, enter, expect, test } from "./harness.ts";
import { check, checkInEveryLook } from "./looks.ts";
import { furnishWithOneOfEach } from "./one-of-each.ts";

// Whichever worker is free takes the next part.
test.describe.configure({ mode: "parallel", timeout: 540_000 });

const furnished = new WeakMap<House, Promise<Ids>>();
/** One of everything, once a house. */
function idsIn(house: House, page: Page): Promise<Ids> {
  const ids = furnished.get(house) ?? furnishWithOneOfEach(page.request, house);
  furnished.set(house, ids);
  return ids;
}

/** What has to be so for the page of a route to come. */
const BEFORE: Readonly<Record<string, (page: Page, house: House) => Promise<unknown>>> = {
  "/sign-in": (page) => page.context().clearCookies(),
  "/setup": (page) => page.route("**/api/setup", (route) => route.fulfill({ json: { needed: true } })),
  "/": async (page, house) => {
    await enter(page.request, house);
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), apps: [] } });
    });
  },
};

test.describe("every page has no finding in both themes and at 320 px", () => {
  for (const part of PARTS) {
    test(part, async ({ house, signedIn: page }) => {
      const ids = await idsIn(house, page);
      for (const [route, views] of Object.entries(routesOf(ids)[part])) {
        await BEFORE[route]?.(page, house);
        if (route.endsWith("/live")) await subscribe(page, house);
        const path = `/console${pathOf(route, ids)}`;
        for (const [end, words] of Object.entries(views)) {
          const seen = page.getByText(words).filter({ visible: true });
          if (route in BEFORE || page.url() === "about:blank") await page.goto(house.url + path + end);
          else {
            // As by a link, since a load takes as long as two looks. What is then seen was not there before.
            await expect(seen, `${route + end} has words of its own`).toHaveCount(0);
            await page.evaluate((address) => history.pushState(null, "", address), path + end);
          }
          if (end.includes("events")) await say(page, house);
          await expect(seen.first(), route + end).toBeVisible();
          expect(new URL(page.url()).pathname, "led on elsewhere").toBe(path);
          await checkInEveryLook(page, route + end);
        }
      }
    });
  }
});

test("what the server itself tells of its errors and of the API has no finding", async ({ house, page }) => {
  await page.goto(`${house.url}/docs/errors`);
  await expect(page.getByRole("heading", { name: "Somebody else changed this in the meantime" })).toBeVisible();
  await checkInEveryLook(page, "/docs/errors");
  await page.goto(`${house.url}/docs`);
  await expect(page.getByRole("heading", { name: "ContentDetail", exact: true })).toBeVisible();
  // So long that a look takes seconds: each theme and each size once.
  await check(page, "/docs");
});

/** Somebody hears what is said on a channel, as long as the page's context is there. */
async function subscribe(page: Page, house: House): Promise<void> {
  const visitor = await page.context().newPage();
  await visitor.evaluate(
    (address) => {
      const socket = new WebSocket(address);
      const data = { channel: "parcels" };
      socket.addEventListener("message", () => socket.send(JSON.stringify({ event: "pusher:subscribe", data })), {
        once: true,
      });
    },
    `${house.url.replace("http", "ws")}/app/${APP.key}?protocol=7`,
  );
}

/** The screen shows what is said from when it is there. */
async function say(page: Page, house: House): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  const data = { app_id: APP.id, channel: "parcels", event: "parcel.sent", data: { id: 42 } };
  await page.request.post(`${house.url}/api/channel-events`, { headers: { origin: house.url }, data });
}
