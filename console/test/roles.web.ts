import type { CreatedInvite } from "@fanfare/contract/schema/responses/accounts/member";
import { APP, enter, enterAs, expect, test, VERA } from "./support/harness.ts";

/** Unique, because each email address can be invited only once. */
const adminNow = () => ({
  ...{ email: `annie-${Date.now().toString(36)}@example.com`, password: "a phrase of an admin", name: "Annie Easley" },
});
/** Pages that all roles may open, by navigation label. */
const SCREENS = [
  ...["Overview", "Content", "People", "Segments", "Groups", "Celebrations", "Themes", "Translations", "Messages"],
  "Analytics",
] as const;

test("lets admins manage apps and members, but not owner-only settings", async ({ server, request, browser }) => {
  test.slow();
  const admin = adminNow();
  await enter(request, server);
  const headers = { origin: server.url };
  const invited = await request.post(`${server.url}/api/invites`, {
    data: { email: admin.email, role: "admin" },
    headers,
  });
  // Safe cast: the server sends the contract's `CreatedInvite`.
  const token = new URL(((await invited.json()) as CreatedInvite).url).searchParams.get("token");
  const { name, password } = admin;
  const accept = { data: { token, name, password }, headers };
  expect((await request.post(`${server.url}/api/invites/accept`, accept)).status()).toBe(201);

  const page = await enterAs(admin, browser, server);
  const at = (place: string): string => `${server.url}/console/${APP.id}/settings/${place}`;
  await page.goto(at("members"));
  const places = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(places).toHaveText([
    ...["General", "Secrets", "Channels", "Limits", "Install", "Apps", "Members", "Roles", "API tokens"],
    ...["Audit log", "Data and health", "Account"],
  ]);
  const owner = page.getByRole("listitem").filter({ hasText: "owner@example.com" });
  await expect(owner.getByText("Owner", { exact: true })).toBeVisible();
  await expect(owner.getByRole("combobox")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Role of Grace Hopper" }).click();
  await expect(page.getByRole("option")).toHaveText([/^Admin/, /^Editor/, /^Viewer/]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Invite member" }).click();
  await expect(page.getByRole("dialog", { name: "Invite member" })).toBeVisible();
  for (const place of ["mail", "single-sign-on"]) {
    await page.goto(at(place));
    await expect(page.getByRole("alert")).toContainText("Your role is admin. This requires one of these roles: owner");
  }
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.context().close();
});

test("lets viewers read every screen without create actions", async ({ server, browser }) => {
  test.slow();
  const page = await enterAs(VERA, browser, server);
  await page.goto(`${server.url}/console/${APP.id}`);
  const navigation = page.getByRole("navigation", { name: "Main" });
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(main.getByRole("heading", { name: "Send a message" })).toHaveCount(0);
  for (const screen of SCREENS) {
    await navigation.getByRole("link", { name: screen }).click();
    await expect(page.getByRole("heading", { name: screen, level: 1 })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(main.getByRole("button", { name: /^(New|Create|Add) / })).toHaveCount(0);
    await expect(main.getByRole("link", { name: /^(New|Create|Add) / })).toHaveCount(0);
  }
  await page.context().close();
});
