import { createHmac } from "node:crypto";
import type { Edition } from "@fanfare/contract/content/content";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { CelebrationSummary, ContentRun } from "@fanfare/contract/schema/responses/analytics/run";
import { confetti, expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER, type TestServer } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { test, untilConnected } from "./support/host-test.ts";

const celebrationContent = (slug: string, trigger: Edition["trigger"]): ContentFile["contents"][number] => ({
  ...{ slug, name: slug },
  edition: {
    body: { type: "celebration", preset: "burst", message: slug, suppression: { offered: false, days: 365 } },
    targeting: { urls: { include: [], exclude: [] } },
    ...{ trigger, frequency: { mode: "always" }, priority: 0, tags: [] },
  },
});
test.use({
  serverOptions: {
    demo: false,
    contents: {
      contents: [
        celebrationContent("big-order", { kind: "goal", goal: "Big order" }),
        celebrationContent("second", { kind: "event", event: "order", count: { on: "every", n: 2 } }),
      ],
    },
  },
});

async function memberOf(server: TestServer) {
  const call = (path: string, cookie: string, body: unknown) =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { origin: server.url, "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const signed_in = await call("/api/sign-in", "", OWNER);
  const cookie = signed_in.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return {
    async post(path: string, body: unknown): Promise<void> {
      const answer = await call(path, cookie, body);
      expect(answer.ok, await answer.text()).toBe(true);
    },
    async list<Item>(path: string): Promise<readonly Item[]> {
      const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
      // Shape defined by the contract types.
      return ((await answer.json()) as { readonly items: readonly Item[] }).items;
    },
  };
}

function tokenOf(sub: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub, aud: APP.key, exp })}`;
  return `${signed}.${createHmac("sha256", APP.secret).update(signed).digest("base64url")}`;
}

const BIG = [{ name: "big", test: { type: "boolean", op: "is", value: true } }];

test("plays immediately and once on an open page for a backend's goal or event", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const { post, list } = await memberOf(server);
  await post("/api/goals", { app_id: APP.id, name: "Big order", event_name: "shipped", props: BIG });
  const site = await serve(
    moduleSnippet(server.url, APP.key, `window.fanfareClient.identify("u_7", {}, { token: "${tokenOf("u_7")}" });`),
  );
  await page.goto(site.url);
  await untilConnected(page);
  await page.waitForFunction(() =>
    window.fanfareClient.explain("big-order").then((answer) => answer?.gate === "event"),
  );
  const shipped = { name: "shipped", props: { big: true } };
  await post("/api/track", { app_id: APP.id, external_id: "u_7", events: [shipped] });
  await expect(confetti(page)).toBeAttached();
  await expect(confetti(page)).toHaveCount(0);
  await post("/api/track", { app_id: APP.id, external_id: "u_7", events: [shipped, { name: "order" }] });
  // One event came from the backend, the other comes from the page.
  await page.evaluate(() => window.fanfareClient.track("order"));
  await expect(confetti(page)).toBeAttached();
  await expect(confetti(page)).toHaveCount(0);
  await expect
    .poll(async () => (await storedEvents(server.data_dir))["celebration_played"], { timeout: 15_000 })
    .toBe(2);
  const celebrations = await list<CelebrationSummary>(`/api/celebrations?app_id=${APP.id}`);
  for (const { id, slug, played } of celebrations) {
    const runs = await list<ContentRun>(`/api/contents/${id}/runs?app_id=${APP.id}`);
    expect([slug, played, runs.map(({ state }) => state)]).toEqual([slug, 1, ["completed"]]);
  }
  const skipped = await page.evaluate(async () => {
    const events: unknown[] = [];
    window.fanfareClient.on("celebration_played", (notice) => void events.push("played", notice));
    window.fanfareClient.on("celebration_skipped", ({ reason }) => void events.push(reason));
    const celebrationContent = window.fanfareClient.celebrate("rain");
    celebrationContent.cancel();
    await celebrationContent.finished;
    return events;
  });
  expect(skipped).toEqual(["cancelled"]);
  const why = await page.evaluate(() => window.fanfareClient.explain("big-order"));
  expect(why?.gates.find(({ gate }) => gate === "event")?.evidence).toContain("the goal Big order");
  expect(page_errors).toEqual([]);
});

test("plays immediately for unverified people, from the page or a backend", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key, `window.fanfareClient.identify("u_unproved");`));
  await page.goto(site.url);
  await untilConnected(page);
  await page.waitForFunction(() => window.fanfareClient.explain("second").then((answer) => answer?.gate === "event"));
  await page.evaluate(() => {
    const played: string[] = [];
    Object.assign(window, { played });
    window.fanfareClient.on("celebration_played", ({ content_id = "" }) => void played.push(content_id));
  });
  for (const order of [1, 2, 3, 4]) {
    await page.evaluate(() => window.fanfareClient.track("order"));
    if (order % 2 === 1) continue;
    await expect(confetti(page)).toBeAttached();
    await expect(confetti(page)).toHaveCount(0);
  }
  const played = () => page.evaluate(() => ("played" in window ? window.played : undefined));
  await expect.poll(() => played()).toHaveLength(2);
  // Events from a backend also take effect without waiting for the next page.
  const { post } = await memberOf(server);
  await post("/api/track", {
    app_id: APP.id,
    external_id: "u_unproved",
    events: [{ name: "order" }, { name: "order" }],
  });
  await expect.poll(played, { timeout: 15_000 }).toHaveLength(3);
});
