import type { CreatedAppResponse } from "@fanfare/contract/schema/new-app";
import type { APIRequestContext, Page } from "@playwright/test";
import { SignJWT } from "jose";
import type { House } from "../../e2e/house.ts";
import { APP, enterAs, expect, exportedFrom, fileOf, GRACE, makeApp, makeTour, pick, test, VERA } from "./harness.ts";
import { check, DESK, RAIL, take } from "./looks.ts";

const PEOPLE = `/console/${APP.id}/people`;

/** As a page would, for somebody who is signed in there. */
async function asPerson(
  house: House,
  external_id: string,
  path: string,
  body: object,
  app: Pick<CreatedAppResponse, "key" | "secret"> = APP,
): Promise<void> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(app.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(app.secret));
  const answer = await fetch(`${house.url}/v1/${path}?app=${app.key}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, origin: house.url },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

const identify = (
  house: House,
  external_id: string,
  attributes: object,
  app?: Parameters<typeof asPerson>[4],
): Promise<void> => asPerson(house, external_id, "identify", { external_id, attributes }, app);

async function put(request: APIRequestContext, house: House, path: string, data: object): Promise<void> {
  const answer = await request.put(`${house.url}/api/${path}?app_id=${APP.id}`, {
    data,
    headers: { origin: house.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("people are taught, then listed, searched, sorted and given columns; the address holds it all", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  const app = await makeApp(page.request, house, "Listed");
  const address = `${house.url}/console/${app.id}/people`;
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Nobody has been here yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the snippet" })).toBeVisible();
  await check(page, "nobody yet");

  await identify(house, "u_1", { name: "Ada Lovelace", email: "ada@example.com", plan: "pro", seats: 3 }, app);
  await identify(house, "u_2", { name: "Grace Hopper", plan: "free", seats: "many" }, app);
  await page.goto(address);
  await expect(row(page, "Ada Lovelace")).toContainText("pro");
  await expect(page.getByText("2 people")).toBeVisible();
  // Where there is less room, the columns that were asked for leave the name whole.
  await take(page, ["light", ...RAIL]);
  const grace = page.getByRole("link", { name: "Grace Hopper" });
  await expect.poll(() => grace.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await take(page, ["light", ...DESK]);

  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");
  await page.getByRole("button", { name: "Columns" }).click();
  await pick(page.getByRole("menuitemcheckbox", { name: "plan" }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "plan" })).toHaveCount(0);
  await expect(page).toHaveURL(/columns=seats/);
  await page.getByRole("combobox", { name: "Known as" }).click();
  await pick(page.getByRole("option", { name: "Anonymous" }));
  await expect(page).toHaveURL(/identity=anonymous/);
  await expect(page.getByRole("heading", { name: "Nobody matches" })).toBeVisible();
  await page.getByRole("combobox", { name: "Known as" }).click();
  await pick(page.getByRole("option", { name: "Verified" }));
  await expect(row(page, "Ada Lovelace")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("hopp");
  await expect(row(page, "Ada Lovelace")).toHaveCount(0);
  await expect(row(page, "Grace Hopper")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "Nobody matches" })).toBeVisible();

  await page.getByRole("button", { name: "Clear search and filter" }).click();
  await page.getByRole("button", { name: "Import CSV" }).click();
  const importing = page.getByRole("dialog", { name: "Import people" });
  const csv = "user_id,name,seats\r\ni_1,Hedy Lamarr,4\r\n,Nobody,1\r\nu_1,Ada King,\r\n";
  await importing
    .getByLabel("CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(importing.getByRole("combobox", { name: "What user_id is" })).toContainText("The person’s id");
  await check(page, "columns of a file");
  await importing.getByRole("button", { name: "Import", exact: true }).click();
  await expect(importing.getByText("Everything was read")).toBeVisible();
  await expect(importing.getByRole("list", { name: "Refused lines" })).toContainText("Line 3");
  await check(page, "imported");
  await importing.getByRole("button", { name: "Close" }).last().click();
  await expect(row(page, "Hedy Lamarr")).toContainText("4");
  await expect(row(page, "Ada King")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export people" }).click();
  await page
    .getByRole("dialog", { name: "Export people" })
    .getByRole("button", { name: "Export", exact: true })
    .click();
  expect((await download).suggestedFilename()).toBe(`people-${app.key}.csv`);
  await expect(page.getByText("The file is in your downloads")).toBeVisible();
  await page.keyboard.press("Escape");

  // Several at once: what is hidden from them comes back, who is erased does not.
  const { name } = await makeTour(page.request, house, { name: "Hidden from many" });
  await page.getByRole("checkbox", { name: "Select all that are listed" }).click();
  const bar = page.getByRole("region", { name: "Selected people" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Hide" }).click();
  await pick(page.getByRole("menuitem", { name: "Hide a content…" }));
  const hiding = page.getByRole("dialog", { name: "Hide a content" });
  await hiding.getByRole("button", { name: /^Content:/ }).click();
  await page.getByRole("combobox", { name: "Content" }).fill("Hidden from m");
  await pick(page.getByRole("option", { name }));
  await hiding.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText(`${name} is hidden from 3 people`)).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("3 people as before")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select Hedy Lamarr" }).click();
  await page.getByRole("checkbox", { name: "Select Grace Hopper" }).click();
  await check(page, "some are selected");
  await bar.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Erase…" }));
  const erasing = page.getByRole("alertdialog", { name: "Erase 2 people?" });
  await erasing.getByRole("textbox").fill("2");
  await erasing.getByRole("button", { name: "Erase 2 people" }).click();
  await expect(page.getByText("2 people were erased")).toBeVisible();
  await expect(row(page, "Grace Hopper")).toHaveCount(0);
  await expect(row(page, "Ada King")).toBeVisible();
});

test("a person: what is hidden is shown again and hidden again, why not is answered, and they are erased by typing who", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  const tour = await makeTour(page.request, house, { name: "Hidden from Alan" });
  await page.request.post(`${house.url}/api/contents/${tour.id}/publish`, {
    data: { app_id: APP.id },
    headers: { origin: house.url, "if-match": `"${tour.revision}"` },
  });
  await identify(house, "u_7", { name: "Alan Turing", seats: "none" });
  await asPerson(house, "u_7", "suppressions", { scope: "content", target: tour.slug });
  await put(page.request, house, "groups/acme", { attributes: { name: "Acme" } });
  await put(page.request, house, "people/u_7/groups/acme", { attributes: { role: "owner" } });

  await page.goto(`${house.url + PEOPLE}/u_7`);
  await expect(page.getByRole("heading", { name: "Alan Turing" })).toBeVisible();
  const hidden = page.getByRole("region", { name: "Hidden" });
  await expect(hidden).toContainText("Hidden from Alan");
  await expect(page.getByRole("list", { name: "What happened" })).toContainText("Hidden from Alan");

  // By keyboard alone: the other part of the page, the question, the answer.
  await page.getByRole("link", { name: "Why not?" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Content:/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Content" })).toBeFocused();
  await page.keyboard.type("Hidden from");
  await expect(page.getByRole("option", { name: /Hidden from Alan/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Ask" }).focus();
  await page.keyboard.press("Enter");
  const rules = page.getByRole("list", { name: "Rules in their order" });
  await expect(rules.getByRole("listitem").first()).toContainText("Decides");
  await expect(rules.getByRole("listitem").first()).toContainText("“Do not show again”");
  // By the reader's clock, not as machines write it.
  await expect(rules.getByRole("listitem").first().locator("time")).toHaveText(/ \d{4}, \d\d:\d\d$/);
  await check(page, "why not");

  await page.getByRole("button", { name: "Debug in the page" }).click();
  const debug = page.getByRole("dialog", { name: "Debug in the page" });
  await debug.getByRole("textbox", { name: "Page address" }).fill("https://shop.example/orders");
  await debug.getByRole("button", { name: "Make a link" }).click();
  await expect(debug.getByRole("link", { name: "Open the page" })).toHaveAttribute(
    "href",
    /^https:\/\/shop\.example\/orders#fanfare_debug=/,
  );
  await page.keyboard.press("Escape");

  await hidden.getByRole("button", { name: "Show again: Hidden from Alan" }).click();
  await expect(hidden).toContainText("everything may be shown");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(hidden).toContainText("Hidden from Alan");

  await page.getByRole("button", { name: "More" }).click();
  const taken = await fileOf(page, () => pick(page.getByRole("menuitem", { name: "Export as JSON" })));
  expect(JSON.parse(taken)).toMatchObject({ person: { attributes: { name: "Alan Turing" } } });
  const taking = page.getByRole("dialog", { name: "Export as JSON" });
  await expect(taking.getByText("The file is in your downloads")).toBeVisible();
  await taking.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Erase…" }));
  const dialog = page.getByRole("alertdialog", { name: "Erase Alan Turing?" });
  await expect(dialog.getByRole("button", { name: "Erase person" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("u_7");
  await dialog.getByRole("button", { name: "Erase person" }).click();
  await expect(page.getByText("Alan Turing was erased")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PEOPLE}$`));
});

