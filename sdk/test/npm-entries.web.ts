import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Page, Route } from "@playwright/test";
import Pusher from "pusher";
import { card, confetti, expect } from "../../e2e/support/fixtures.ts";
import { APP, freePort } from "../../e2e/support/test-server.ts";
import manifest from "../package.json" with { type: "json" };
import { storedEvents } from "./support/host-page.ts";
import { TOUR, test, title, untilConnected } from "./support/host-test.ts";
import "./support/host-window.ts";

const GZIP_BYTES_MAX = 1_024;

test.use({ serverOptions: { demo: false, contents: TOUR } });

/** All files of the package, under the paths that its entries import. */
async function packageFiles(): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-entries-"));
  try {
    await promisify(execFile)("tar", ["xzf", `sdk/dist/npm/fanfare-sdk-${manifest.version}.tgz`, "-C", folder]);
    const dist = join(folder, "package/dist");
    const names = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    return Object.fromEntries(names.map((name) => [`/${name}`, readFileSync(join(dist, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const snippet = (host: string, { debug = false, entry = "load" } = {}): string => `<script type="module">
  import { init } from "/${entry}.js";
  window.fanfareClient = init({ key: "${APP.key}", host: "${host}", debug: ${debug} });
</script>`;

/** Uses every call before the SDK is there. Returns the results, in the order in which they came. */
const callAll = (page: Page) =>
  page.evaluate(async () => {
    const { fanfareClient: client } = window;
    const came: string[] = [];
    const calls: readonly [string, unknown][] = [
      ["identify", client.identify("u_42", { plan: "pro" })],
      ["track 1", client.track("first")],
      ["track 2", client.track("second")],
      ["start", client.start("welcome")],
      ["group", client.group("acme")],
      ["suppressions", client.suppressions()],
      ["feed", client.feed()],
      ["explain", client.explain("welcome")],
      ["celebrate", client.celebrate("burst").finished],
      ["toast", client.toast("Saved")],
      ["unsuppress", client.unsuppress("welcome")],
      ["page", client.page()],
      ["update", client.update({ plan: "free" })],
    ];
    client.on("ready", () => {})();
    client.once("ready", () => {});
    client.channel("orders").on("created", () => {})();
    client.action("open", () => {})();
    for (const call of [client.next, client.back, client.stopAll, client.pause, client.resume]) call();
    await Promise.all(calls.map(async ([name, result]) => came.push(`${name}: ${JSON.stringify(await result)}`)));
    return came;
  });

test("the loader has at most 1 kB", async () => {
  const files = await packageFiles();
  const loaded = ["/load.js", "/inert.js"].map((name) => files[name]).join("");
  expect(gzipSync(loaded, { level: 9 }).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
});

test("the loader keeps calls in order until a slow server has sent the SDK", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(snippet(server.url), { scripts: await packageFiles() });
  let keep = (_: Route): void => {};
  const held = new Promise<Route>((resolve) => {
    keep = resolve;
  });
  await page.route("**/sdk/fanfare.js", (route) => keep(route));
  const sent: string[] = [];
  page.on("request", (request) => {
    const names = [...(request.postData() ?? "").matchAll(/"name":"(first|second)"/g)].map(([, name = ""]) => name);
    if (request.url().includes("/v1/events")) sent.push(...names);
  });
  await page.goto(site.url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  const results = callAll(page);
  const route = await held;
  await expect(card(page)).toHaveCount(0);
  await route.continue();
  await expect(title(page)).toHaveText("First");
  const came = await results;
  expect(came).toHaveLength(13);
  expect(came).toContain('start: {"status":"shown"}');
  await expect.poll(() => storedEvents(server.data_dir)).toMatchObject({ first: 1, second: 1 });
  expect(sent).toEqual(["first", "second"]);
  expect(page_errors).toEqual([]);
});

test("the loader settles every call, and logs one line with debug on, if there is no SDK", async ({
  page,
  serve,
  page_errors,
}) => {
  const scripts = await packageFiles();
  const lines: string[] = [];
  page.on("console", (line) => {
    if (line.text().startsWith("Fanfare")) lines.push(`${line.type()}: ${line.text()}`);
  });
  const html = await serve("");
  for (const host of [`http://127.0.0.1:${await freePort()}`, html.url]) {
    for (const debug of [false, true]) {
      const site = await serve(snippet(host, { debug }), { scripts });
      await page.goto(site.url);
      await page.waitForFunction(() => window.fanfareClient !== undefined);
      const came = await callAll(page);
      expect(came).toHaveLength(13);
      expect(came).toContain('start: {"status":"refused","gate":"unavailable"}');
      expect(lines.splice(0)).toEqual(debug ? [expect.stringMatching(/^debug: Fanfare: the SDK can't be loaded/)] : []);
    }
  }
  expect(page_errors).toEqual([]);
});

test("the package names another version of the server once, with debug on", async ({ server, page, serve }) => {
  const lines: string[] = [];
  page.on("console", (line) => {
    if (line.text().includes("the server has")) lines.push(`${line.type()}: ${line.text()}`);
  });
  const scripts = await packageFiles();
  const open = async (debug: boolean): Promise<void> => {
    const again = `<script type="module">
      import { init } from "/index.js";
      init({ key: "another", host: "${server.url}/", debug: ${debug} });
    </script>`;
    const site = await serve(snippet(server.url, { debug, entry: "index" }) + again, { scripts });
    const answered = debug ? page.waitForResponse("**/sdk/version.json") : undefined;
    await page.goto(site.url);
    await answered;
    await untilConnected(page);
  };
  await open(true);
  expect(lines).toEqual([]);

  const version = { json: { version: "9.9.9" }, headers: { "Access-Control-Allow-Origin": "*" } };
  await page.route("**/sdk/version.json", (route) => route.fulfill(version));
  await open(true);
  const text = `this page has the SDK ${manifest.version}, and the server has 9.9.9`;
  await expect.poll(() => lines).toEqual([expect.stringContaining(text)]);
  expect(lines[0]).toContain(`npm install ${server.url}/sdk/npm/fanfare-sdk-9.9.9.tgz`);
  await open(false);
  expect(lines).toHaveLength(1);
});

/** The package as an earlier release had it: the bytes of this one, under another version. */
async function earlierPackage(version: string): Promise<Readonly<Record<string, string>>> {
  const [files, name] = [await packageFiles(), "/compare-versions.js"];
  const code = files[name] ?? "";
  expect(code).toContain(manifest.version);
  return { ...files, [name]: code.replaceAll(manifest.version, version) };
}

test("an earlier release of the package completes a tour, and logs once that it's older", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const lines: string[] = [];
  page.on("console", (line) => {
    if (line.text().includes("the server has")) lines.push(line.text());
  });
  const scripts = await earlierPackage("0.0.9");
  const site = await serve(snippet(server.url, { debug: true, entry: "index" }), { scripts });
  await page.goto(site.url);
  await expect(title(page)).toHaveText("First");
  await page.evaluate(() => {
    window.fanfareClient.track("first");
    window.fanfareClient.channel("orders").on("order.created", () => window.fanfareClient.track("second"));
  });
  await card(page).getByRole("button", { name: "Next" }).click();
  await expect(title(page)).toHaveText("Second");
  await card(page).locator("button.primary").click();
  await expect(confetti(page)).toHaveCount(1);
  await expect(card(page)).toHaveCount(0);
  await untilConnected(page);
  const { hostname, port } = new URL(server.url);
  const backend = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
  await backend.trigger("orders", "order.created", {});
  await expect.poll(() => storedEvents(server.data_dir)).toMatchObject({ first: 1, second: 1 });
  await page.goto(`${site.url}next`);
  await untilConnected(page);
  await expect(card(page)).toHaveCount(0);
  expect(page_errors).toEqual([]);
  const update = `npm install ${server.url}/sdk/npm/fanfare-sdk-${manifest.version}.tgz`;
  const line = `Fanfare: this page has the SDK 0.0.9, and the server has ${manifest.version}. Update it: ${update}`;
  // Once for each page.
  expect(lines).toEqual([line, line]);
});
