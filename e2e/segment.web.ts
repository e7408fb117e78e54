import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { expect, test } from "./support/fixtures.ts";
import { APP, OWNER } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const CONTENTS = {
  contents: [
    {
      slug: "first-project",
      name: "First project",
      edition: {
        body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "Your first project", blocks: [] }] },
        trigger: { kind: "event", event: "Project Created", count: { on: "nth", n: 1 } },
      },
    },
    {
      slug: "first-steps",
      name: "First steps",
      edition: {
        body: {
          ...{ type: "checklist", title: "First steps", opens: "open" },
          tasks: [
            { id: "project", title: "Create a project", done_when: { kind: "event", event: "Project Created" } },
            { id: "invite", title: "Invite someone", done_when: { kind: "event", event: "Member Invited" } },
          ],
        },
        trigger: { kind: "automatic" },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

/** The library as an application includes it. It only looks for optional parts on its CDN. */
const LIBRARY = readFileSync(
  join(dirname(import.meta.dirname), "node_modules/@segment/analytics-next/dist/umd/index.js"),
  "utf8",
);

/** As the documentation shows it. */
const CALL = readFileSync("examples/calls/segment-page.js", "utf8");

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("starts a tour in the open page, does a checklist task, and completes a goal when Segment's browser library tracks an event", async ({
  server,
  page,
}) => {
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers: { Origin: server.url } });
  const goals = `${server.url}/api/goals?app_id=${APP.id}`;
  const goal = { name: "First project", event_name: "Project Created" };
  expect((await page.request.post(goals, { data: goal, headers: { Origin: server.url } })).status()).toBe(201);
  // Another origin than Fanfare, so that the browser checks CORS.
  const shop = await serveThirdPartyPage(known(server.url));
  await page.route("**/analytics-next.js", (route) => route.fulfill({ contentType: "text/javascript", body: LIBRARY }));
  const ready = page.waitForResponse((response) => response.url().includes("/v1/identify") && response.ok());
  await page.goto(shop.url);
  await ready;
  const identified = page.waitForResponse((response) => response.url().endsWith("/segment/v1/i") && response.ok());
  await page.evaluate(() => {
    const { analytics } = window as unknown as { analytics: { identify(id: string, traits: object): void } };
    analytics.identify("u_segment", { plan: "pro" });
  });
  await identified;
  const list = page.getByRole("region", { name: "First steps" });
  await expect(list.getByText("0 of 2 done").last()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate(() => {
    const { analytics } = window as unknown as { analytics: { track(name: string): void } };
    analytics.track("Project Created");
  });
  const tour = page.getByRole("dialog", { name: "Your first project" });
  await expect(tour).toBeVisible();
  await tour.getByRole("button", { name: "Done" }).click();
  await expect(list.getByText("1 of 2 done").last()).toBeVisible();

  const { items } = await (await page.request.get(goals)).json();
  expect(items).toMatchObject([{ name: "First project", people: 1 }]);
  const person = await page.request.get(`${server.url}/api/people/u_segment?app_id=${APP.id}`);
  expect((await person.json()).attributes).toEqual({ plan: "pro" });
  await shop.stop();
});

/** Fanfare's snippet, and Segment's library with Fanfare as its host. */
function known(url: string): string {
  const code = CALL.replace(/^import .*$/m, "const { AnalyticsBrowser } = AnalyticsNext;")
    .replace("export const analytics", "window.analytics")
    .replace('"fanfare.example/segment/v1"', `"${new URL(url).host}/segment/v1", protocol: "http"`)
    .replaceAll("YOUR_APP_KEY", APP.key);
  return `${snippet(url, APP.key).replace(
    "</script>",
    `window.fanfare.identify("u_segment");</script>`,
  )}<script src="/analytics-next.js"></script><script>${code}</script>`;
}
