import { cpSync, readFileSync } from "node:fs";
import type { Edition } from "@fanfare/contract/content";
import type { ContentDetail, Me } from "@fanfare/contract/schema/api";
import type { CreatedAppResponse } from "@fanfare/contract/schema/new-app";
import type { Step } from "@fanfare/contract/tour";
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
  request as playwright,
} from "@playwright/test";
import { expectKept, untilSubscribed } from "../../e2e/console.ts";
import { furnishedDirectory, makeHashesQuick } from "../../e2e/furnished.ts";
import { APP, type House, OWNER, SERVER, startHouse, startPart } from "../../e2e/house.ts";
import { sharedDirectory } from "../../e2e/shared-directory.ts";

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

/** Houses that are furnished alike: each file of tests finds one in which no other file has been. */
interface Houses {
  of(file: string): Promise<House>;
}

const BARE = { demo: false, contents: { contents: [] } } as const;

/** One server for all tests of a file; each makes the contents it needs. Nobody is greeted by the console's own tour. */
export const test = base.extend<{ house: House; signedIn: Page }, { houses: Houses }>({
  houses: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const from = await sharedDirectory("console", furnish);
      let open: { readonly file: string; readonly house: House } | undefined;
      await use({
        async of(file) {
          if (open?.file === file) return open.house;
          await open?.house.stop();
          open = { file, house: await startHouse({ ...BARE, from }) };
          return open.house;
        },
      });
      await open?.house.stop();
    },
    { scope: "worker" },
  ],
  house: async ({ houses }, use, { file }) => use(await houses.of(file)),
  signedIn: async ({ house, page }, use) => {
    await enter(page.request, house);
    await use(page);
  },
});
export { APP, expect, expectKept, OWNER, untilSubscribed };

/** What all houses of these tests begin with: three members, and a first publication. */
async function furnish(directory: string): Promise<void> {
  const pattern = await startHouse({ ...BARE, from: await furnishedDirectory() });
  await addMembers(pattern);
  await publishOnce(pattern);
  await pattern.server().stop();
  await makeHashesQuick(pattern.data_dir, [GRACE, VERA]);
  cpSync(pattern.data_dir, directory, { recursive: true });
  await pattern.stop();
}

/** The command makes members where nobody else has the database open. */
async function addMembers(house: House): Promise<void> {
  await house.server().stop();
  for (const { email, name, role, password } of [GRACE, VERA]) {
    const args = [SERVER, "admin", "create", "--email", email, "--name", name, "--role", role];
    const part = startPart([...args, "--password", password], { FANFARE_DATA_DIR: house.data_dir });
    await expect.poll(() => part.running(), { timeout: 30_000 }).toBe(false);
    if (!part.lines.some((line) => line.includes("can sign in"))) throw new Error(part.lines.join("\n"));
  }
  await house.restart();
}

/** The first publication is celebrated; the tests' own are not it. */
async function publishOnce(house: House): Promise<void> {
  const request = await playwright.newContext();
  await enter(request, house);
  const { id, revision } = await makeTour(request, house, { name: "Published before" });
  const response = await request.post(`${house.url}/api/contents/${id}/publish`, {
    data: { app_id: APP.id },
    headers: { origin: house.url, "if-match": `"${revision}"` },
  });
  expect(response.status()).toBe(200);
  await request.dispose();
}

/** Signs a member in over the API, whom no tour greets. */
export async function enter(
  request: APIRequestContext,
  house: House,
  who: { readonly email: string; readonly password: string } = OWNER,
): Promise<void> {
  const headers = { origin: house.url };
  const response = await request.post(`${house.url}/api/sign-in`, {
    data: { email: who.email, password: who.password },
    headers,
  });
  expect(response.status()).toBe(200);
  // The contract's Me, from the server of this repository.
  await sendToursAway(request, house, (await response.json()) as Me);
}

