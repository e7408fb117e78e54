import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { test, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

test.describe("page without content", () => {
  test("runs no animation frames, intervals, short timers, or layout reads", async ({
    server,
    page,
    serve,
    page_errors,
  }) => {
    await page.addInitScript(() => {
      const counts = { frames: 0, intervals: 0, timers: [] as number[], reads: 0 };
      Reflect.set(window, "counts", counts);
      const { requestAnimationFrame, setInterval, setTimeout } = window;
      const read = Element.prototype.getBoundingClientRect;
      window.requestAnimationFrame = (task) => {
        counts.frames++;
        return requestAnimationFrame(task);
      };
      Object.assign(window, {
        setInterval: (...args: Parameters<typeof setInterval>) => {
          counts.intervals++;
          return setInterval(...args);
        },
        setTimeout: (...args: Parameters<typeof setTimeout>) => {
          counts.timers.push(args[1] ?? 0);
          return setTimeout(...args);
        },
      });
      Element.prototype.getBoundingClientRect = function () {
        counts.reads++;
        return read.call(this);
      };
    });
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    // Requests made during startup are complete.
    await page.waitForLoadState("networkidle");
    const during = await page.evaluate(async () => {
      const counts: { frames: number; intervals: number; timers: number[]; reads: number } = Reflect.get(
        window,
        "counts",
      );
      // Intervals count from the start, everything else from now.
      counts.frames = counts.reads = 0;
      counts.timers = [];
      // Idling needs real time; this timer is the first in the list.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return counts;
    });
    expect(during).toEqual({ frames: 0, intervals: 0, timers: [4_000], reads: 0 });
    expect(page_errors).toEqual([]);
  });

  test("loads only the core", async ({ server, page, serve }) => {
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/sdk/")) loaded.push(new URL(request.url()).pathname);
    });
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    expect(loaded).toEqual(["/sdk/fanfare.js"]);
  });

  test("needs no preflight for a visitor's first requests", async ({ server, page, serve }) => {
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const preflights: string[] = [];
    const sent: string[] = [];
    network.on("Network.requestWillBeSent", ({ request }) => {
      (request.method === "OPTIONS" ? preflights : sent).push(new URL(request.url).pathname);
    });
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    expect(sent).toContain("/v1/boot");
    expect(preflights).toEqual([]);
  });

  test("restores elements, history, and listeners after shutdown", async ({ server, page, serve }) => {
    const plain = await serve("");
    await page.goto(plain.url);
    const before = await page.evaluate(() => document.body.outerHTML);
    await page.addInitScript(() => {
      const listening: string[] = [];
      Reflect.set(window, "listening", listening);
      const { addEventListener, removeEventListener } = EventTarget.prototype;
      const pages: readonly EventTarget[] = [window, document, window.navigation];
      const nameOf = (target: EventTarget, event: string): string | undefined => {
        // Ignore listeners of the test's own tools.
        const ours = new Error().stack?.includes("/sdk/") === true;
        return ours && pages.includes(target) ? `${pages.indexOf(target)} ${event}` : undefined;
      };
      EventTarget.prototype.addEventListener = function (event: string, ...rest: [never, AddEventListenerOptions?]) {
        const name = nameOf(this ?? window, event);
        if (name !== undefined) {
          listening.push(name);
          rest[1]?.signal?.addEventListener("abort", () => void listening.splice(listening.indexOf(name), 1));
        }
        addEventListener.call(this ?? window, event, ...rest);
      };
      EventTarget.prototype.removeEventListener = function (event: string, ...rest: [never]) {
        const name = nameOf(this ?? window, event);
        if (name !== undefined) listening.splice(listening.indexOf(name), 1);
        removeEventListener.call(this ?? window, event, ...rest);
      };
    });
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    const listening = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, "listening"));
    expect((await listening()).length).toBeGreaterThan(4);
    await page.evaluate(() => window.fanfareClient.shutdown());
    expect(await listening()).toEqual([]);
    expect(await page.evaluate(() => document.body.outerHTML)).toBe(before);
    expect(await page.evaluate(() => document.documentElement.getAttributeNames())).toEqual(["lang"]);
    expect(await page.evaluate(() => Object.keys(history))).toEqual([]);
  });
});

test("replays the queue of a classic page in order on the instance", async ({ server, page, serve }) => {
  const site = await serve(`<script>
      window.fanfare = window.fanfare || [];
      fanfare.push(["init", { key: "${APP.key}" }], ["track", "first"]);
      fanfare.push(["track", "second"]);
    </script>
    <script async src="${server.url}/sdk/fanfare.iife.js"></script>`);
  await page.goto(site.url);
  await expect.poll(async () => storedEvents(server.data_dir)).toMatchObject({ first: 1, second: 1 });
  await page.evaluate(() => {
    const instance: { track(name: string): Promise<void>; push(call: string[]): void } = Reflect.get(window, "fanfare");
    instance.push(["track", "third"]);
    return instance.track("fourth");
  });
  await expect.poll(async () => storedEvents(server.data_dir)).toMatchObject({ third: 1, fourth: 1 });
});

test("shares an instance between init calls with one key and warns of a wrong key", async ({ server, page, serve }) => {
  const site = await serve(
    moduleSnippet(server.url, "no-such-key", `window.noted = [window.fanfareClient === init({ key: "no-such-key" })];`),
  );
  const warning = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto(site.url);
  expect((await warning).text()).toContain("Fanfare: ");
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual([true]);
});
