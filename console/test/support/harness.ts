import { cpSync, readFileSync } from "node:fs";
import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import type { CreatedAppResponse } from "@fanfare/contract/schema/responses/accounts/new-app";
import type { ContentDetail, Me } from "@fanfare/contract/schema/responses/content/content";
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
  request as playwright,
} from "@playwright/test";
import { expectSaved, pick, untilSubscribed } from "../../../e2e/support/console.ts";
import { makeHashesFast, seededDirectory } from "../../../e2e/support/seeded-directory.ts";
import { sharedDirectory } from "../../../e2e/support/shared-directory.ts";
import {
  APP,
  OWNER,
  SERVER,
  startProcess,
  startTestServer,
  type TestServer,
} from "../../../e2e/support/test-server.ts";

export const GRACE = {
  email: "grace@example.com",
  password: "another long phrase",
  name: "Grace Hopper",
  role: "editor",
} as const;
export const VERA = {
  email: "vera@example.com",
  password: "a phrase to look with",
  name: "Vera Rubin",
  role: "viewer",
} as const;

/** Provides each test file with its own server, all with the same seed data. */
interface Servers {
  of(file: string, has_public_url: boolean): Promise<TestServer>;
}

const BARE = { demo: false, contents: { contents: [] } } as const;

/** One server per test file. Each test creates its own content. The console's tours are hidden. */
export const test = base.extend<{ server: TestServer; signedIn: Page; has_public_url: boolean }, { servers: Servers }>({
  // One browser context per worker, because a new one for each test costs a sixth of the CPU time. Between tests,
  // Playwright clears what the console keeps in the browser: cookies and both storages.
  reuseContext: [true, { scope: "worker" }],
  // Transitions would cost a tenth of the time. A test of one emulates its own setting.
  contextOptions: { reducedMotion: "reduce" },
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const from = await sharedDirectory("console", seed);
      let open: { readonly file: string; readonly server: TestServer } | undefined;
      await use({
        async of(file, has_public_url) {
          if (open?.file === file) return open.server;
          await open?.server.stop();
          const options = has_public_url ? { public_url: async (port: number) => `http://localhost:${port}` } : {};
          open = { file, server: await startTestServer({ ...BARE, ...options, from }) };
          return open.server;
        },
      });
      await open?.server.stop();
    },
    { scope: "worker" },
  ],
  /** Whether FANFARE_PUBLIC_URL is set. The same for all tests of a file. */
  has_public_url: [false, { option: true }],
  server: async ({ servers, has_public_url }, use, { file }) => use(await servers.of(file, has_public_url)),
  signedIn: async ({ server, page }, use) => {
    await enter(page.request, server);
    await use(page);
  },
});
export { APP, expect, expectSaved as expectKept, OWNER, pick, untilSubscribed };

/** Seed data of all servers: three members and a first publish. */
async function seed(directory: string): Promise<void> {
  const pattern = await startTestServer({ ...BARE, from: await seededDirectory() });
  await addMembers(pattern);
  await publishOnce(pattern);
  await pattern.process().stop();
  await makeHashesFast(pattern.data_dir, [GRACE, VERA]);
  cpSync(pattern.data_dir, directory, { recursive: true });
  await pattern.stop();
}

/** Adds members with the CLI while the server is stopped. */
async function addMembers(server: TestServer): Promise<void> {
  await server.process().stop();
  for (const { email, name, role, password } of [GRACE, VERA]) {
    const args = [SERVER, "admin", "create", "--email", email, "--name", name, "--role", role];
    const part = startProcess([...args, "--password", password], { FANFARE_DATA_DIR: server.data_dir });
    await expect.poll(() => part.running(), { timeout: 30_000 }).toBe(false);
    if (!part.lines.some((line) => line.includes("created with the role"))) throw new Error(part.lines.join("\n"));
  }
  await server.restart();
}

/** Publishes once, so that no publish in a test triggers the first-publish celebration. */
async function publishOnce(server: TestServer): Promise<void> {
  const request = await playwright.newContext();
  await enter(request, server);
  const { id, revision } = await createTour(request, server, { name: "Published before" });
  const response = await request.post(`${server.url}/api/contents/${id}/publish`, {
    data: { app_id: APP.id },
    headers: { origin: server.url, "if-match": `"${revision}"` },
  });
  expect(response.status()).toBe(200);
  await request.dispose();
}

