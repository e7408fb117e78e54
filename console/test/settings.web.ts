import type { Locator } from "@playwright/test";
import {
  APP,
  enterAs,
  expect,
  expectKept,
  exportedFrom,
  fileOf,
  GRACE,
  holdBack,
  OWNER,
  pick,
  test,
  untilSubscribed,
  VERA,
} from "./harness.ts";
import { check, DESK, take } from "./looks.ts";

const at = (place: string, app: string = APP.id) => `/console/${app}/settings/${place}`;

test("an app is made, its secret shown once; it is set up, paused, let go on and deleted", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(house.url + at("apps"));
  await page.getByRole("button", { name: "New app" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Staging");
  await page.getByRole("button", { name: "Create app" }).click();
  const made = page.getByRole("dialog", { name: "Staging is ready" });
  await expect(made.getByLabel("Secret", { exact: true })).toHaveText(/^ffs_/);
  const key = await made.getByLabel("Key", { exact: true }).textContent();
  await check(page, "a new app's secret");
  await made.getByRole("button", { name: "Copied: on to the install snippet" }).click();

  await expect(page.getByText("Waiting for the first page")).toBeVisible();
  await page.getByRole("radio", { name: "Classic script" }).click();
  await expect(page).toHaveURL(/way=classic/);
  await expect(page.getByRole("main").locator("pre").first()).toContainText(`data-key="${key}"`);
  await untilSubscribed(page, () => page.reload());
  await page.request.post(`${house.url}/v1/boot?app=${key}`, { data: {}, headers: { origin: house.url } });
  await expect(page.getByText("It works")).toBeVisible();
  await check(page, "install");

  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
  // Another name stands everywhere before the server has taken it.
  const release = await holdBack(page, "**/api/apps/*");
  await page.getByLabel("Name", { exact: true }).fill("Stage");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { name: "Stage", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "App: Stage" })).toBeVisible();
  release();
  await expect(page.getByText("Name saved")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Staging");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { name: "Staging", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Add origin" }).click();
  await page.getByLabel("Origin 1", { exact: true }).fill("shop.example/path");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText(/Write scheme, host and port alone/)).toBeVisible();
  await page.getByLabel("Origin 1", { exact: true }).fill("https://shop.example");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();

  await page.getByRole("button", { name: "Pause this app" }).click();
  const asked = page.getByRole("alertdialog", { name: "Pause Staging?" });
  await expect(asked).toHaveAccessibleDescription(/\S/);
  await expect(asked.getByRole("button", { name: "Pause the app" })).toBeDisabled();
  await asked.getByLabel("Type Staging to confirm").fill("Staging");
  await asked.getByRole("button", { name: "Pause the app" }).click();
  await expect(page.getByText("This app is paused")).toBeVisible();
  await check(page, "a paused app");
  await page.getByRole("button", { name: "Let the app go on" }).click();
  await expect(page.getByRole("button", { name: "Pause this app" })).toBeVisible();

  await page.getByRole("button", { name: "Delete this app" }).click();
  const deleting = page.getByRole("alertdialog", { name: "Delete Staging?" });
  await expect(deleting.getByRole("button", { name: "Delete the app" })).toBeDisabled();
  await deleting.getByLabel("Type Staging to confirm").fill("Staging");
  await deleting.getByRole("button", { name: "Delete the app" }).click();
  await expect(page.getByText("Staging is deleted")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/console/${APP.id}/content`));
  await page.goto(house.url + at("apps"));
  await expect(page.getByRole("button", { name: "New app" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Staging", { exact: true })).toHaveCount(0);
});

test("secrets rotate with overlap, rules and limits are saved, and a limit goes back to its default", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(house.url + at("secrets"));
  await page.getByRole("button", { name: "Make a new secret" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveText(/^ffs_/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText("Two secrets are live")).toBeVisible();
  await check(page, "two secrets");
  await page.getByRole("listitem").last().getByRole("button", { name: "Revoke" }).click();
  const asked = await page.locator("label span.font-mono").textContent();
  await page.getByLabel(/^Type .* to confirm$/).fill(asked ?? "");
  await page.getByRole("button", { name: "Revoke the secret" }).click();
  await expect(page.getByText("Two secrets are live")).toHaveCount(0);

  await page.goto(house.url + at("channels"));
  await page.getByRole("switch", { name: "Pages may speak to each other" }).click();
  await page.getByRole("button", { name: "Add rule" }).first().click();
  await page.getByRole("textbox", { name: "Channels" }).fill("private-orders-*");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Channel rules saved")).toBeVisible();

  await page.goto(house.url + at("limits"));
  const limit = page.getByLabel("Life of a cached event", { exact: true });
  await limit.fill("0");
  await expect(page.getByText("1 to 86,400.", { exact: true })).toBeVisible();
  await limit.fill("60");
  await check(page, "a changed limit");
  // Whoever goes elsewhere by mistake is asked, and finds it as it was.
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  await page.reload();
  await expect(limit).toHaveValue("60");
  await page.getByRole("button", { name: "Back to the default of Life of a cached event" }).click();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(limit).toHaveValue("1800");
});

test("somebody is invited by a link that is shown once, and the last owner stays", async ({
  house,
  signedIn: page,
}) => {
  await page.goto(house.url + at("members"));
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail address").fill("ines@example.com");
  await expectKept(page, page.getByRole("dialog", { name: "Invite somebody" }));
  await page.getByRole("radio", { name: /Viewer/ }).click();
  await page.getByRole("button", { name: "Make invitation" }).click();
  await expect(page.getByLabel("Link", { exact: true })).toHaveText(/\/console\/invite\?token=/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  const open = page.getByRole("list", { name: "Open invitations" }).getByRole("listitem");
  await expect(open).toContainText("ines@example.com");
  // On a phone what can be done with a member stands below the name, not below the picture.
  await take(page, ["light", 320, 640]);
  const owner = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: OWNER.email });
  const start = (of: Locator) => of.evaluate((each) => each.getBoundingClientRect().left);
  const apart = async () =>
    (await start(owner.getByRole("combobox"))) - (await start(owner.getByText(OWNER.email, { exact: true })));
  await expect.poll(apart).toBe(0);
  await take(page, ["light", ...DESK]);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const members = await exportedFrom(page, page.getByRole("dialog", { name: "Export members" }));
  expect(members).toContain(`${GRACE.name},${GRACE.email},editor,`);
  await open.getByRole("button", { name: "Revoke" }).click();
  await expect(open).toHaveCount(0);

  await page.getByRole("combobox", { name: /^Role of owner/ }).click();
  await pick(page.getByRole("option", { name: /Editor/ }));
  await expect(page.getByText(/This is the only owner/)).toBeVisible();
  await page.goto(house.url + at("roles"));
  const row = page.getByRole("row", { name: /Publish, pause, roll back/ });
  await expect(row.getByRole("img", { name: "May", exact: true })).toHaveCount(3);
});

test("a token is made with scopes and revoked; the audit log says who did it, filtered by its address", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(house.url + at("tokens"));
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Give at least one scope.")).toBeVisible();
  await dialog.getByLabel("What it is for").fill("Publishing from CI");
  await expectKept(page, dialog);
  await dialog.getByRole("radio", { name: "Everything" }).click();
  await check(page, "a new token");
  await dialog.getByRole("radio", { name: "Choose" }).click();
  await dialog.getByRole("checkbox", { name: /content\.publish/ }).check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Token", { exact: true })).toHaveText(/^fft_/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const tokens = await exportedFrom(page, page.getByRole("dialog", { name: "Export API tokens" }));
  expect(tokens).toContain("Publishing from CI");
  expect(tokens).not.toContain("fft_");
  await page.getByRole("button", { name: "Activity of Publishing from CI" }).click();
  const activity = page.getByRole("dialog", { name: "Activity" });
  await expect(activity.getByRole("link", { name: /made an API token/ })).toBeVisible();
  await check(page, "what was done to a token");
  await activity.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Revoke Publishing from CI" }).click();
  await page.getByLabel("Type Publishing from CI to confirm").fill("Publishing from CI");
  await page.getByRole("button", { name: "Revoke the token" }).click();
  await expect(page.getByRole("heading", { name: "No token yet" })).toBeVisible();

  await page.goto(house.url + at("audit"));
  await expect(page.getByText(/^Unbroken to \d\d:\d\d/)).toBeVisible();
  await page.getByRole("combobox", { name: "Action" }).click();
  await pick(page.getByRole("option", { name: "revoked an API token" }));
  await expect(page).toHaveURL(/action=token\.revoke/);
  const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
  await expect(entries).toHaveCount(1);
  await entries.getByRole("button", { name: /revoked an API token/ }).click();
  await expect(page).toHaveURL(/entry=aud_/);
  await expect(page.getByRole("dialog").getByText("Publishing from CI")).toBeVisible();
  await check(page, "an entry of the audit log");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await exportedFrom(page, page.getByRole("dialog", { name: "Export the audit log" }));
  const [head, entry, ...others] = file.trim().split("\r\n");
  expect(head).toMatch(/^id,at,member_id,action,/);
  expect(entry).toContain("token.revoke");
  expect(others).toEqual([]);
});

test("an owner backs up and takes the backup along, says how long things are kept, and reads how the server is", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(house.url + at("data"));
  const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "Good: Database" })).toContainText("is whole, schema");
  await page.getByRole("button", { name: "Back up now" }).click();
  const backup = page.getByRole("list", { name: "Backups" }).getByRole("listitem");
  await expect(backup).toHaveCount(1);
  const download = backup.getByRole("button", { name: /^Download the backup/ });
  const dialog = page.getByRole("dialog", { name: "Download a backup" });
  const file = await fileOf(page, () => download.click());
  expect(file.slice(0, 15)).toBe("SQLite format 3");
  await dialog.getByText("The file is in your downloads").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  // One that takes long can be stopped.
  await page.route("**/api/backups/*/database", () => undefined);
  await download.click();
  await expect(dialog.getByRole("progressbar", { name: "Reading" })).toBeVisible();
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/database"));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await stopped;
  await expect(dialog).toHaveCount(0);
  await page.unroute("**/api/backups/*/database");

  const days = page.getByLabel("Events of people", { exact: true });
  await days.fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await days.fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue("30");
});

test("an editor and a viewer find what is theirs, and an address of the others says why not", async ({
  house,
  browser,
}) => {
  test.slow();
  for (const who of [GRACE, VERA]) {
    const page = await enterAs(who, browser, house);
    await page.goto(house.url + at(""));
    await expect(page.getByRole("heading", { name: "Apps" })).toBeVisible();
    const places = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect(places).toHaveText(["Install", "Apps", "Members", "Roles", "Account"]);
    await expect(page.getByRole("button", { name: "New app" })).toHaveCount(0);
    await places.filter({ hasText: "Members" }).click();
    await expect(page.getByRole("list", { name: "Members" })).toContainText(GRACE.email);
    await expect(page.getByRole("button", { name: /^(Invite|Export)$/ })).toHaveCount(0);
    for (const place of ["tokens", "data", "audit"]) {
      await page.goto(house.url + at(place));
      await expect(page.getByRole("alert")).toContainText(`Your role is ${who.role}`);
    }
    await page.context().close();
  }
});