test("a segment is built, counted, used and guarded; a group shows who is in it", async ({ house, signedIn: page }) => {
  test.slow();
  await identify(house, "u_21", { name: "Barbara Liskov", tier: "gold" });
  await put(page.request, house, "groups/globex", { attributes: { name: "Globex" } });
  await put(page.request, house, "people/u_21/groups/globex", { attributes: { role: "admin" } });

  // The builder of rules has tests of its own: here one rule comes from the API.
  const made = await page.request.post(`${house.url}/api/segments`, {
    data: { name: "Globex people", rule: { kind: "group", external_id: "globex" } },
    headers: { origin: house.url },
  });
  // The contract's Segment, from the server of this repository.
  const { id } = (await made.json()) as { readonly id: string };
  await page.goto(`${house.url}/console/${APP.id}/segments`);
  await page.getByRole("link", { name: "New segment" }).click();
  await page.getByRole("button", { name: "Create segment" }).click();
  await expect(page.getByText("Give it a name.")).toBeVisible();
  await check(page, "a new segment");
  await page.getByLabel("Name", { exact: true }).fill("In Globex");
  await page.getByRole("link", { name: "Segments", exact: true }).first().click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Globex people" })).toContainText("1 person");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export segments" });
  await expect(dialog.getByRole("radiogroup", { name: "Format" })).toBeVisible();
  await check(page, "an export");
  const exported = await exportedFrom(page, dialog);
  expect(exported).toContain('Globex people,"{""kind"":""group""');
  await page.getByRole("link", { name: "Globex people" }).click();
  await expect(page.getByRole("region", { name: "Who is meant" })).toContainText("Barbara Liskov");
  await page.getByLabel("Name", { exact: true }).fill("All of Globex");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "All of Globex" })).toBeVisible();
  await page.getByRole("link", { name: "Show these people" }).click();
  await expect(page).toHaveURL(new RegExp(`segment=${id}`));
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.goto(`${house.url}/console/${APP.id}/groups`);
  await expect(page.getByRole("link", { name: "Globex" })).toBeVisible();
  await page.getByRole("link", { name: "Globex" }).click();
  await expect(page.getByRole("list", { name: "People of the group" })).toContainText("role: admin");
});

test("who may only look is offered nothing that is refused; an editor helps, and neither exports nor erases", async ({
  house,
  browser,
}) => {
  await identify(house, "u_31", { name: "Radia Perlman" });
  const viewer = await enterAs(VERA, browser, house);
  await viewer.goto(`${house.url + PEOPLE}/u_31`);
  await expect(viewer.getByText("You may look.")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Send a message" })).toHaveCount(0);
  await viewer.context().close();
  const editor = await enterAs(GRACE, browser, house);
  await editor.goto(`${house.url + PEOPLE}/u_31`);
  await expect(editor.getByRole("button", { name: "Celebrate" })).toBeVisible();
  await editor.getByRole("button", { name: "More" }).click();
  await expect(editor.getByRole("menuitem", { name: "Owners and admins export and erase" })).toBeVisible();
  await editor.context().close();
});
