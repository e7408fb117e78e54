import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { Page } from "@playwright/test";
import { card, expect, next } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { createTour, TOUR, test, title, untilConnected } from "./support/host-test.ts";

const readCache = (page: Page): Promise<string> =>
  page.evaluate((key) => localStorage.getItem(`fanfare:${key}:kept`) ?? "", APP.key);

/** Waits until the page has evaluated this file of the SDK, and for what follows from it. */
async function loaded(page: Page, file: string): Promise<void> {
  await page.waitForFunction(
    (name) => performance.getEntriesByType("resource").some((each) => each.name.includes(`/chunks/${name}-`)),
    file,
  );
  // A frame after the one that would show it.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Holds boot responses until `answer`, and changes them. */
async function holdResponses(page: Page, change: (answer: BootResponse) => object) {
  let count = 0;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/boot?*", async (route) => {
    count++;
    await answered;
    const { "if-none-match": _, ...headers } = route.request().headers();
    // The page may have been left.
    const response = await route.fetch({ headers }).catch(() => undefined);
    const body = await response?.json().catch(() => undefined);
    if (response && body !== undefined) await route.fulfill({ response, json: change(body) }).catch(() => {});
  });
  return {
    answer,
    count: () => count,
    async release() {
      answer();
      await page.unroute("**/v1/boot?*");
    },
  };
}

