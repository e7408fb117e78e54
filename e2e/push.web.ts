import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { CDPSession, Page, Worker } from "@playwright/test";
import { SignJWT } from "jose";
import type { Fanfare } from "../sdk/src/api/fanfare.ts";
import { type ReceivedPush, startPushService, type TestPushService } from "../server/test/support/push-service.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { expect, test } from "./support/fixtures.ts";
import { APP, type TestServer } from "./support/test-server.ts";
import { snippet } from "./support/third-party-page.ts";

test.use({ serverOptions: { demo: false, public_url: async (port) => `http://localhost:${port}` } });

type Handle = NonNullable<Awaited<ReturnType<Fanfare["notifications"]>>>;
declare global {
  interface Window {
    push: Handle;
    /** Subscribes at the test's push service. */
    subscribeAt(key: readonly number[]): Promise<{ endpoint: string; keys: object }>;
  }
}

const WORKER = readFileSync("examples/calls/push-worker.js", "utf8");

/** A customer's site, with the service worker of the guide. */
async function serveSite(server: TestServer) {
  const worker = WORKER.replace("https://fanfare.example", server.url);
  const html = `<!doctype html><title>Shop</title><button>Notify me</button>${snippet(server.url, APP.key)}`;
  const site = createServer((request, response) => {
    const is_worker = request.url === "/fanfare-push.js";
    response.setHeader("content-type", is_worker ? "text/javascript" : "text/html").end(is_worker ? worker : html);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.dispose]() {
      site.close();
      site.closeAllConnections();
    },
  };
}

/** Chromium's own push service is on the internet, so the browser subscribes at the test's. */
async function subscribeHere(page: Page, service: TestPushService): Promise<void> {
  await page.exposeFunction("subscribeAt", (key: readonly number[]) =>
    service.subscribe("laptop", Buffer.from(key).toString("base64url")),
  );
  await page.addInitScript(() => {
    // Headless Chromium grants the permission, but still reads it as denied.
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    let current: PushSubscription | null = null;
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async ({ applicationServerKey: key, userVisibleOnly } = {}) => {
      if (!(key instanceof Uint8Array) || userVisibleOnly !== true) throw new Error("The options are wrong.");
      const subscription = await window.subscribeAt([...key]);
      const unsubscribe = async (): Promise<boolean> => {
        current = null;
        return true;
      };
      // Cast: the members that the SDK reads.
      current = { toJSON: () => subscription, options: { applicationServerKey: key.buffer }, unsubscribe } as never;
      return current as never;
    };
  });
}

async function identify(page: Page): Promise<void> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("ada")
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  await page.evaluate(async (proof) => {
    const { fanfare } = window as unknown as { fanfare: Fanfare };
    await fanfare.identify("ada", {}, { token: proof });
    const push = await fanfare.notifications();
    if (push === undefined) throw new Error("The file of push notifications isn't there.");
    window.push = push;
  }, token);
}

/** Delivers a message to the worker as the browser's connection to its push service does. */
async function deliver(page: Page, session: CDPSession, message: ReceivedPush): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/fanfare-push/"));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(message.payload),
  });
}

/** The worker's view of the browser. Headless Chromium shows no notifications, so the worker's calls are recorded. */
interface WorkerScope {
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: { openWindow(url: string): Promise<unknown> };
  shown: { readonly title: string; readonly options: NotificationOptions }[];
}

const recordNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, options });
  });

const shown = (worker: Worker) => worker.evaluate(() => (self as unknown as WorkerScope).shown);

/** Clicks the notification. Returns the pages that the worker asked the browser to open. */
const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => void opened.push(url);
    const works: Promise<unknown>[] = [];
    const notification = { ...scope.shown[0]?.options, close: () => scope.shown.shift() };
    const waitUntil = (work: Promise<unknown>): void => void works.push(work);
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
    await Promise.all(works);
    return { opened, left: scope.shown.length };
  });

test("a person agrees, gets a message with the page closed, and opens it", async ({ server, page, browser }) => {
  using service = await startPushService(Date.now);
  using site = await serveSite(server);
  const shop = await browser.newContext({ permissions: ["notifications"] });
  const visit = await shop.newPage();
  await subscribeHere(visit, service);
  await visit.goto(site.url);
  await identify(visit);
  expect(await visit.evaluate(() => window.push.state())).toBe("unsubscribed");
  expect(await visit.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0);
  expect(await visit.evaluate(() => window.push.subscribe())).toBe("subscribed");

  await signIn(page, server.url);
  await closeGreeting(page);
  await page.goto(`${server.url}/console/${APP.id}/messages`);
  await page.getByRole("button", { name: "New message" }).first().click();
  await page.getByRole("textbox", { name: "Title" }).fill("Maintenance");
  await page.getByRole("textbox", { name: "Text" }).fill("Tonight at 10");
  await page.getByRole("textbox", { name: "Button" }).fill("Read");
  await page.getByRole("textbox", { name: "Link URL" }).fill("/news");
  await page.getByRole("switch", { name: "Also send as a push notification" }).click();
  await expect(page.getByText("1 person of this app is subscribed")).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send to everyone" }).click();

  let received: ReceivedPush | undefined;
  await expect(() => {
    received ??= service.taken()[0];
    expect(received).toBeDefined();
  }).toPass();
  if (received === undefined) throw new Error("No notification was sent.");
  const worker = shop.serviceWorkers()[0] ?? (await shop.waitForEvent("serviceworker"));
  await recordNotifications(worker);
  await deliver(visit, await shop.newCDPSession(visit), received);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await shown(worker)).toMatchObject([
    { title: "Maintenance", options: { body: "Tonight at 10", icon: "/icon-192.png", dir: "auto" } },
  ]);
  expect(await click(worker)).toEqual({ opened: [new URL("/news", site.url).href], left: 0 });

  await expect(async () => {
    await page.goto(`${server.url}/console/${APP.id}/messages`);
    await expect(page.getByText("Opened")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.goto(`${server.url}/console/${APP.id}/people/ada`);
  await expect(page.getByText("The person clicked the notification.")).toBeVisible();
  expect(await visit.evaluate(() => window.push.unsubscribe())).toBe("unsubscribed");
  await page.reload();
  await expect(page.getByText("The person clicked the notification.")).toBeVisible();
  await expect(page.getByText("Subscribed on")).toHaveCount(0);
  await shop.close();
});
