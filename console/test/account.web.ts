import { createHmac } from "node:crypto";
import type { CreatedInvite } from "@fanfare/contract/schema/responses/accounts/member";
import { APP, enter, enterAs, expect, pick, test, untilSubscribed, VERA } from "./support/harness.ts";

const at = (place: string): string => `/console/${APP.id}/settings/${place}`;

test("leads from the account menu to the account page", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: ", account" }).click();
  await pick(page.getByRole("menuitem", { name: "Account" }));
  await expect(page.getByLabel("Your name")).toBeVisible();
});

test("signs out an open page when its session ends elsewhere", async ({ server, browser, signedIn: page }) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other.request, server);
  await untilSubscribed(other, () => other.goto(server.url + at("members")));
  await expect(other.getByRole("heading", { name: "Members" })).toBeVisible();

  await page.goto(server.url + at("account"));
  const sign_ins = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sign_ins.filter({ hasText: "This device" })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(sign_ins).toHaveCount(1);
  await expect(other.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await other.context().close();

  // Ending another member's session keeps the member.
  const vera = await enterAs(VERA, browser, server);
  await untilSubscribed(vera, () => vera.goto(server.url + at("account")));
  await expect(vera.getByText("This device")).toBeVisible();
  await page.goto(server.url + at("members"));
  await page.getByRole("button", { name: `Actions for ${VERA.name}` }).click();
  await pick(page.getByRole("menuitem", { name: "Sessions" }));
  const hers = page.getByRole("dialog").getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await hers.first().getByRole("button", { name: "Sign out" }).click();
  await expect(vera.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await vera.context().close();
});

test("sets up two-factor authentication by keyboard and turns it off", async ({ server, browser }) => {
  const page = await enterAs(VERA, browser, server);
  await page.goto(server.url + at("account"));
  // Key presses don't wait for the button to be enabled.
  await expect(page.getByRole("button", { name: "Set up" })).toBeEnabled();
  await page.getByRole("button", { name: "Set up" }).press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByRole("button", { name: "Set up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Your current password is wrong/)).toBeVisible();
  await page.getByLabel("Your password").fill(VERA.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await page.getByLabel("Secret", { exact: true }).textContent();
  await page.getByLabel("Authentication code").fill(codeOf(secret ?? ""));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I’ve saved the codes" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(VERA.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await page.context().close();
});

test("says how to get new recovery codes when few are left", async ({ server, signedIn: page }) => {
  const advice = page.getByText("To get new recovery codes");
  for (const [left, shown] of [
    [4, 0],
    [3, 1],
  ] as const) {
    await page.route("**/api/me/two-factor", (route) =>
      route.fulfill({ json: { on: true, recovery_codes_left: left } }),
    );
    await page.goto(server.url + at("account"));
    await expect(page.getByText(`${left} recovery codes left`)).toBeVisible();
    await expect(advice).toHaveCount(shown);
  }
});

test("saves a member's name, password, and list density", async ({ server, signedIn: page, browser, request }) => {
  const headers = { origin: server.url };
  const mae = { email: "mae@example.com", password: "a phrase that goes", name: "Mae Jemison" };
  const invited = await page.request.post(`${server.url}/api/invites`, {
    data: { email: mae.email, role: "viewer" },
    headers,
  });
  // Safe cast: the server sends the contract's `CreatedInvite`.
  const token = new URL(((await invited.json()) as CreatedInvite).url).searchParams.get("token");
  const accept = { data: { token, name: mae.name, password: mae.password }, headers };
  expect((await request.post(`${server.url}/api/invites/accept`, accept)).status()).toBe(201);

  const hers = await enterAs(mae, browser, server);
  await hers.goto(server.url + at("account"));
  await hers.getByLabel("Your name").fill("Mae C. Jemison");
  await hers.getByRole("button", { name: "Save name" }).click();
  await expect(hers.getByRole("button", { name: /^Mae C\. Jemison/ })).toBeVisible();
  await hers.getByRole("radio", { name: "Compact" }).click();
  await expect(hers.locator("html")).toHaveAttribute("data-density", "compact");
  await hers.reload();
  await expect(hers.getByRole("radio", { name: "Compact" })).toBeChecked();
  await expect(hers.getByLabel("Your name")).toHaveValue("Mae C. Jemison");

  await hers.getByLabel("Current password").fill("password sent was wrong");
  await hers.getByLabel("New password").fill("a phrase that stays");
  await hers.getByRole("link", { name: "Members" }).click();
  await hers
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await hers.getByRole("button", { name: "Change password" }).click();
  await expect(hers.getByText(/Your current password is wrong/)).toBeVisible();
  await hers.getByLabel("Current password").fill(mae.password);
  await hers.getByRole("button", { name: "Change password" }).click();
  await expect(hers.getByText("Password changed")).toBeVisible();
  const signIn = async (password: string) =>
    (await request.post(`${server.url}/api/sign-in`, { data: { email: mae.email, password }, headers })).status();
  expect([await signIn(mae.password), await signIn("a phrase that stays")]).toEqual([401, 200]);
  await hers.context().close();
});

function codeOf(secret: string): string {
  const bits = [...secret].map((digit) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
