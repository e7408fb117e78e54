import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { signIn } from "./support/console.ts";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, type TestServer } from "./support/test-server.ts";
import { snippet } from "./support/third-party-page.ts";

const CONTENTS = {
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "Hello", blocks: [] }] },
        rollout: { percent: 100, holdout_percent: 50 },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

/** Enough tries: each person has an even chance of being in the holdout. */
const PEOPLE_MAX = 100;

async function personWho(page: Page, server: TestServer, held_out: boolean): Promise<string> {
  for (let n = 0; n < PEOPLE_MAX; n++) {
    const external_id = `${held_out ? "held" : "met"}_${n}`;
    const answer = await page.request.post(`${server.url}/v1/identify?app=${APP.key}`, {
      data: { external_id, attributes: {} },
    });
    const { decisions } = await answer.json();
    if ((decisions[0]?.variant === "holdout") === held_out) return external_id;
  }
  throw new Error(`Of ${PEOPLE_MAX} people nobody was drawn.`);
}

async function visit(page: Page, server: TestServer, external_id: string): Promise<void> {
  const known = snippet(server.url, APP.key).replace(
    "</script>",
    `window.fanfare.identify("${external_id}");</script>`,
  );
  const address = `${server.url}/shop.html`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Shop</title>${known}` }),
  );
  await page.goto(address);
}

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("shows the tour outside the holdout and counts the holdout", async ({ server, page }) => {
  const stored = page.waitForResponse(
    (response) =>
      response.url().includes("/v1/events") &&
      (response.request().postData() ?? "").includes("experiment_exposed") &&
      response.ok(),
  );
  await visit(page, server, await personWho(page, server, true));
  // Sent when the tour would be shown.
  expect((await stored).request().postData()).toContain('"holdout"');
  await expect(card(page)).toHaveCount(0);

  await visit(page, server, await personWho(page, server, false));
  await expect(stepTitle(page)).toHaveText("Hello");

  await signIn(page, server.url);
  const list = await (await page.request.get(`${server.url}/api/contents?app_id=${APP.id}`)).json();
  const content = list.items.find(({ slug }: { slug: string }) => slug === "welcome");
  const report = await page.request.get(`${server.url}/api/contents/${content.id}/experiment?app_id=${APP.id}`);
  const { arms } = await report.json();
  expect(arms.find(({ arm }: { arm: string }) => arm === "holdout")).toMatchObject({ people: 1 });
});