/** Sends all tours of the console's own guest away for good: a greeting lies over the page from some moment on, and takes its clicks. */
export async function sendToursAway(request: APIRequestContext, house: House, { guest }: Me): Promise<void> {
  const hidden = await request.post(`${house.url}/v1/suppressions?app=${guest.key}`, {
    data: { scope: "all", target: "", external_id: guest.external_id },
    headers: { origin: house.url, authorization: `Bearer ${guest.token}` },
  });
  expect(hidden.ok()).toBe(true);
}

/** Another member in a browser of their own. */
export async function enterAs(
  who: { readonly email: string; readonly password: string },
  browser: Browser,
  house: House,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page.request, house, who);
  return page;
}

export const paragraph = (text: string) => ({ kind: "paragraph" as const, spans: [{ text }] });

export function step(id: string, title: string): Step {
  return { kind: "centered", id, title, blocks: [paragraph(`Words of ${title}`)] };
}

/** Another app, in which nobody has been and nothing is shown: for tests of what is empty, and of counts. */
export async function makeApp(request: APIRequestContext, house: House, name: string): Promise<CreatedAppResponse> {
  const response = await request.post(`${house.url}/api/apps`, { data: { name }, headers: { origin: house.url } });
  expect(response.status(), await response.text()).toBe(201);
  // The contract's CreatedAppResponse, from the server of this repository.
  return (await response.json()) as CreatedAppResponse;
}

let made = 0;

/** A new tour over the API. Its name ends with a number, so that tests do not meet each other's. */
export async function makeTour(
  request: APIRequestContext,
  house: House,
  change: { readonly name?: string; readonly steps?: readonly Step[]; readonly edition?: Partial<Edition> } = {},
): Promise<ContentDetail> {
  made += 1;
  const slug = `tour-${made}-${Date.now().toString(36)}`;
  const response = await request.post(`${house.url}/api/contents`, {
    headers: { origin: house.url },
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
  // The contract's ContentDetail, from the server of this repository.
  return (await response.json()) as ContentDetail;
}

export async function readTour(page: Page, house: House, id: string): Promise<ContentDetail> {
  const response = await page.request.get(`${house.url}/api/contents/${id}?app_id=${APP.id}`);
  // As above.
  return (await response.json()) as ContentDetail;
}

export function addressOf(house: House, id: string, search = ""): string {
  return `${house.url}/console/${APP.id}/content/${id}${search}`;
}

export async function openTour(page: Page, house: House, id: string, search = ""): Promise<void> {
  await page.goto(addressOf(house, id, search));
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
}

/** Requests to addresses like this wait until the answered function is called: what a page shows before the server has done it. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
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

/** The page hears nothing of what others do, as behind a proxy that cuts sockets. */
export async function makeDeaf(page: Page): Promise<void> {
  await page.routeWebSocket(/\/app\//, (socket) => socket.close());
}

/**
 * Takes an item of a list or menu that has just opened. Base UI lets a click pass by an item that it has not seen the pointer
 * come to, and a test is faster than any hand.
 */
export async function pick(item: Locator): Promise<void> {
  await expect(async () => {
    await item.hover();
    await expect(item).toHaveAttribute("data-highlighted", { timeout: 500 });
  }).toPass();
  await item.click();
}

/** The text of the file that comes of this. */
export async function fileOf(page: Page, go: () => Promise<unknown>): Promise<string> {
  const file = page.waitForEvent("download");
  await go();
  return readFileSync(await (await file).path(), "utf8");
}

/** The file that a dialog gives when it is asked for one; it is closed again. */
export async function exportedFrom(page: Page, dialog: Locator): Promise<string> {
  const text = await fileOf(page, () => dialog.getByRole("button", { name: "Export", exact: true }).click());
  await dialog.getByText("The file is in your downloads").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  return text;
}

/** The words beside the tour's name that say whether the server has everything. */
export const saveState = (page: Page): Locator => page.getByTestId("save-state");