test.describe("page with a tour", () => {
  test.use({ serverOptions: { demo: false, contents: TOUR } });

  test("works under the strictest policy, including Trusted Types, without a report", async ({
    server,
    page,
    serve,
    page_errors,
  }) => {
    const socket = server.url.replace(/^http/, "ws");
    const csp = `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; img-src ${server.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const site = await serve(
      `<script src="/watch.js"></script><script async src="${server.url}/sdk/fanfare.iife.js" data-key="${APP.key}"></script>`,
      {
        csp,
        scripts: {
          "/watch.js": `window.noted = []; document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => window.noted.push([violatedDirective, blockedURI]));`,
        },
      },
    );
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_step_seen"]).toBe(1);
    await next(page);
    await expect(title(page)).toHaveText("Second");
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_step_seen"]).toBe(2);
    await next(page);
    await expect(card(page)).toHaveCount(0);
    await expect
      .poll(async () => (await storedEvents(server.data_dir))["celebration_played"], { timeout: 15_000 })
      .toBe(1);
    await expect.poll(() => page.evaluate(() => window.noted)).toEqual([]);
    expect(page_errors).toEqual([]);
    const stored = await storedEvents(server.data_dir);
    expect(stored).toMatchObject({ tour_started: 1, tour_step_seen: 2, tour_step_completed: 2, tour_completed: 1 });
  });

  test("shows the tour before the server responds, once, and hides it if the app is paused", async ({
    server,
    page,
    serve,
  }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await expect.poll(() => readCache(page)).toContain('"early":1');
    const held = await holdResponses(page, (answer) => answer);
    await page.reload();
    await expect(title(page)).toHaveText("First");
    // The person may have closed it meanwhile, so the next page waits.
    await page.reload();
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    await expect.poll(held.count).toBe(2);
    await loaded(page, "guide");
    await expect(card(page)).toHaveCount(0);
    await held.release();
    await page.reload();
    await untilConnected(page);
    await expect(title(page)).toHaveText("First");
    await expect.poll(() => readCache(page)).toContain('"early":1');
    const paused = await holdResponses(page, ({ app, ...rest }) => ({
      ...rest,
      app: { ...app, paused: true },
      decisions: [],
    }));
    await page.reload();
    await expect(title(page)).toHaveText("First");
    paused.answer();
    await expect(card(page)).toHaveCount(0);
    await paused.release();
  });

  test("shows nothing early that the person hid, on each page until the server responds", async ({
    server,
    page,
    serve,
  }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await expect.poll(() => readCache(page)).toContain('"early":1');
    const earlier = await readCache(page);
    await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
    await card(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_suppressed"]).toBe(1);
    const held = await holdResponses(page, (answer) => answer);
    await page.reload();
    await expect.poll(held.count).toBe(1);
    await loaded(page, "cached");
    await expect(card(page)).toHaveCount(0);
    // As a tab leaves it that missed the choice.
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      `fanfare:${APP.key}:kept`,
      earlier,
    ] as const);
    await page.reload();
    await expect.poll(held.count).toBe(2);
    await loaded(page, "guide");
    await expect(card(page)).toHaveCount(0);
    held.answer();
    await untilConnected(page);
    await expect(card(page)).toHaveCount(0);
    await held.release();
  });

  test("resumes at the same step on the next page, even after leaving quickly", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await page.evaluate(() => {
      window.fanfareClient.next();
      location.href = "/next";
    });
    await expect(title(page)).toHaveText("Second");
    // Counted as shown once, after an impression of one second here or earlier.
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_started"]).toBe(1);
    const { tour_step_seen: seen = 0 } = await storedEvents(server.data_dir);
    await page.reload();
    await expect(title(page)).toHaveText("Second");
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_step_seen"]).toBeGreaterThan(seen);
    expect((await storedEvents(server.data_dir))["tour_started"]).toBe(1);
  });

  test("stores and sends nothing before consent, and nothing declined", async ({ server, page, serve }) => {
    const site = await serve(
      moduleSnippet(server.url, APP.key).replace(`debug: true`, `debug: true, consent: "pending"`),
    );
    const events: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "POST" && !["/v1/boot", "/pusher/auth"].includes(pathname)) events.push(pathname);
    });
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await untilConnected(page);
    await page.evaluate(() => window.fanfareClient.track("before_consent"));
    await next(page);
    await expect(title(page)).toHaveText("Second");
    const storage = await page.evaluate(async () => ({
      databases: await indexedDB.databases(),
      storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      caches: await caches.keys(),
      cookie: document.cookie,
    }));
    expect(storage).toEqual({ databases: [], storage: [], caches: [], cookie: "" });
    expect(await page.context().cookies()).toEqual([]);
    expect(events).toEqual([]);
    await expect.poll(() => storedEvents(server.data_dir)).toEqual({});

    await page.evaluate(async () => {
      window.fanfareClient.setConsent("denied");
      await window.fanfareClient.track("after_refusal");
      window.fanfareClient.setConsent("pending");
      await window.fanfareClient.track("pending_again");
      window.fanfareClient.setConsent("granted");
      await window.fanfareClient.track("granted");
    });
    await expect.poll(async () => (await storedEvents(server.data_dir))["granted"]).toBe(1);
    const stored = await storedEvents(server.data_dir);
    expect([stored["after_refusal"], stored["pending_again"]]).toEqual([undefined, 1]);
  });

  test("shows the tour in one tab at a time, then in the next", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    const second = await page.context().newPage();
    await second.goto(site.url);
    await untilConnected(second);
    expect(await second.evaluate(() => window.fanfareClient.start("welcome"))).toEqual({
      status: "refused",
      gate: "lane_busy",
    });
    await expect(card(second)).toHaveCount(0);
    await page.close();
    await expect(title(second)).toHaveText("First");
  });

  test("hides the tour in all tabs immediately and shows the tour again on undo", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    const before = await page.evaluate(() => window.fanfareClient.explain("welcome"));
    expect(before?.gates.find(({ gate }) => gate === "target_missing")?.status).toBe("pass");
    const second = await page.context().newPage();
    await second.goto(site.url);
    await untilConnected(second);
    // Either tab may send it.
    const stored = page.context().waitForEvent("response", (each) => each.url().includes("/v1/suppressions"));
    await second.evaluate(() => window.fanfareClient.suppress("welcome"));
    await expect(card(page)).toHaveCount(0);
    await stored;
    await page.reload();
    await untilConnected(page);
    expect(await page.evaluate(() => window.fanfareClient.start("welcome"))).toEqual({
      status: "refused",
      gate: "suppressed",
    });
    const [suppression] = await page.evaluate(() => window.fanfareClient.suppressions());
    const days = (Date.parse(suppression?.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const explained = await page.evaluate(() => window.fanfareClient.explain("welcome"));
    expect(explained).toMatchObject({ outcome: "hide", gate: "suppressed" });
    await second.close();
    await page.evaluate(() => window.fanfareClient.unsuppress("welcome"));
    await expect(title(page)).toHaveText("First");
  });

  test("shows the tour once and opens one socket with two copies of the SDK", async ({ server, page, serve }) => {
    let sockets = 0;
    page.on("websocket", () => sockets++);
    const other_url = server.url.replace("localhost", "127.0.0.1");
    const more = `const { init: again } = await import("${other_url}/sdk/fanfare.js");
      window.isShared = again({ key: "${APP.key}" }) === window.fanfareClient && again !== init;`;
    const site = await serve(moduleSnippet(server.url, APP.key, more));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await untilConnected(page);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "isShared"))).toBe(true);
    expect([await page.locator("fanfare-ui .card").count(), sockets]).toEqual([1, 1]);
  });

  for (const way of ["an import", "the loader"] as const) {
    test(`tells the developer that an SVG document with ${way} can't show it`, async ({
      server,
      page,
      serve,
      page_errors,
    }) => {
      const site = await serve("");
      const warnings: string[] = [];
      page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
      await page.goto(site.url);
      // Chromium runs no module scripts there, but imports.
      const script =
        way === "an import"
          ? `<script>import("${server.url}/sdk/fanfare.js").then(({ init }) =&gt; init({ key: "${APP.key}" }))</script>`
          : `<script href="${server.url}/sdk/fanfare.iife.js" data-key="${APP.key}"/>`;
      await page.evaluate((text) => {
        const frame = document.createElement("iframe");
        const svg = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
        frame.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        document.body.append(frame);
      }, script);
      await expect
        .poll(() => warnings)
        .toEqual(["Fanfare: content is shown only in HTML documents, and this is another one, such as SVG"]);
      expect(page_errors).toEqual([]);
    });
  }

  test("shows the tour in a frame without storage and throws nothing", async ({ server, page, serve, page_errors }) => {
    const inner = await serve(moduleSnippet(server.url, APP.key));
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
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_started"]).toBe(1);
    expect(page_errors).toEqual([]);
  });

  test("requests and shows nothing on a prerendered page", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, "prerendering", { configurable: true, value: true });
    });
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/")) requests.push(request.url());
    });
    await page.goto(site.url);
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests).toEqual([]);
    await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")));
    await expect(title(page)).toHaveText("First");
  });
});

