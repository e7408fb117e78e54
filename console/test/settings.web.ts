import type { Locator } from "@playwright/test";
import {
  APP,
  delayResponses,
  enter,
  enterAs,
  expect,
  expectKept,
  exportedFrom,
  fileOf,
  GRACE,
  OWNER,
  pick,
  test,
  untilSubscribed,
  VERA,
} from "./support/harness.ts";
import { check, DESK, setViewport } from "./support/screenshots.ts";

const at = (place: string, app: string = APP.id) => `/console/${app}/settings/${place}`;

test("creates, sets up, pauses, resumes, and deletes an app", async ({ server, signedIn: page }) => {
  test.slow();
  await page.goto(server.url + at("apps"));
  await page.getByRole("button", { name: "New app" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Staging");
  await page.getByRole("button", { name: "Create app" }).click();
  const made = page.getByRole("dialog", { name: "Staging created" });
  await expect(made.getByLabel("Secret", { exact: true })).toHaveText(/^ffs_/);
  const key = await made.getByLabel("App key", { exact: true }).textContent();
  await check(page, "a new app's secret");
  await made.getByRole("button", { name: "Install Fanfare" }).click();

  await expect(page.getByText("Waiting for the first page")).toBeVisible();
  await page.getByRole("radio", { name: "Classic script" }).click();
  await expect(page).toHaveURL(/way=classic/);
  await expect(page.getByRole("main").locator("pre").first()).toContainText(`data-key="${key}"`);
  await untilSubscribed(page, () => page.reload());
  await page.request.post(`${server.url}/v1/boot?app=${key}`, { data: {}, headers: { origin: server.url } });
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await check(page, "install");

  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
  // The new name appears everywhere before the server responds.
  const release = await delayResponses(page, "**/api/apps/*");
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
  await expect(page.getByText(/Enter only the scheme, host, and port/)).toBeVisible();
  await page.getByLabel("Origin 1", { exact: true }).fill("https://shop.example");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();

  await page.getByRole("button", { name: "Pause app" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Pause Staging?" });
  await expect(dialog).toHaveAccessibleDescription(/\S/);
  await expect(dialog.getByRole("button", { name: "Pause app" })).toBeDisabled();
  await dialog.getByLabel("Type Staging to confirm").fill("Staging");
  await dialog.getByRole("button", { name: "Pause app" }).click();
  await expect(page.getByText("This app is paused")).toBeVisible();
  await check(page, "a paused app");
  await page.getByRole("button", { name: "Resume app" }).click();
  await expect(page.getByRole("button", { name: "Pause app" })).toBeVisible();

  await page.getByRole("button", { name: "Delete app" }).click();
  const deleting = page.getByRole("alertdialog", { name: "Delete Staging?" });
  await expect(deleting.getByRole("button", { name: "Delete app" })).toBeDisabled();
  await deleting.getByLabel("Type Staging to confirm").fill("Staging");
  await deleting.getByRole("button", { name: "Delete app" }).click();
  await expect(page.getByText("Staging deleted")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/console/${APP.id}/content`));
  await page.goto(server.url + at("apps"));
  await expect(page.getByRole("button", { name: "New app" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Staging", { exact: true })).toHaveCount(0);
});

test("rotates secrets, saves channel rules and limits, and resets a limit", async ({ server, signedIn: page }) => {
  test.slow();
  await page.goto(server.url + at("secrets"));
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveText(/^ffs_/);
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  await expect(page.getByText("Two secrets are active")).toBeVisible();
  await check(page, "two secrets");
  await page.getByRole("listitem").last().getByRole("button", { name: "Revoke" }).click();
  const dialog = await page.locator("label span.font-mono").textContent();
  await page.getByLabel(/^Type .* to confirm$/).fill(dialog ?? "");
  await page.getByRole("button", { name: "Revoke secret" }).click();
  await expect(page.getByText("Two secrets are active")).toHaveCount(0);

  await page.goto(server.url + at("channels"));
  await page.getByRole("switch", { name: "Allow client events" }).click();
  await page.getByRole("button", { name: "Add rule" }).first().click();
  await page.getByRole("textbox", { name: "Channels" }).fill("private-orders-*");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Channel rules saved")).toBeVisible();

  await page.goto(server.url + at("limits"));
  const limit = page.getByLabel("Cached event lifetime", { exact: true });
  await limit.fill("0");
  await expect(page.getByText("Enter a value from 1 to 86,400.", { exact: true })).toBeVisible();
  await limit.fill("60");
  await check(page, "a changed limit");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  await page.reload();
  await expect(limit).toHaveValue("60");
  await page.getByRole("button", { name: "Reset Cached event lifetime to default" }).click();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(limit).toHaveValue("1800");
});

test("explains that SAML needs a public URL", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/settings/single-sign-on`);
  await page.getByRole("radio", { name: "SAML 2.0" }).click();
  await expect(page.getByText("SAML sign-in is off because FANFARE_PUBLIC_URL isn’t set.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save SAML sign-in" })).toHaveCount(0);
  await check(page, "SAML without a public URL");
});

test("offers a new app in the app menu to members who may create one", async ({ server, browser, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "App: First app" }).click();
  await expect(page.getByRole("option")).toHaveText([/^First app/, "New app…"]);
  await page.getByRole("combobox", { name: "Select an app" }).fill("zzz");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("combobox", { name: "Select an app" }).fill("new");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New app" }).getByLabel("Name", { exact: true })).toBeFocused();
  await check(page, "a new app from the menu");

  const viewer = await enterAs(VERA, browser, server);
  await viewer.goto(`${server.url}/console/${APP.id}/content`);
  await viewer.getByRole("button", { name: "App: First app" }).click();
  await expect(viewer.getByRole("option")).toHaveText([/^First app/]);
  await viewer.context().close();
});

test("shows the hosts of embedded pages in two columns on wide screens", async ({ server, signedIn: page }) => {
  await page.goto(server.url + at("app"));
  const tops = async (): Promise<readonly number[]> => {
    const boxes = [1, 2].map((n) => page.getByRole("textbox", { name: `Host ${n}`, exact: true }).boundingBox());
    return (await Promise.all(boxes)).map((box) => box?.y ?? 0);
  };
  await page.setViewportSize({ width: 1_440, height: 900 });
  const [first, second] = await tops();
  expect(second).toBe(first);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => ((await tops())[1] ?? 0) - ((await tops())[0] ?? 0)).toBeGreaterThan(20);
});

test("saves a form after a switch whose request is still running", async ({ server, signedIn: page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = 0;
  await page.route("**/api/apps/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const response = await route.fetch();
    answered += 1;
    if (answered === 1) await held;
    await route.fulfill({ response });
  });
  await page.goto(server.url + at("channels"));
  await page.getByRole("switch", { name: "Send subscriber counts" }).click();
  await expect.poll(() => answered).toBe(1);
  await page.getByRole("button", { name: "Add rule" }).first().click();
  await page.getByRole("textbox", { name: "Channels" }).last().fill("private-waiting-*");
  await page.getByRole("button", { name: "Save rules" }).click();
  release();
  await expect(page.getByText("Channel rules saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Channels" }).last()).toHaveValue("private-waiting-*");
});

