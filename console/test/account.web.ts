import { createHmac } from "node:crypto";
import type { CreatedInvite } from "@fanfare/contract/schema/member";
import { APP, enter, enterAs, expect, pick, test, untilSubscribed, VERA } from "./harness.ts";

const at = (place: string): string => `/console/${APP.id}/settings/${place}`;

test("a sign-in that is ended elsewhere leads its open page to the door at once", async ({
  house,
  browser,
  signedIn: page,
}) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other.request, house);
  await untilSubscribed(other, () => other.goto(house.url + at("members")));
  await expect(other.getByRole("heading", { name: "Members" })).toBeVisible();

  await page.goto(house.url + at("account"));
  const sign_ins = page.getByRole("list", { name: "Sign-ins" }).getByRole("listitem");
  await expect(sign_ins.filter({ hasText: "This device" })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(sign_ins).toHaveCount(1);
  await expect(other.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await other.context().close();

  // Somebody else's, too: a laptop that was lost is out, and the member stays.
  const vera = await enterAs(VERA, browser, house);
  await untilSubscribed(vera, () => vera.goto(house.url + at("account")));
  await expect(vera.getByText("This device")).toBeVisible();
  await page.goto(house.url + at("members"));
  await page.getByRole("button", { name: `More about ${VERA.name}` }).click();
  await pick(page.getByRole("menuitem", { name: "Sign-ins" }));
  const hers = page.getByRole("dialog").getByRole("list", { name: "Sign-ins" }).getByRole("listitem");
  await hers.first().getByRole("button", { name: "Sign out" }).click();
  await expect(vera.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await vera.context().close();
});

test("two-factor sign-in is set up from the keyboard, and ended with the password", async ({ house, browser }) => {
  const page = await enterAs(VERA, browser, house);
  await page.goto(house.url + at("account"));
  // A key asks of nobody whether the button can be pressed yet.
  await expect(page.getByRole("button", { name: "Set it up" })).toBeEnabled();
  await page.getByRole("button", { name: "Set it up" }).press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByRole("button", { name: "Set it up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This is not your present password/)).toBeVisible();
  await page.getByLabel("Your password").fill(VERA.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await page.getByLabel("Secret", { exact: true }).textContent();
  await page.getByLabel("Code of your authenticator").fill(codeOf(secret ?? ""));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(VERA.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
  await page.context().close();
});

test("a member is called otherwise, has another password, and lists as dense as they like", async ({
  house,
  signedIn: page,
  browser,
  request,
}) => {
  const headers = { origin: house.url };
  const mae = { email: "mae@example.com", password: "a phrase that goes", name: "Mae Jemison" };
  const invited = await page.request.post(`${house.url}/api/invites`, {
    data: { email: mae.email, role: "viewer" },
    headers,
  });
  // The contract's CreatedInvite, from the server of this repository.
  const token = new URL(((await invited.json()) as CreatedInvite).url).searchParams.get("token");
  const accept = { data: { token, name: mae.name, password: mae.password }, headers };
  expect((await request.post(`${house.url}/api/invites/accept`, accept)).status()).toBe(201);

  const hers = await enterAs(mae, browser, house);
  await hers.goto(house.url + at("account"));
  await hers.getByLabel("Your name").fill("Mae C. Jemison");
  await hers.getByRole("button", { name: "Save name" }).click();
  await expect(hers.getByRole("button", { name: /^Mae C\. Jemison/ })).toBeVisible();
  await hers.getByRole("radio", { name: "Compact" }).click();
  await expect(hers.locator("html")).toHaveAttribute("data-density", "compact");
  await hers.reload();
  await expect(hers.getByRole("radio", { name: "Compact" })).toBeChecked();
  await expect(hers.getByLabel("Your name")).toHaveValue("Mae C. Jemison");

  await hers.getByLabel("Present password").fill("not this one");
  await hers.getByLabel("New password").fill("a phrase that stays");
  await hers.getByRole("link", { name: "Members" }).click();
  await hers.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await hers.getByRole("button", { name: "Change password" }).click();
  await expect(hers.getByText(/This is not your present password/)).toBeVisible();
  await hers.getByLabel("Present password").fill(mae.password);
  await hers.getByRole("button", { name: "Change password" }).click();
  await expect(hers.getByText("Password changed")).toBeVisible();
  const signIn = async (password: string) =>
    (await request.post(`${house.url}/api/sign-in`, { data: { email: mae.email, password }, headers })).status();
  expect([await signIn(mae.password), await signIn("a phrase that stays")]).toEqual([401, 200]);
  await hers.context().close();
});

/** The present code of an authenticator that holds this secret. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
