import type { ContentFile } from "@fanfare/contract/schema/content";
import type { Page } from "@playwright/test";
import { APP, freePort } from "../../e2e/house.ts";
import { card, expect, test as houseTest, next } from "../../e2e/journey.ts";
import "./guest-window.ts";
import { type GuestSite, type GuestSiteOptions, moduleSnippet, serveGuest, storedEvents } from "./guest-page.ts";

const TOUR: ContentFile = {
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: {
          type: "tour",
          steps: [
            { id: "one", kind: "centered", title: "First", blocks: [] },
            { id: "two", kind: "centered", title: "Second", blocks: [] },
          ],
          suppression: { offered: true, days: 365 },
          celebrate_on_completed: "burst",
        },
        targeting: { urls: { include: [], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
      },
    },
  ],
};
const NOTHING: ContentFile = { contents: [] };

type Serve = (head: string, options?: GuestSiteOptions) => Promise<GuestSite>;

const test = houseTest.extend<{ serve: Serve; page_errors: string[] }>({
  serve: async ({ page: _ }, use) => {
    const sites: GuestSite[] = [];
    await use(async (head, options) => {
      const site = await serveGuest(head, options);
      sites.push(site);
      return site;
    });
    await Promise.all(sites.map((site) => site.close()));
  },
  page_errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await use(errors);
  },
});
test.use({ houseOptions: { demo: false, contents: NOTHING } });

/** The instance is there and its live connection stands. */
async function untilConnected(page: Page): Promise<void> {
  await page.waitForFunction(() => window.guest !== undefined);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.guest.channel("probe").on("pusher:subscription_succeeded", () => resolve());
      }),
  );
}

const title = (page: Page) => card(page).getByRole("heading").first();

test.describe("a page without content", () => {
  test("is left alone: no animation frame, no interval, no timer under 30 s, no layout read", async ({
    house,
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
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    const during = await page.evaluate(async () => {
      const counts: { frames: number; intervals: number; timers: number[]; reads: number } = Reflect.get(
        window,
        "counts",
      );
      // An interval counts whenever it began; all else counts from now on.
      counts.frames = counts.reads = 0;
      counts.timers = [];
      // Idle is a length of time, so this waits for one; the page's own timer is the first of the list.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return counts;
    });
    expect(during).toEqual({ frames: 0, intervals: 0, timers: [4_000], reads: 0 });
    expect(page_errors).toEqual([]);
  });

  test("loads the core alone", async ({ house, page, serve }) => {
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/sdk/")) loaded.push(new URL(request.url()).pathname);
    });
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    expect(loaded).toEqual(["/sdk/fanfare.js"]);
  });

  test("finds its elements, history and listeners as they were after the shutdown", async ({ house, page, serve }) => {
    const plain = await serve("");
    await page.goto(plain.url);
    const before = await page.evaluate(() => document.body.outerHTML);
    await page.addInitScript(() => {
      const listening: string[] = [];
      Reflect.set(window, "listening", listening);
      const { addEventListener, removeEventListener } = EventTarget.prototype;
      const pages: readonly EventTarget[] = [window, document, window.navigation];
      const nameOf = (target: EventTarget, event: string): string | undefined => {
        // The test's own tools listen too.
        const ours = new Error().stack?.includes("/sdk/") === true;
        return ours && pages.includes(target) ? `${pages.indexOf(target)} ${event}` : undefined;
      };
      EventTarget.prototype.addEventListener = function (event: string, ...rest: [never]) {
        const name = nameOf(this ?? window, event);
        if (name !== undefined) listening.push(name);
        addEventListener.call(this ?? window, event, ...rest);
      };
      EventTarget.prototype.removeEventListener = function (event: string, ...rest: [never]) {
        const name = nameOf(this ?? window, event);
        if (name !== undefined) listening.splice(listening.indexOf(name), 1);
        removeEventListener.call(this ?? window, event, ...rest);
      };
    });
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    const listening = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, "listening"));
    expect((await listening()).length).toBeGreaterThan(4);
    await page.evaluate(() => window.guest.shutdown());
    expect(await listening()).toEqual([]);
    expect(await page.evaluate(() => document.body.outerHTML)).toBe(before);
    expect(await page.evaluate(() => document.documentElement.getAttributeNames())).toEqual(["lang"]);
    expect(await page.evaluate(() => Object.keys(history))).toEqual([]);
  });
});