test("shows an invitation link once and protects the last owner", async ({ server, signedIn: page }) => {
  await page.goto(server.url + at("members"));
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("Email address").fill("ines@example.com");
  await expectKept(page, page.getByRole("dialog", { name: "Invite member" }));
  await page.getByRole("radio", { name: /Viewer/ }).click();
  await page.getByRole("button", { name: "Invite member" }).click();
  await expect(page.getByLabel("Link", { exact: true })).toHaveText(/\/console\/invite\?token=/);
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  const open = page.getByRole("list", { name: "Pending invitations" }).getByRole("listitem");
  await expect(open).toContainText("ines@example.com");
  await setViewport(page, ["light", 320, 640]);
  const owner = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: OWNER.email });
  const start = (of: Locator) => of.evaluate((each) => each.getBoundingClientRect().left);
  const apart = async () =>
    (await start(owner.getByRole("combobox"))) - (await start(owner.getByText(OWNER.email, { exact: true })));
  await expect.poll(apart).toBe(0);
  await setViewport(page, ["light", ...DESK]);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const members = await exportedFrom(page, page.getByRole("dialog", { name: "Export members" }));
  expect(members).toContain(`${GRACE.name},${GRACE.email},editor,`);
  await open.getByRole("button", { name: "Revoke" }).click();
  await expect(open).toHaveCount(0);

  await page.getByRole("combobox", { name: /^Role of owner/ }).click();
  await pick(page.getByRole("option", { name: /Editor/ }));
  await expect(page.getByText(/This is the only owner/)).toBeVisible();
  await page.goto(server.url + at("roles"));
  const row = page.getByRole("row", { name: /Publish, pause, roll back/ });
  await expect(row.getByRole("img", { name: "Allowed", exact: true })).toHaveCount(3);
});

