import type { CreatedAppResponse } from "@fanfare/contract/schema/responses/accounts/new-app";
import type { APIRequestContext, Page } from "@playwright/test";
import { SignJWT } from "jose";
import type { TestServer } from "../../e2e/support/test-server.ts";
import {
  APP,
  createApp,
  createTour,
  enterAs,
  expect,
  exportedFrom,
  fileOf,
  GRACE,
  pick,
  test,
  VERA,
} from "./support/harness.ts";
import { check, DESK, RAIL, setViewport } from "./support/screenshots.ts";

const PEOPLE = `/console/${APP.id}/people`;

/** Sends requests like a page with an identified person. */
async function asPerson(
  server: TestServer,
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
  const answer = await fetch(`${server.url}/v1/${path}?app=${app.key}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, origin: server.url },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

const identify = (
  server: TestServer,
  external_id: string,
  attributes: object,
  app?: Parameters<typeof asPerson>[4],
): Promise<void> => asPerson(server, external_id, "identify", { external_id, attributes }, app);

async function put(request: APIRequestContext, server: TestServer, path: string, data: object): Promise<void> {
  const answer = await request.put(`${server.url}/api/${path}?app_id=${APP.id}`, {
    data,
    headers: { origin: server.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("imports, searches, and sorts people, and keeps the view in the URL", async ({ server, signedIn: page }) => {
  test.slow();
  const app = await createApp(page.request, server, "Listed");
  const address = `${server.url}/console/${app.id}/people`;
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "No people yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy snippet" })).toBeVisible();
  await check(page, "nobody yet");

  await identify(server, "u_1", { name: "Ada Lovelace", email: "ada@example.com", plan: "pro", seats: 3 }, app);
  await identify(server, "u_2", { name: "Grace Hopper", plan: "free", seats: "many" }, app);
  await page.goto(address);
  await expect(row(page, "Ada Lovelace")).toContainText("pro");
  await expect(page.getByText("2 people")).toBeVisible();
  const heads = page.getByRole("columnheader");
  await expect(heads).toHaveText(["", "Name", "Email", "plan", "Identity", "First seen", "Last seen"]);
  for (const [external_id, attributes] of [
    ["acme", { name: "Acme Industries" }],
    ["hooli", {}],
    ["initech", {}],
  ] as const) {
    const headers = { origin: server.url };
    const group = `${server.url}/api/groups/${external_id}?app_id=${app.id}`;
    await page.request.put(group, { headers, data: { attributes } });
    const member = `${server.url}/api/people/u_1/groups/${external_id}?app_id=${app.id}`;
    expect((await page.request.put(member, { headers, data: { attributes: {} } })).ok()).toBe(true);
  }
  await page.reload();
  await expect(heads).toHaveText(["", "Name", "Email", "plan", "Groups", "Identity", "First seen", "Last seen"]);
  await expect(row(page, "Ada Lovelace").getByRole("link", { name: "Acme Industries" })).toBeVisible();
  await expect(row(page, "Ada Lovelace")).toContainText("+1");
  // On medium widths, requested columns don't truncate the name.
  await setViewport(page, ["light", ...RAIL]);
  const grace = page.getByRole("link", { name: "Grace Hopper" });
  await expect.poll(() => grace.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await setViewport(page, ["light", ...DESK]);

  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");
  await page.getByRole("button", { name: "Columns" }).click();
  await pick(page.getByRole("menuitemcheckbox", { name: "seats" }));
  await expect(page).toHaveURL(/columns=plan%2Cseats/);
  await pick(page.getByRole("menuitemcheckbox", { name: "plan" }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "plan" })).toHaveCount(0);
  await expect(page).toHaveURL(/columns=seats/);
  await page.getByRole("combobox", { name: "Identity" }).click();
  await pick(page.getByRole("option", { name: "Anonymous" }));
  await expect(page).toHaveURL(/identity=anonymous/);
  await expect(page.getByRole("heading", { name: "No people found" })).toBeVisible();
  await page.getByRole("combobox", { name: "Identity" }).click();
  await pick(page.getByRole("option", { name: "Verified" }));
  await expect(row(page, "Ada Lovelace")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("hopp");
  await expect(row(page, "Ada Lovelace")).toHaveCount(0);
  await expect(row(page, "Grace Hopper")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No people found" })).toBeVisible();

  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await page.getByRole("button", { name: "Import CSV" }).click();
  const importing = page.getByRole("dialog", { name: "Import people" });
  const csv = "user_id,name,seats\r\ni_1,Hedy Lamarr,4\r\n,Nobody,1\r\nu_1,Ada King,\r\n";
  await importing
    .getByLabel("CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(importing.getByRole("combobox", { name: "Import user_id as" })).toContainText("Person ID");
  await check(page, "columns of a file");
  await importing.getByRole("button", { name: "Import", exact: true }).click();
  await expect(importing.getByText("Import finished")).toBeVisible();
  await expect(importing.getByRole("list", { name: "Rejected rows" })).toContainText("Line 3");
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
  await expect(page.getByText("File downloaded")).toBeVisible();
  await page.keyboard.press("Escape");

  // Bulk actions: hiding can be undone, erasing can't.
  const { name } = await createTour(page.request, server, { name: "Hidden from many" });
  await page.getByRole("checkbox", { name: "Select all in list" }).click();
  const bar = page.getByRole("region", { name: "Selected people" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Hide" }).click();
  await pick(page.getByRole("menuitem", { name: "Hide content…" }));
  const hiding = page.getByRole("dialog", { name: "Hide content" });
  await hiding.getByRole("button", { name: /^Content:/ }).click();
  await page.getByRole("combobox", { name: "Content" }).fill("Hidden from m");
  await pick(page.getByRole("option", { name }));
  await hiding.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText(`${name} hidden from 3 people`)).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone for 3 people")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select Hedy Lamarr" }).click();
  await page.getByRole("checkbox", { name: "Select Grace Hopper" }).click();
  await check(page, "some are selected");
  await bar.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Erase…" }));
  const erasing = page.getByRole("alertdialog", { name: "Erase 2 people?" });
  await erasing.getByRole("textbox").fill("2");
  await erasing.getByRole("button", { name: "Erase 2 people" }).click();
  await expect(page.getByText("2 people erased")).toBeVisible();
  await expect(row(page, "Grace Hopper")).toHaveCount(0);
  await expect(row(page, "Ada King")).toBeVisible();
});

test("shows, hides, explains, and erases on a person's page", async ({ server, signedIn: page }) => {
  test.slow();
  const tour = await createTour(page.request, server, { name: "Hidden from Alan" });
  await page.request.post(`${server.url}/api/contents/${tour.id}/publish`, {
    data: { app_id: APP.id },
    headers: { origin: server.url, "if-match": `"${tour.revision}"` },
  });
  await identify(server, "u_7", { name: "Alan Turing", seats: "none" });
  await asPerson(server, "u_7", "suppressions", { scope: "content", target: tour.slug });
  await put(page.request, server, "groups/acme", { attributes: { name: "Acme" } });
  await put(page.request, server, "people/u_7/groups/acme", { attributes: { role: "owner" } });

  await page.goto(`${server.url + PEOPLE}/u_7`);
  await expect(page.getByRole("heading", { name: "Alan Turing" })).toBeVisible();
  const hidden = page.getByRole("region", { name: "Hidden" });
  await expect(hidden).toContainText("Hidden from Alan");
  await expect(page.getByRole("list", { name: "Activity" })).toContainText("Hidden from Alan");

  await page.getByRole("link", { name: "Explain" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Content:/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Content" })).toBeFocused();
  await page.keyboard.type("Hidden from");
  await expect(page.getByRole("option", { name: /Hidden from Alan/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Check rules" }).focus();
  await page.keyboard.press("Enter");
  const rules = page.getByRole("list", { name: "Rules in order" });
  await expect(rules.getByRole("listitem").first()).toContainText("Deciding rule");
  await expect(rules.getByRole("listitem").first()).toContainText("“Do not show again”");
  // In local time, not ISO 8601.
  await expect(rules.getByRole("listitem").first().locator("time")).toHaveText(/ \d{4}, \d\d:\d\d$/);
  await check(page, "why not");

  await page.getByRole("button", { name: "Debug on page" }).click();
  const debug = page.getByRole("dialog", { name: "Debug on page" });
  await debug.getByRole("textbox", { name: "Page URL" }).fill("not a page");
  await debug.getByRole("button", { name: "Create link" }).click();
  await expect(debug.getByText("Enter the full page URL, starting with https:// or http://.")).toBeVisible();
  await debug.getByRole("textbox", { name: "Page URL" }).fill("https://shop.example/orders");
  await debug.getByRole("button", { name: "Create link" }).click();
  await expect(debug.getByRole("link", { name: "Open page" })).toHaveAttribute(
    "href",
    /^https:\/\/shop\.example\/orders#fanfare_debug=/,
  );
  await page.keyboard.press("Escape");

  await hidden.getByRole("button", { name: "Reset for this person: Hidden from Alan" }).click();
  const reset = page.getByRole("alertdialog", { name: "Reset “Hidden from Alan” for this person?" });
  await expect(reset).toContainText("“Do not show again” and snoozes of this content are lifted");
  await reset.getByRole("button", { name: "Reset content" }).click();
  await expect(page.getByText("“Hidden from Alan” reset for this person")).toBeVisible();
  await expect(hidden).toContainText("No content is hidden");
  await asPerson(server, "u_7", "suppressions", { scope: "content", target: tour.slug });
  await page.reload();
  await hidden.getByRole("button", { name: "Don’t hide: Hidden from Alan" }).click();
  await expect(hidden).toContainText("No content is hidden");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(hidden).toContainText("Hidden from Alan");

  await page.getByRole("button", { name: "More actions" }).click();
  const taken = await fileOf(page, () => pick(page.getByRole("menuitem", { name: "Export as JSON" })));
  expect(JSON.parse(taken)).toMatchObject({ person: { attributes: { name: "Alan Turing" } } });
  const taking = page.getByRole("dialog", { name: "Export as JSON" });
  await expect(taking.getByText("File downloaded")).toBeVisible();
  await taking.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Erase…" }));
  const dialog = page.getByRole("alertdialog", { name: "Erase Alan Turing?" });
  await expect(dialog.getByRole("button", { name: "Erase person" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("u_7");
  await dialog.getByRole("button", { name: "Erase person" }).click();
  await expect(page.getByText("Alan Turing erased")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PEOPLE}$`));
});

