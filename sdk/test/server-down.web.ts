import { card, expect, next } from "../../e2e/support/fixtures.ts";
import { APP, freePort } from "../../e2e/support/test-server.ts";
import { moduleSnippet, sdkFiles, storedEvents } from "./support/host-page.ts";
import { TOUR, test, title, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

test.describe("page without a reachable Fanfare server", () => {
  test("works with a classic script tag", async ({ page, serve, page_errors }) => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const site =
      await serve(`<script>window.fanfare = window.fanfare || []; fanfare.push(["init", { key: "k" }], ["track", "x"]);</script>
      <script async src="${dead}/sdk/fanfare.iife.js"></script>`);
    await page.goto(site.url);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(`${site.url}next`);
    expect(page_errors).toEqual([]);
  });

  test("gets no error from any call, and every promise settles", async ({ server, page, serve, page_errors }) => {
    const site = await serve(
      `<script type="module">
        import { init } from "${server.url}/sdk/fanfare.js";
        window.fanfareClient = init({ key: "k", host: "http://127.0.0.1:${await freePort()}" });
      </script>`,
    );
    await page.goto(site.url);
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    const results = await page.evaluate(async () => {
      const { fanfareClient: client } = window;
      client.on("ready", () => {
        throw new Error("the page's own");
      });
      client.next();
      client.back();
      client.stop("welcome");
      client.pause();
      client.resume();
      client.channel("private-x").on("y", () => {})();
      client.channel(Object.create(null)).on("y", () => {})();
      const circle: Record<string, unknown> = {};
      circle["self"] = circle;
      const settled = await Promise.all([
        client.identify("u_42", { plan: "pro" }, { getToken: () => Promise.reject(new Error("none")) }),
        client.track("ordered", { total: 1 }),
        client.track("impossible", circle as never),
        client.start("welcome"),
        client.suppress("welcome"),
        client.unsuppress("welcome"),
        client.explain("welcome"),
        client.start("welcome", { step: "one", force: true, once: true }),
        client.group("acme"),
        client.update({ plan: "free" }),
        client.setLocale("no tag at all"),
        client.page("http://[", { name: "x" }),
        client.toast("", { action: { label: "None" } }),
        client.announce(circle as never),
        client.debug(false),
      ]);
      client.off("ready", () => {});
      client.once("ready", () => {})();
      client.stopAll();
      client.shutdown();
      return { settled, after: await client.start("welcome"), list: client.suppressions() };
    });
    expect(results.settled[0]).toEqual({ status: "waiting" });
    expect(results.settled[3]).toEqual({ status: "refused", gate: "unavailable" });
    expect(results.settled.slice(7, 10)).toEqual([
      { status: "refused", gate: "unavailable" },
      { status: "waiting" },
      { status: "waiting" },
    ]);
    expect(results.after).toEqual({ status: "refused", gate: "unavailable" });

    // The file with deferred calls fails to load.
    await page.route("**/chunks/calls-*", (route) => route.abort());
    await page.reload();
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    const otherwise = await page.evaluate(async () => {
      const { fanfareClient: client } = window;
      const { feed, explain, group, update, toast } = client;
      return JSON.stringify(
        await Promise.all([feed(), explain("welcome"), group("acme"), update({}), toast("Saved"), client.reset()]),
      );
    });
    expect(otherwise).toBe('[{"items":[],"unread":0},null,{"status":"waiting"},{"status":"waiting"},null,null]');
    expect(page_errors).toEqual([]);
  });

  test("sends events from the outage once when the server is back", async ({ server, page, serve, page_errors }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await server.process().stop();
    await page.evaluate(() => Promise.all([1, 2, 3].map((total) => window.fanfareClient.track("ordered", { total }))));
    await server.restart();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(async () => (await storedEvents(server.data_dir))["ordered"]).toBe(3);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.evaluate(() => window.fanfareClient.track("later"));
    await expect.poll(async () => (await storedEvents(server.data_dir))["later"]).toBe(1);
    expect((await storedEvents(server.data_dir))["ordered"]).toBe(3);
    expect(page_errors).toEqual([]);
  });
});