/** Signs in with the API and hides the console's tours. */
export async function enter(
  request: APIRequestContext,
  server: TestServer,
  credentials: { readonly email: string; readonly password: string } = OWNER,
): Promise<void> {
  const headers = { origin: server.url };
  const response = await request.post(`${server.url}/api/sign-in`, {
    data: { email: credentials.email, password: credentials.password },
    headers,
  });
  expect(response.status()).toBe(200);
  // Safe cast: the server sends the contract's `Me`.
  await dismissTours(request, server, (await response.json()) as Me);
}

/** Hides the console's own tours, which would cover the page and intercept clicks. */
export async function dismissTours(request: APIRequestContext, server: TestServer, { guest }: Me): Promise<void> {
  const hidden = await request.post(`${server.url}/v1/suppressions?app=${guest.key}`, {
    data: { scope: "all", target: "", external_id: guest.external_id },
    headers: { origin: server.url, authorization: `Bearer ${guest.token}` },
  });
  expect(hidden.ok()).toBe(true);
}

/** Signs in with a separate browser context. */
export async function enterAs(
  credentials: { readonly email: string; readonly password: string },
  browser: Browser,
  server: TestServer,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page.request, server, credentials);
  return page;
}

export const paragraph = (text: string) => ({ kind: "paragraph" as const, spans: [{ text }] });

export function step(id: string, title: string): Step {
  return { kind: "centered", id, title, blocks: [paragraph(`Words of ${title}`)] };
}

/** Creates an app without people or content, for tests of empty states and counts. */
export async function createApp(
  request: APIRequestContext,
  server: TestServer,
  name: string,
): Promise<CreatedAppResponse> {
  const response = await request.post(`${server.url}/api/apps`, { data: { name }, headers: { origin: server.url } });
  expect(response.status(), await response.text()).toBe(201);
  // Safe cast: the server sends the contract's `CreatedAppResponse`.
  return (await response.json()) as CreatedAppResponse;
}

let made = 0;

/** Creates a tour with the API. A number at the end of the name keeps tests independent. */
export async function createTour(
  request: APIRequestContext,
  server: TestServer,
  change: { readonly name?: string; readonly steps?: readonly Step[]; readonly edition?: Partial<Edition> } = {},
): Promise<ContentDetail> {
  made += 1;
  const slug = `tour-${made}-${Date.now().toString(36)}`;
  const response = await request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: {
      app_id: APP.id,
      name: change.name ?? `Tour ${slug}`,
      slug,
      draft: {
        ...change.edition,
        body: { type: "tour", steps: change.steps ?? [step("one", "First step"), step("two", "Second step")] },
      },
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  // Safe cast: the server sends the contract's `ContentDetail`.
  return (await response.json()) as ContentDetail;
}

export async function readTour(page: Page, server: TestServer, id: string): Promise<ContentDetail> {
  const response = await page.request.get(`${server.url}/api/contents/${id}?app_id=${APP.id}`);
  // toChannelId only returns characters that are valid in channel names.
  return (await response.json()) as ContentDetail;
}

export function addressOf(server: TestServer, id: string, search = ""): string {
  return `${server.url}/console/${APP.id}/content/${id}${search}`;
}

export async function openTour(page: Page, server: TestServer, id: string, search = ""): Promise<void> {
  await page.goto(addressOf(server, id, search));
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
}

/** Holds matching requests until the returned function is called, to test optimistic updates. */
export async function delayResponses(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Closes WebSockets, like some proxies do. */
export async function blockRealtime(page: Page): Promise<void> {
  await page.routeWebSocket(/\/app\//, (socket) => socket.close());
}

export async function fileOf(page: Page, go: () => Promise<unknown>): Promise<string> {
  const file = page.waitForEvent("download");
  await go();
  return readFileSync(await (await file).path(), "utf8");
}

/** Exports from a dialog, closes it, and returns the file's text. */
export async function exportedFrom(page: Page, dialog: Locator): Promise<string> {
  const text = await fileOf(page, () => dialog.getByRole("button", { name: "Export", exact: true }).click());
  await dialog.getByText("File downloaded").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  return text;
}

export const saveState = (page: Page): Locator => page.getByTestId("save-state");