test("gives a member a custom role in an app, which hides what it doesn't allow", async ({
  server,
  signedIn: page,
  browser,
}) => {
  test.slow();
  await page.goto(server.url + at("roles"));
  await page.getByRole("button", { name: "Create role" }).click();
  const dialog = page.getByRole("dialog", { name: "Create role" });
  await dialog.getByLabel("Name").fill("Writer");
  await dialog.getByRole("checkbox", { name: /content\.write/ }).check();
  await check(page, "a custom role");
  await dialog.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("list", { name: "Custom roles" })).toContainText("3 permissions · Not in use");

  await page.goto(server.url + at("members"));
  await page.getByRole("button", { name: `Actions for ${GRACE.name}` }).click();
  await pick(page.getByRole("menuitem", { name: "App roles…" }));
  await page.getByRole("dialog").getByRole("combobox").first().click();
  await pick(page.getByRole("option", { name: "Writer" }));
  await expect(page.getByRole("dialog").getByRole("combobox").first()).toHaveText("Writer");
  await check(page, "app roles of a member");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("list", { name: "Members" }).getByText("1 app role")).toBeVisible();

  const writer = await enterAs(GRACE, browser, server);
  await writer.goto(`${server.url}/console/${APP.id}/content`);
  const navigation = writer.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link", { name: "Content" })).toBeVisible();
  for (const name of ["Overview", "People"]) await expect(navigation.getByRole("link", { name })).toHaveCount(0);
  await expect(navigation.getByText("Audience")).toHaveCount(0);
  await writer.getByRole("main").getByRole("row").nth(1).getByRole("link").first().click();
  const publish = writer.getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeDisabled();
  await expect(publish).toHaveAttribute("aria-description", /doesn’t include publishing/);
  await publish.hover();
  await expect(writer.getByText(/doesn’t include publishing/)).toBeVisible();
  await writer.context().close();

  await page.goto(server.url + at("roles"));
  await page.getByRole("button", { name: "Delete role Writer" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Choose its replacement");
  await page.getByRole("button", { name: "Delete role", exact: true }).click();
  await expect(page.getByText("No custom roles yet")).toBeVisible();
});

