import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { expect, test } from "./support/fixtures.ts";
import { APP, OWNER } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const CONTENTS = {
  contents: [
    {
      slug: "first-report",
      name: "First report",
      edition: {
        body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "Your first report", blocks: [] }] },
        trigger: { kind: "event", event: "report_ready", count: { on: "nth", n: 1 } },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("starts a tour for an event of a backend between the page's first request and its subscription", async ({
  server,
  page,
}) => {
  const headers = { origin: server.url };
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers });
  const identify = `<script type="module">await window.fanfare.identify("u_42");</script>`;
  const shop = await serveThirdPartyPage(snippet(server.url, APP.key) + identify);
  const decided = page.waitForResponse((response) => response.url().includes("/v1/identify") && response.ok());
  await page.routeWebSocket(/\/app\//, async (socket) => {
    await decided;
    const data = { app_id: APP.id, external_id: "u_42", events: [{ name: "report_ready" }] };
    expect((await page.request.post(`${server.url}/api/track`, { data, headers })).ok()).toBe(true);
    socket.connectToServer();
  });
  await page.goto(shop.url);
  await expect(page.getByRole("dialog", { name: "Your first report" })).toBeVisible();
  await shop.stop();
});
