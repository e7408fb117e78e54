import { createHmac } from "node:crypto";
import { expect, OWNER, test } from "./support/harness.ts";

test("accepts invitation and reset links once, with two-factor authentication", async ({
  server,
  signedIn: page,
  browser,
}) => {
  const headers = { origin: server.url };
  const api = async (path: string, data: unknown) =>
    (await page.request.post(`${server.url}/api/${path}`, { data, headers })).json();
  const invite = await api("invites", { email: "ida@example.com", role: "editor" });

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(invite.url);
  await expect(visitor.getByText("You’ll sign in with ida@example.com.")).toBeVisible();
  await visitor.getByLabel("Your name").fill("Ida Rhodes");
  await visitor.getByLabel("Password", { exact: true }).fill("a phrase of her own");
  await visitor.getByRole("button", { name: "Join workspace" }).click();
  await expect(visitor.getByRole("heading", { name: "Content" })).toBeVisible();
  const me = await (await visitor.request.get(`${server.url}/api/me`)).json();
  await visitor.goto(invite.url);
  await expect(visitor.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();

  const { url } = await api(`members/${me.member.id}/reset-link`, {});
  await visitor.goto(url);
  await expect(visitor.getByText("For ida@example.com.")).toBeVisible();
  await visitor.getByLabel("New password").fill("another phrase of hers");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await visitor.goto(url);
  await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(visitor.getByLabel("New password")).toHaveCount(0);
  await visitor.getByRole("link", { name: "Go to sign-in" }).click();

  const offer = await api("me/two-factor", { password: OWNER.password });
  await api("me/two-factor/confirm", { code: codeOf(offer.secret, 0) });
  await visitor.getByLabel("Email address").fill(OWNER.email);
  await visitor.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await visitor.getByLabel("Authentication code").fill(codeOf(offer.secret, 1));
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(visitor.getByRole("heading", { name: "Content" })).toBeVisible();
  await context.close();
  await api("me/two-factor/end", { password: OWNER.password }).catch(() => undefined);
});

test("offers a new link by email instead of the form of a used password reset link", async ({ server, page }) => {
  await page.route("**/api/setup", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), offers_reset: true } });
  });
  await page.goto(`${server.url}/console/reset?token=used`);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveCount(0);
  await page.getByRole("link", { name: "Request new link" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});

/** Code that is `later` time steps ahead, because the confirmation used the current one. */
function codeOf(secret: string, later: number): string {
  const bits = [...secret].map((digit) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