test("says once that a person doesn't exist, and leads back to the list", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/people/nobody-by-this-id`);
  const notice = page.getByRole("alert").filter({ hasText: "Person not found" });
  await expect(notice).toContainText("This app has no person with this ID. Search the list of people.");
  await expect(notice.getByText("not found")).toHaveCount(1);
  await notice.getByRole("link", { name: "Back to list" }).click();
  await expect(page.getByRole("heading", { name: "People", exact: true })).toBeVisible();
});

test("shows a person's timeline by day, with equal events in a row as one line", async ({ server, signedIn: page }) => {
  const events = ["page_viewed", "page_viewed", "paid", "page_viewed"].map((name, index) => ({
    ...{ name, props: { index } },
  }));
  const data = { app_id: APP.id, external_id: "u_days", events };
  const answer = await page.request.post(`${server.url}/api/track`, { data, headers: { origin: server.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(`${server.url + PEOPLE}/u_days`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("heading", { level: 2 })).toHaveText(["Today"]);
  const lines = timeline.getByRole("list", { name: "Activity" }).locator("> li");
  await expect(lines).toHaveText([/page_viewed.*index 3/, /paid.*index 2/, /page_viewed.*2 times/]);
  await lines.last().getByRole("button", { name: "2 times" }).click();
  await expect(lines.last().getByRole("listitem")).toHaveText([/index 1/, /index 0/]);
  await lines.last().getByRole("button", { name: "index 1" }).click();
  await expect(lines.last().getByRole("button", { name: "Copy event properties" })).toBeVisible();
  await check(page, "timeline by day");
});

test("builds, counts, and protects a segment, and lists a group's people", async ({ server, signedIn: page }) => {
  test.slow();
  await identify(server, "u_21", { name: "Barbara Liskov", tier: "gold" });
  await put(page.request, server, "groups/globex", { attributes: { name: "Globex" } });
  await put(page.request, server, "people/u_21/groups/globex", { attributes: { role: "admin" } });

  // The rule builder has its own tests, so this rule comes from the API.
  const made = await page.request.post(`${server.url}/api/segments`, {
    data: { name: "Globex people", rule: { kind: "group", external_id: "globex" } },
    headers: { origin: server.url },
  });
  // Safe cast: the server sends the contract's `Segment`.
  const { id } = (await made.json()) as { readonly id: string };
  await page.goto(`${server.url}/console/${APP.id}/segments`);
  await page.getByRole("link", { name: "New segment" }).click();
  await page.getByRole("button", { name: "Create segment" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByRole("button", { name: "Add condition", exact: true }).click();
  await pick(page.getByRole("menuitem", { name: /^Sequence/ }));
  const sequence = page.getByRole("group", { name: "Sequence" });
  await sequence.getByLabel("First event").fill("viewed");
  await page.keyboard.press("Escape");
  await sequence.getByRole("button", { name: "Add property" }).first().click();
  await sequence.getByLabel("Property", { exact: true }).fill("plan");
  await sequence.getByLabel("Value").fill("pro");
  await sequence.getByLabel("Next event").fill("bought");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Matching people" })).toContainText("0 of");
  await check(page, "a new segment");
  await page.getByLabel("Name", { exact: true }).fill("In Globex");
  await page.getByRole("link", { name: "Segments", exact: true }).first().click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Discard changes" })
    .click();
  const listed = page.getByRole("row").filter({ hasText: "Globex people" });
  await expect(listed).toContainText("1 person");
  await expect(listed).toContainText("in group Globex");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export segments" });
  await expect(dialog.getByRole("radiogroup", { name: "Format" })).toBeVisible();
  await check(page, "an export");
  const exported = await exportedFrom(page, dialog);
  expect(exported).toContain('Globex people,"{""kind"":""group""');
  await page.getByRole("link", { name: "Globex people" }).click();
  await expect(page.getByRole("region", { name: "Matching people" })).toContainText("Barbara Liskov");
  await page.getByLabel("Name", { exact: true }).fill("All of Globex");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "All of Globex" })).toBeVisible();
  await page.getByRole("link", { name: "View people" }).click();
  await expect(page).toHaveURL(new RegExp(`segment=${id}`));
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.goto(`${server.url}/console/${APP.id}/segments/new`);
  await page.getByRole("radio", { name: "List" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Beta testers");
  await page.getByRole("button", { name: "Create segment" }).click();
  await page.getByRole("button", { name: "Add people…" }).click();
  const adding = page.getByRole("dialog", { name: "Add people" });
  await adding.getByLabel("External IDs").fill("u_21\nnobody");
  await adding.getByRole("button", { name: "Add people" }).click();
  await expect(adding.getByRole("status")).toContainText("1 person added to the list.");
  await expect(adding.getByRole("list", { name: "Unknown IDs" })).toHaveText("Line 2nobody");
  await check(page, "people added to a list");
  await adding.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("list", { name: "People on this list" }).getByRole("link", { name: "Barbara Liskov" }).click();
  const lists = page.getByRole("region", { name: "Lists" });
  await expect(lists).toContainText("Beta testers");
  await lists.getByRole("button", { name: "Remove from Beta testers" }).click();
  await expect(lists).toContainText("Not on a list");

  await page.goto(`${server.url}/console/${APP.id}/groups`);
  await expect(page.getByRole("link", { name: "Globex" })).toBeVisible();
  const globex = page.getByRole("row").filter({ hasText: "Globex" });
  await expect(globex.getByRole("cell", { name: "1", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Globex" }).click();
  await expect(page.getByRole("list", { name: "People in this group" })).toContainText("role: admin");
  await expect(page.getByRole("region", { name: "About", exact: true })).toContainText("People1");
  await check(page, "a group");
  await put(page.request, server, "groups/empty", { attributes: { name: "Empty" } });
  await page.goto(`${server.url}/console/${APP.id}/groups/empty`);
  await expect(page.getByRole("heading", { name: "No people in this group" })).toBeVisible();
  await expect(page.getByText("People appear here when their identity token names this group")).toBeVisible();
  await check(page, "a group without people");
});

test("shows viewers and editors only the actions their role allows", async ({ server, browser }) => {
  await identify(server, "u_31", { name: "Radia Perlman" });
  const viewer = await enterAs(VERA, browser, server);
  await viewer.goto(`${server.url + PEOPLE}/u_31`);
  await expect(viewer.getByText("You have view-only access.")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Send a message" })).toHaveCount(0);
  await viewer.context().close();
  const editor = await enterAs(GRACE, browser, server);
  await editor.goto(`${server.url + PEOPLE}/u_31`);
  await expect(editor.getByRole("button", { name: "Celebrate" })).toBeVisible();
  await editor.getByRole("button", { name: "More actions" }).click();
  await expect(editor.getByRole("menuitem", { name: "Owners and admins only" })).toBeVisible();
  await editor.context().close();
});

test("duplicates a segment from its row, and deletes the copy with undo", async ({ server, signedIn: page }) => {
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "any", op: "is_set" } };
  const made = await page.request.post(`${server.url}/api/segments`, {
    ...{ headers: { origin: server.url }, data: { name: "On a plan", rule } },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`${server.url}/console/${APP.id}/segments`);
  const choose = async (name: string, action: string) => {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await pick(page.getByRole("menuitem", { name: action }));
  };
  await choose("On a plan", "Duplicate");
  await expect(page.getByRole("heading", { name: "On a plan copy", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: "On a plan copy copy", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Segments", exact: true }).first().click();
  const copy = page.getByRole("row").filter({ hasText: "On a plan copy copy" });
  await expect(copy).toContainText("plan is set");
  await choose("On a plan copy copy", "Delete");
  await expect(copy).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(copy).toHaveCount(1);
});