test.describe("a page whose Fanfare is down", () => {
  test("goes on without it, with a classic script tag", async ({ page, serve, page_errors }) => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const site =
      await serve(`<script>window.fanfare = window.fanfare || []; fanfare.push(["init", { key: "k" }], ["track", "x"]);</script>
      <script async src="${dead}/sdk/fanfare.iife.js"></script>`);
    await page.goto(site.url);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(`${site.url}next`);
    expect(page_errors).toEqual([]);
  });

  test("hears no error from any call, and every promise settles", async ({ house, page, serve, page_errors }) => {
    const site = await serve(
      `<script type="module">
        import { init } from "${house.url}/sdk/fanfare.js";
        window.guest = init({ key: "k", host: "http://127.0.0.1:${await freePort()}" });
      </script>`,
    );
    await page.goto(site.url);
    await page.waitForFunction(() => window.guest !== undefined);
    const results = await page.evaluate(async () => {
      const { guest } = window;
      guest.on("ready", () => {
        throw new Error("the page's own");
      });
      guest.next();
      guest.back();
      guest.stop("welcome");
      guest.pause();
      guest.resume();
      guest.channel("private-x").on("y", () => {})();
      const circle: Record<string, unknown> = {};
      circle["self"] = circle;
      const settled = await Promise.all([
        guest.identify("u_42", { plan: "pro" }, { getToken: () => Promise.reject(new Error("none")) }),
        guest.track("ordered", { total: 1 }),
        guest.track("impossible", circle as never),
        guest.start("welcome"),
        guest.suppress("welcome"),
        guest.unsuppress("welcome"),
        guest.explain("welcome"),
      ]);
      guest.shutdown();
      return { settled, after: await guest.start("welcome"), list: guest.suppressions() };
    });
    expect(results.settled[0]).toEqual({ status: "waiting" });
    expect(results.settled[3]).toEqual({ status: "refused", gate: "unavailable" });
    expect(results.after).toEqual({ status: "refused", gate: "unavailable" });
    expect(page_errors).toEqual([]);
  });

  test("says what happened meanwhile once it is back, each thing once", async ({ house, page, serve, page_errors }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await house.server().stop();
    await page.evaluate(() => Promise.all([1, 2, 3].map((total) => window.guest.track("ordered", { total }))));
    await house.restart();
    // The network is back: what a browser says when it notices.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(async () => (await storedEvents(house.data_dir))["ordered"]).toBe(3);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.evaluate(() => window.guest.track("later"));
    await expect.poll(async () => (await storedEvents(house.data_dir))["later"]).toBe(1);
    expect((await storedEvents(house.data_dir))["ordered"]).toBe(3);
    expect(page_errors).toEqual([]);
  });
});

test.describe("what was tracked", () => {
  test("survives a reload while the server is away", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await house.server().stop();
    await page.evaluate(() => window.guest.track("ordered"));
    await page.reload();
    await house.restart();
    await page.reload();
    await expect.poll(async () => (await storedEvents(house.data_dir))["ordered"]).toBe(1);
  });

  test("arrives though the page is left in the same moment", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() => {
      void window.guest.track("left");
      location.href = "about:blank";
    });
    await expect.poll(async () => (await storedEvents(house.data_dir))["left"]).toBe(1);
  });

  test("is kept and sent once from a loop of 5,000", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() =>
      Promise.all(Array.from({ length: 5_000 }, (_, index) => window.guest.track("many", { index }))),
    );
    await expect.poll(async () => (await storedEvents(house.data_dir))["many"], { timeout: 30_000 }).toBe(5_000);
  });

  test("is in memory only until there is consent, and nowhere after a refusal", async ({ house, page, serve }) => {
    const site = await serve(
      `<script type="module">
        import { init } from "${house.url}/sdk/fanfare.js";
        window.guest = init({ key: "${APP.key}", consent: "pending" });
      </script>`,
    );
    await page.goto(site.url);
    await untilConnected(page);
    const remembered = await page.evaluate(async () => {
      await window.guest.track("before_consent");
      return { databases: await indexedDB.databases(), local: Object.keys(localStorage), cookie: document.cookie };
    });
    expect(remembered).toEqual({ databases: [], local: [], cookie: "" });
    await page.evaluate(() => window.guest.setConsent("granted"));
    await expect.poll(async () => (await storedEvents(house.data_dir))["before_consent"]).toBe(1);
    await page.evaluate(async () => {
      window.guest.setConsent("denied");
      await window.guest.track("after_refusal");
      window.guest.setConsent("granted");
      await window.guest.track("again");
    });
    await expect.poll(async () => (await storedEvents(house.data_dir))["again"]).toBe(1);
    expect((await storedEvents(house.data_dir))["after_refusal"]).toBeUndefined();
  });
});

