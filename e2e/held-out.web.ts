import type { ContentFile } from "@fanfare/contract/schema/content";
import type { Page } from "@playwright/test";
import { signIn } from "./console.ts";
import { APP, type House } from "./house.ts";
import { card, expect, stepTitle, test } from "./journey.ts";
import { snippet } from "./stranger.ts";

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
} as unknown as ContentFile; // The server checks it as it reads it.

/** More than anybody's luck: each of them is held out or not like a coin falls. */
const PEOPLE_MAX = 100;

/** The first person whom the server holds out, or does not. */
async function personWho(page: Page, house: House, held_out: boolean): Promise<string> {
  for (let n = 0; n < PEOPLE_MAX; n++) {
    const external_id = `${held_out ? "held" : "met"}_${n}`;
    const answer = await page.request.post(`${house.url}/v1/identify?app=${APP.key}`, {
      data: { external_id, attributes: {} },
    });
    const { decisions } = await answer.json();
    if ((decisions[0]?.variant === "holdout") === held_out) return external_id;
  }
  throw new Error(`Of ${PEOPLE_MAX} people nobody was drawn.`);
}

/** A page in which somebody is known. */
async function visit(page: Page, house: House, external_id: string): Promise<void> {
  const known = snippet(house.url, APP.key).replace("</script>", `window.fanfare.identify("${external_id}");</script>`);
  const address = `${house.url}/shop.html`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Shop</title>${known}` }),
  );
  await page.goto(address);
}

test.use({ houseOptions: { demo: false, contents: CONTENTS } });

test("who is held out sees nothing and is counted as held out; who is not sees the tour", async ({ house, page }) => {
  const told = page.waitForResponse(
    (response) =>
      response.url().includes("/v1/events") &&
      (response.request().postData() ?? "").includes("experiment_exposed") &&
      response.ok(),
  );
  await visit(page, house, await personWho(page, house, true));
  // It is told at the moment in which the tour would come up.
  expect((await told).request().postData()).toContain('"holdout"');
  await expect(card(page)).toHaveCount(0);

  await visit(page, house, await personWho(page, house, false));
  await expect(stepTitle(page)).toHaveText("Hello");

  await signIn(page, house.url);
  const list = await (await page.request.get(`${house.url}/api/contents?app_id=${APP.id}`)).json();
  const content = list.items.find(({ slug }: { slug: string }) => slug === "welcome");
  const report = await page.request.get(`${house.url}/api/contents/${content.id}/experiment?app_id=${APP.id}`);
  const { arms } = await report.json();
  expect(arms.find(({ arm }: { arm: string }) => arm === "holdout")).toMatchObject({ people: 1 });
});