test("creates and revokes an API token, and filters the audit log by URL", async ({ server, signedIn: page }) => {
  test.slow();
  await page.goto(server.url + at("tokens"));
  await page.getByRole("button", { name: "New API token" }).click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Select at least one scope.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Publishing from CI");
  await expectKept(page, dialog);
  await dialog.getByRole("radio", { name: "Full access" }).click();
  await check(page, "a new token");
  await dialog.getByRole("radio", { name: "Custom" }).click();
  await dialog.getByRole("checkbox", { name: /content\.publish/ }).check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Token", { exact: true })).toHaveText(/^fft_/);
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const tokens = await exportedFrom(page, page.getByRole("dialog", { name: "Export API tokens" }));
  expect(tokens).toContain("Publishing from CI");
  expect(tokens).not.toContain("fft_");
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Publishing from CI" }).click();
    await pick(page.getByRole("menuitem", { name: action }));
  };
  await choose("Activity");
  const activity = page.getByRole("dialog", { name: "Activity" });
  await expect(activity.getByRole("link", { name: /created API token/ })).toBeVisible();
  await check(page, "what was done to a token");
  await activity.getByRole("button", { name: "Close" }).click();
  await choose("Revoke…");
  await page.getByLabel("Type Publishing from CI to confirm").fill("Publishing from CI");
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByRole("heading", { name: "No API tokens yet" })).toBeVisible();

  await page.goto(server.url + at("audit"));
  await expect(page.getByText(/^Verified at \d\d:\d\d/)).toBeVisible();
  await page.getByRole("combobox", { name: "Action" }).click();
  await pick(page.getByRole("option", { name: "revoked an API token" }));
  await expect(page).toHaveURL(/action=token\.revoke/);
  const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
  await expect(entries).toHaveCount(1);
  const revoked = entries.getByRole("button", { name: /revoked API token/ });
  await revoked.click();
  await expect(page).toHaveURL(/entry=aud_/);
  await expect(page.getByRole("dialog").getByRole("cell", { name: "Publishing from CI" })).toBeVisible();
  await check(page, "an entry of the audit log");
  // The focus is back on the entry, from the keyboard.
  await page.keyboard.press("Escape");
  await expect(revoked).toBeFocused();
  await expect(page.getByText("Local time"), "the exact time of the focused entry").toBeVisible();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await exportedFrom(page, page.getByRole("dialog", { name: "Export audit log" }));
  const [head, entry, ...others] = file.trim().split("\r\n");
  expect(head).toMatch(/^id,at,member_id,action,/);
  expect(entry).toContain("token.revoke");
  expect(others).toEqual([]);
});

test("connects an assistant after sign-in, with what the member selects", async ({ server, page }) => {
  test.slow();
  const redirect_uri = "http://127.0.0.1:9/callback";
  const registered = await page.request.post(`${server.url}/mcp/register`, {
    data: { client_name: "Claude", redirect_uris: [redirect_uri] },
  });
  const { client_id } = await registered.json();
  const request = { client_id, redirect_uri, response_type: "code", state: "12345678901234567890" };
  const pkce = { code_challenge: "c".repeat(43), code_challenge_method: "S256" };
  await page.goto(`${server.url}/console/connect?${new URLSearchParams({ ...request, ...pkce })}`);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Connect Claude?" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Publish, pause, and roll back content" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Read goals" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Create and change drafts" }).uncheck();
  await check(page, "connect an assistant");
  await page.route(`${redirect_uri}*`, (route) => route.fulfill({ body: "Connected" }));
  const answered = page.waitForURL(`${redirect_uri}*`);
  await page.getByRole("button", { name: "Connect" }).click();
  await answered;
  const back = new URL(page.url());
  expect([back.searchParams.get("state"), back.searchParams.get("code")?.length]).toEqual([
    request.state,
    expect.any(Number),
  ]);
});