test.describe("with a tour", () => {
  test.use({ houseOptions: { demo: false, contents: TOUR } });

  test("works under the strictest policy, Trusted Types included, without one report", async ({
    house,
    page,
    serve,
    page_errors,
  }) => {
    const socket = house.url.replace(/^http/, "ws");
    const csp = `default-src 'none'; script-src 'self' ${house.url}; connect-src ${house.url} ${socket}; style-src 'none'; img-src ${house.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const site = await serve(
      `<script src="/watch.js"></script><script async src="${house.url}/sdk/fanfare.iife.js" data-key="${APP.key}"></script>`,
      {
        csp,
        scripts: {
          "/watch.js": `window.noted = []; document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => window.noted.push([violatedDirective, blockedURI]));`,
        },
      },
    );
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await next(page);
    await expect(title(page)).toHaveText("Second");
    await next(page);
    await expect(card(page)).toHaveCount(0);
    await expect
      .poll(async () => (await storedEvents(house.data_dir))["celebration_played"], { timeout: 15_000 })
      .toBe(1);
    expect(await page.evaluate(() => window.noted)).toEqual([]);
    expect(page_errors).toEqual([]);
    const stored = await storedEvents(house.data_dir);
    expect(stored).toMatchObject({ tour_started: 1, tour_step_seen: 2, tour_step_completed: 2, tour_completed: 1 });
  });

  test("resumes on the next page where the person was, however fast they left", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await page.evaluate(() => {
      window.guest.next();
      location.href = "/next";
    });
    await expect(title(page)).toHaveText("Second");
    await page.reload();
    await expect(title(page)).toHaveText("Second");
    expect((await storedEvents(house.data_dir))["tour_started"]).toBe(1);
  });

  test("shows it in one tab at a time, and in the next when the first is closed", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    const second = await page.context().newPage();
    await second.goto(site.url);
    await untilConnected(second);
    expect(await second.evaluate(() => window.guest.start("welcome"))).toEqual({
      status: "refused",
      gate: "lane_busy",
    });
    await expect(card(second)).toHaveCount(0);
    await page.close();
    await expect(title(second)).toHaveText("First");
  });

  test("hides it in all tabs at once, and for good, and shows it again when that is undone", async ({
    house,
    page,
    serve,
  }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    const second = await page.context().newPage();
    await second.goto(site.url);
    await untilConnected(second);
    await second.evaluate(() => window.guest.suppress("welcome"));
    await expect(card(page)).toHaveCount(0);
    await page.reload();
    await untilConnected(page);
    expect(await page.evaluate(() => window.guest.start("welcome"))).toEqual({ status: "refused", gate: "suppressed" });
    const [suppression] = await page.evaluate(() => window.guest.suppressions());
    const days = (Date.parse(suppression?.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const explained = await page.evaluate(() => window.guest.explain("welcome"));
    expect(explained).toMatchObject({ outcome: "hide", gate: "suppressed" });
    await second.close();
    await page.evaluate(() => window.guest.unsuppress("welcome"));
    await expect(title(page)).toHaveText("First");
  });

  test("is shown in a frame that may store nothing, and throws nothing into it", async ({
    house,
    page,
    serve,
    page_errors,
  }) => {
    const inner = await serve(moduleSnippet(house.url, APP.key));
    const outer = await serve(`<meta name="x">`, {
      scripts: {},
    });
    await page.goto(outer.url);
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = src;
      frame.width = "800";
      frame.height = "600";
      document.body.append(frame);
    }, inner.url);
    const frame = page.frameLocator("iframe");
    await expect(frame.locator("fanfare-ui .card").getByRole("heading").first()).toHaveText("First");
    await expect.poll(async () => (await storedEvents(house.data_dir))["tour_started"]).toBe(1);
    expect(page_errors).toEqual([]);
  });

  test("asks and shows nothing of a page that the browser runs ahead", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.addInitScript(() => {
      Object.defineProperty(document, "prerendering", { configurable: true, value: true });
    });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/")) asked.push(request.url());
    });
    await page.goto(site.url);
    await page.waitForFunction(() => window.guest !== undefined);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(asked).toEqual([]);
    await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")));
    await expect(title(page)).toHaveText("First");
  });
});

test("the queue of a classic page is replayed in order, and the instance goes on from there", async ({
  house,
  page,
  serve,
}) => {
  const site = await serve(`<script>
      window.fanfare = window.fanfare || [];
      fanfare.push(["init", { key: "${APP.key}" }], ["track", "first"]);
      fanfare.push(["track", "second"]);
    </script>
    <script async src="${house.url}/sdk/fanfare.iife.js"></script>`);
  await page.goto(site.url);
  await expect.poll(async () => storedEvents(house.data_dir)).toMatchObject({ first: 1, second: 1 });
  await page.evaluate(() => {
    const instance: { track(name: string): Promise<void>; push(call: string[]): void } = Reflect.get(window, "fanfare");
    instance.push(["track", "third"]);
    return instance.track("fourth");
  });
  await expect.poll(async () => storedEvents(house.data_dir)).toMatchObject({ third: 1, fourth: 1 });
});

test("two calls of init with one key share an instance, and a wrong key says so to the developer", async ({
  house,
  page,
  serve,
}) => {
  const site = await serve(
    moduleSnippet(house.url, "no-such-key", `window.noted = [window.guest === init({ key: "no-such-key" })];`),
  );
  const warning = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto(site.url);
  expect((await warning).text()).toContain("Fanfare: ");
  expect(await page.evaluate(() => window.noted)).toEqual([true]);
});