test.describe("Arabic tour on an English page", () => {
  test.use({
    serverOptions: {
      demo: false,
      contents: createTour({
        locale: "ar",
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        body: {
          type: "tour",
          steps: [
            { id: "one", kind: "centered", title: "أهلًا", blocks: [] },
            { id: "two", kind: "centered", title: "الطلبات", blocks: [] },
          ],
          suppression: { offered: true, days: 365 },
          celebrate_on_completed: "rain",
        },
      }),
    },
  });

  test("shows the player in Arabic from right to left and loads no other language", async ({
    server,
    page,
    serve,
    page_errors,
  }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(/chunks\/(\w+)-/.exec(request.url())?.[1] ?? ""));
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("أهلًا");
    const shown = card(page);
    await expect(shown).toContainText("الخطوة 1 من 2");
    await expect(shown.getByRole("checkbox", { name: "عدم الإظهار مجددًا لمدة 365 يومًا" })).toBeVisible();
    await expect(page.locator("fanfare-ui .view")).toHaveAttribute("lang", "ar");
    const close = shown.getByRole("button", { name: "إغلاق" });
    // Read both together. The close button is at the inline end, which is left here.
    await expect
      .poll(() =>
        close.evaluate((cross) => {
          const box = cross.closest(".card")?.getBoundingClientRect();
          return box !== undefined && cross.getBoundingClientRect().right < box.left + box.width / 2;
        }),
      )
      .toBe(true);
    await shown.getByRole("button", { name: "التالي" }).click();
    await expect(title(page)).toHaveText("الطلبات");
    await expect(shown.getByRole("button", { name: "السابق" })).toBeVisible();
    await shown.getByRole("button", { name: "تم" }).click();
    await expect(page.getByRole("status").filter({ hasText: "تهانينا!" })).toBeAttached();
    expect(loaded).toContain("ar");
    for (const other of ["de", "fr", "he"]) expect(loaded).not.toContain(other);
    expect(page_errors).toEqual([]);
  });
});
