import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { closeGreeting, signIn } from "./support/console.ts";
import { test as base, expect } from "./support/fixtures.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";

const PREFIX = "/fanfare";

/**
 * A reverse proxy that serves Fanfare below a prefix, which it strips. All other paths belong to another application.
 */
async function proxyTo(port: number): Promise<Server> {
  const inside = (url: string | undefined): string | undefined =>
    url?.startsWith(`${PREFIX}/`) === true ? url.slice(PREFIX.length) : undefined;
  const proxy = createServer((from, answer) => {
    const path = inside(from.url);
    if (path === undefined) return void answer.writeHead(404).end("Somebody else's");
    const onward = request({ port, host: "127.0.0.1", method: from.method, path, headers: from.headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    from.pipe(onward);
  });
  proxy.on("upgrade", (from, socket, head) => {
    const path = inside(from.url);
    if (path === undefined) return void socket.destroy();
    const onward = connect(port, "127.0.0.1", () => {
      const headers = from.rawHeaders.flatMap((text, index) =>
        index % 2 === 0 ? [`${text}: ${from.rawHeaders[index + 1]}`] : [],
      );
      onward.write([`GET ${path} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

const test = base.extend<{ server: TestServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
  server: async ({}, use) => {
    let proxy: Server | undefined;
    const server = await startTestServer({
      demo: false,
      public_url: async (port) => {
        proxy = await proxyTo(port);
        // A listening TCP server has an address and a port.
        return `http://localhost:${(proxy.address() as AddressInfo).port}${PREFIX}`;
      },
    });
    await use(server);
    await server.stop();
    proxy?.closeAllConnections();
    proxy?.close();
  },
});

test("shows and searches the documentation behind a proxy with a path prefix", async ({ server, page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => problems.push(line.text()));
  page.on("request", (each) => {
    if (!each.url().startsWith(`${server.url}/docs`)) problems.push(each.url());
  });
  await page.goto(`${server.url}/docs`);
  await page.getByRole("navigation").getByRole("link", { name: "Celebrate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Celebrate");
  await page.keyboard.press("/");
  await page.keyboard.type("revision_stale");
  await page.locator("#results a").first().click();
  await expect(page).toHaveURL(`${server.url}/docs/errors#revision_stale`);
  expect(problems).toEqual([]);
});

test("signs in and publishes a tour behind a proxy with a path prefix", async ({ server, page }) => {
  const origin = new URL(server.url).origin;
  const strays: string[] = [];
  const note = (url: string): void => {
    const { pathname, protocol } = new URL(url);
    if (/^(https?|wss?):/.test(protocol) && !pathname.startsWith(`${PREFIX}/`)) strays.push(url);
  };
  page.on("request", (each) => note(each.url()));
  let live = 0;
  page.on("websocket", (each) => {
    note(each.url());
    each.on("framereceived", ({ payload }) => {
      if (String(payload).includes("subscription_succeeded")) live += 1;
    });
  });

  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Welcome to the order desk" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  expect(page.url()).toMatch(`${origin}${PREFIX}/console/`);
  // The URL survives a reload and works as a bookmark.
  await page.reload();
  await page.getByLabel("Title", { exact: true }).fill("From below a prefix");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await expect.poll(() => live).toBeGreaterThan(0);
  expect(strays).toEqual([]);
});