test.describe("page without a server response after a reload", () => {
  test.use({ serverOptions: { demo: false, contents: TOUR } });

  test("shows the cached content at its step and later sends everything once", async ({
    server,
    page,
    serve,
    page_errors,
  }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    const readCache = () => page.evaluate((key) => localStorage.getItem(`fanfare:${key}:kept`) ?? "", APP.key);
    await expect.poll(readCache).toContain("welcome");
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_started"]).toBe(1);
    // The cache must contain no credentials.
    expect(await readCache()).not.toContain("token");

    // Files load, but API requests fail.
    await page.route("**/v1/**", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(title(page)).toHaveText("First");
    await next(page);
    await expect(title(page)).toHaveText("Second");
    await expect.poll(readCache).toContain('"step_id":"two"');
    await page.reload();
    await expect(title(page)).toHaveText("Second");
    await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
    await card(page).getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toHaveCount(0);
    await expect.poll(readCache).toContain("do_not_show_again");
    await page.reload();
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    await expect.poll(() => page.evaluate(() => window.fanfareClient.suppressions().length)).toBe(1);
    await expect(card(page)).toHaveCount(0);

    await page.unroute("**/v1/**");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilConnected(page);
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_suppressed"]).toBe(1);
    const { tour_started, tour_dismissed } = await storedEvents(server.data_dir);
    expect({ tour_started, tour_dismissed }).toEqual({ tour_started: 1, tour_dismissed: 1 });
    await page.reload();
    await untilConnected(page);
    expect(await page.evaluate(() => window.fanfareClient.start("welcome"))).toEqual({
      status: "refused",
      gate: "suppressed",
    });
    await expect(card(page)).toHaveCount(0);
    expect(page_errors).toEqual([]);
  });
});

test.describe("page without a server, with the SDK from the site itself", () => {
  test.use({ serverOptions: { demo: false, contents: TOUR } });

  test("shows its tour after a reload until the person signs out or hides the tour", async ({
    server,
    page,
    serve,
    page_errors,
  }) => {
    const snippet = moduleSnippet("", APP.key).replace("debug: true", `debug: true, host: "${server.url}"`);
    const site = await serve(snippet, { scripts: sdkFiles() });
    const readCache = () => page.evaluate((key) => localStorage.getItem(`fanfare:${key}:kept`) ?? "", APP.key);
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await expect.poll(readCache).toContain("welcome");
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_started"]).toBe(1);
    const earlier = await readCache();
    const keepAgain = () =>
      page.evaluate(([key, text]) => localStorage.setItem(key, text), [`fanfare:${APP.key}:kept`, earlier] as const);

    await server.process().stop();
    const names = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("fanfare:")));
    const signOut = () => {
      window.noted = [window.fanfareClient.reset()];
    };
    const refuse = () => window.fanfareClient.setConsent("denied");
    for (const leave of [signOut, refuse]) {
      await page.reload();
      await expect(title(page)).toHaveText("First");
      // In the same task, without waiting for a response.
      await page.evaluate(leave);
      expect(await readCache()).toBe("");
      await expect(card(page)).toHaveCount(0);
      // Signing out clears once more after the last calls were sent or timed out, and leaves the time of it.
      if (leave === signOut) await page.evaluate(() => Promise.all(window.noted));
      // Without consent, the rest is cleared once the file that does it has loaded.
      await expect.poll(names).toEqual(leave === signOut ? [`fanfare:${APP.key}:left`] : []);
      await keepAgain();
    }

    await page.reload();
    await expect(title(page)).toHaveText("First");
    await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
    await card(page).getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toHaveCount(0);
    await expect.poll(readCache).toContain("do_not_show_again");

    await server.restart();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilConnected(page);
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_suppressed"]).toBe(1);
    await page.reload();
    await untilConnected(page);
    expect(await page.evaluate(() => window.fanfareClient.start("welcome"))).toEqual({
      status: "refused",
      gate: "suppressed",
    });
    await expect(card(page)).toHaveCount(0);
    expect((await storedEvents(server.data_dir))["tour_suppressed"]).toBe(1);
    expect(page_errors).toEqual([]);
  });
});
