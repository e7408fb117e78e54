import { createServer } from "node:http";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, OWNER } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const tour = (title: string) => ({ type: "tour", steps: [{ kind: "centered", id: "s", title, blocks: [] }] });
const CONTENTS = {
  contents: [
    {
      slug: "big-order",
      name: "Big order",
      edition: {
        body: tour("A big order"),
        trigger: {
          ...{ kind: "event", event: "order_created" },
          props: [{ name: "total", test: { type: "number", op: "at_least", value: 100 } }],
        },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("a tour that starts on an event's properties reaches Slack, Segment, and a webhook once, with the person", async ({
  server,
  page,
}) => {
  const receiver = await startReceiver();
  const shop = await serveThirdPartyPage(snippet(server.url, APP.key));
  await signIn(page, server.url);
  const events = ["fanfare.tour_completed"];
  await create(page, server.url, "webhooks", { kind: "engagement", url: `${receiver.url}/hook`, events });
  await create(page, server.url, "destinations", {
    ...{ preset: "slack", name: "Chat", events, settings: {} },
    secrets: { webhook_url: `${receiver.url}/services/T0/B0/key` },
  });
  await create(page, server.url, "destinations", {
    ...{ preset: "segment", name: "Warehouse", events, settings: { endpoint: receiver.url } },
    secrets: { write_key: "key" },
  });

  await page.goto(shop.url);
  const stored = (count: number) => track(page, count);
  await page.evaluate(() => {
    const { fanfare } = window as unknown as PageWindow;
    fanfare.identify("u_ada", { name: "Ada" });
  });
  await stored(5);
  await expect(card(page)).toHaveCount(0);
  await stored(500);
  await expect(stepTitle(page)).toHaveText("A big order");
  await card(page).getByRole("button", { name: "Done" }).click();

  await expect.poll(() => receiver.paths().toSorted()).toEqual(["/hook", "/services/T0/B0/key", "/v1/batch"]);
  const { "/hook": hook, "/v1/batch": batch, "/services/T0/B0/key": chat } = receiver.bodies();
  expect(hook).toMatchObject({
    type: "fanfare.tour_completed",
    data: { person: { external_id: "u_ada" }, content: { slug: "big-order" } },
  });
  expect(batch).toMatchObject({ batch: [{ userId: "u_ada", event: "fanfare.tour_completed" }] });
  expect(JSON.stringify(chat)).toMatch(/u_ada.*Big order|Big order.*u_ada/);

  const sent = [
    ...(await deliveries(page, server.url, "webhook")),
    ...(await deliveries(page, server.url, "destination")),
  ];
  expect(sent.map(({ state, attempts }) => [state, attempts])).toEqual(sent.map(() => ["delivered", 1]));
  expect(sent).toHaveLength(3);
  for (const { body, delivered_at } of sent) {
    const late_ms = Date.parse(delivered_at) - Date.parse(JSON.parse(body).timestamp);
    test.info().annotations.push({ type: "delivered after", description: `${late_ms} ms` });
  }
  await shop.stop();
  await receiver.stop();
});

interface PageWindow {
  readonly fanfare: {
    identify(id: string, attributes: object): void;
    track(name: string, props: object): Promise<void>;
  };
}

/** Tracks an order, and waits until the server has stored it. */
async function track(page: Page, total: number): Promise<void> {
  const stored = page.waitForResponse((response) => {
    const sent = response.request().postData() ?? "";
    return response.url().includes("/v1/events") && sent.includes(`"total":${total}`) && response.ok();
  });
  await page.evaluate(
    (value) => (window as unknown as PageWindow).fanfare.track("order_created", { total: value }),
    total,
  );
  await stored;
}

/** Receives the calls of webhooks, Slack, and Segment on one port. */
async function startReceiver() {
  const calls: { readonly path: string; readonly body: unknown }[] = [];
  const receiver = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    calls.push({ path: request.url ?? "", body: JSON.parse(text) });
    response.end("ok");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    paths: () => calls.map(({ path }) => path),
    bodies: (): Readonly<Record<string, unknown>> => Object.fromEntries(calls.map(({ path, body }) => [path, body])),
    stop: () => new Promise<void>((resolve) => receiver.close(() => resolve())),
  };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.request.post(`${url}/api/sign-in`, { data: OWNER, headers: { Origin: url } });
}

async function create(page: Page, url: string, what: "webhooks" | "destinations", data: object): Promise<void> {
  const made = await page.request.post(`${url}/api/${what}?app_id=${APP.id}`, { data, headers: { Origin: url } });
  expect(await made.json()).toMatchObject({ id: expect.any(String) });
}

interface Sent {
  readonly state: string;
  readonly attempts: number;
  readonly body: string;
  readonly delivered_at: string;
}

async function deliveries(page: Page, url: string, to: "webhook" | "destination"): Promise<readonly Sent[]> {
  const list = async (): Promise<readonly Sent[]> =>
    (await (await page.request.get(`${url}/api/${to}-deliveries?app_id=${APP.id}`)).json()).items;
  await expect.poll(async () => (await list()).every(({ state }) => state === "delivered")).toBe(true);
  return list();
}