test("creates an app where there is none, for members who may", async ({ server, page }) => {
  const noApps = async (): Promise<void> => {
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch();
      const me = await response.json();
      // Those of the server's data came before.
      const apps = me.apps.filter(({ name }: { readonly name: string }) => name.startsWith("The "));
      await route.fulfill({ response, json: { ...me, apps } });
    });
    await page.goto(`${server.url}/console/`);
    await expect(page.getByRole("heading", { name: "No apps yet" })).toBeVisible();
  };
  await enter(page.request, server, VERA);
  await noApps();
  await expect(page.getByText("fanfare app create")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await check(page, "no apps");
  await page.unroute("**/api/me");
  // Without an app, there's no account menu.
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);

  await enter(page.request, server);
  await noApps();
  /** Leaves the dialog while the member's apps are still being loaded. */
  const create = async (name: string, leave: string): Promise<void> => {
    let go = (): void => {};
    const pressed = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route("**/api/me", (route) => pressed.then(() => route.fallback()), { times: 1 });
    const dialog = page.getByRole("dialog", { name: "New app" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await dialog.getByRole("button", { name: "Create app" }).click();
    await page.getByRole("button", { name: leave }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    go();
  };
  await page.getByRole("button", { name: "Create app" }).click();
  await create("The first one", "I’ve copied it");
  await expect(page).toHaveTitle(/^Content/);
  await page.getByRole("button", { name: "App: The first one" }).click();
  await page.getByRole("option", { name: "New app…" }).click();
  await create("The second one", "Install Fanfare");
  await expect(page).toHaveTitle(/^Install/);
  await expect(page.getByRole("button", { name: "App: The second one" })).toBeVisible();
});

test("backs up, downloads the backup, sets retention, and shows the server's checks", async ({
  server,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(server.url + at("data"));
  const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "Passed: Database" })).toContainText("is intact, schema");
  await expect(page.getByText(/^(All \d+ checks passed|\d+ of \d+ checks needs? attention)$/)).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  // The newest: the server makes its first automatic backup soon after its start.
  const backup = page.getByRole("list", { name: "Backups" }).getByRole("listitem").first();
  await expect(backup).toBeVisible();
  const download = backup.getByRole("button", { name: /^Download backup/ });
  const dialog = page.getByRole("dialog", { name: "Download backup" });
  const file = await fileOf(page, () => download.click());
  expect(file.slice(0, 15)).toBe("SQLite format 3");
  await dialog.getByText("File downloaded").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.route("**/api/backups/*/database", () => undefined);
  await download.click();
  await expect(dialog.getByRole("progressbar", { name: "Downloading" })).toBeVisible();
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/database"));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await stopped;
  await expect(dialog).toHaveCount(0);
  await page.unroute("**/api/backups/*/database");

  const node = { host: "10.0.0.11", port: 4000, version: "0.1.0", started_at: new Date().toISOString() };
  const alive = { ...node, alive: true, last_report_s: 1, connections: 12, degraded: null };
  const one = { ...alive, id: "nod_one", state: "active", current: true };
  const two = { ...alive, id: "nod_two", state: "active", current: false, host: "10.0.0.12" };
  const drained: string[] = [];
  // The test's server uses SQLite, which has one node.
  await page.route("**/api/nodes**", (route) => {
    if (route.request().method() === "POST") drained.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { items: [one, drained.length === 0 ? two : { ...two, state: "draining" }] } });
  });
  await page.reload();
  const servers = page.getByRole("list", { name: "Servers" }).getByRole("listitem");
  await expect(servers.first()).toContainText("This server");
  await check(page, "the servers of an installation");
  await servers.last().getByRole("button", { name: "Drain 10.0.0.12:4000" }).click();
  await page.getByRole("button", { name: "Drain server" }).click();
  await expect(servers.last()).toContainText("Draining");
  expect(drained).toEqual(["/api/nodes/nod_two/drain"]);

  const days = page.getByLabel("Events", { exact: true });
  await days.fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await days.fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Retention saved")).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue("30");
});

test("shows each role its settings and explains a missing permission", async ({ server, browser }) => {
  test.slow();
  for (const member of [GRACE, VERA]) {
    const page = await enterAs(member, browser, server);
    await page.goto(server.url + at(""));
    await expect(page.getByRole("heading", { name: "Apps" })).toBeVisible();
    const places = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect(places).toHaveText(["Install", "Apps", "Members", "Roles", "Account"]);
    await expect(page.getByRole("button", { name: "New app" })).toHaveCount(0);
    await places.filter({ hasText: "Members" }).click();
    await expect(page.getByRole("list", { name: "Members" })).toContainText(GRACE.email);
    await expect(page.getByRole("button", { name: /^(Invite|Export)$/ })).toHaveCount(0);
    for (const place of ["tokens", "data", "audit"]) {
      await page.goto(server.url + at(place));
      await expect(page.getByRole("alert")).toContainText(`Your role is ${member.role}`);
    }
    await page.context().close();
  }
});

test("selects no page in the menu of an unknown settings address", async ({ server, signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/console/${APP.id}/settings/nowhere`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Settings" })).toHaveText("Select a page");
});
