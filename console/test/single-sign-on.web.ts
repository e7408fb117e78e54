import type { Me } from "@fanfare/contract/schema/api";
import type { Page } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import { startPart } from "../../e2e/house.ts";
import { APP, expect, OWNER, pick, sendToursAway, test } from "./harness.ts";
import { check } from "./looks.ts";

const SECRET = "a-client-secret-of-forty-characters-long";

/** A certified provider in a process of its own. */
async function startProvider(house: House) {
  const redirect_url = `${house.url}/api/provider-sign-in/callback`;
  const part = startPart(["server/test/protocol/openid-provider.ts", redirect_url], {});
  const issuer = () => part.lines.find((line) => line.startsWith("issuer "))?.slice("issuer ".length);
  await expect.poll(issuer, { timeout: 30_000 }).toBeDefined();
  return {
    issuer: issuer() ?? "",
    redirect_url,
    async [Symbol.asyncDispose]() {
      await part.stop();
    },
  };
}

test("an owner sets a provider, and a newcomer signs in through it and lands where they wanted to go", async ({
  house,
  signedIn: page,
  browser,
}) => {
  test.slow();
  await using provider = await startProvider(house);
  await page.goto(`${house.url}/console/${APP.id}/settings/single-sign-on`);
  await expect(page.getByText(provider.redirect_url)).toBeVisible();
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Give the provider a name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Acme");
  await page.getByLabel("Issuer", { exact: true }).fill(`${provider.issuer}/elsewhere`);
  await page.getByLabel("Client id").fill("fanfare");
  await page.getByLabel("Client secret").fill(SECRET);
  await page.getByLabel("Allowed domains").fill("example.com, example.org");
  await page.getByRole("combobox", { name: "Who is no member yet" }).click();
  await pick(page.getByRole("option", { name: "Comes in as an editor" }));
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Is the address right?")).toBeVisible();
  await page.getByLabel("Issuer", { exact: true }).fill(provider.issuer);
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByRole("region", { name: "Try it" })).toBeVisible();
  await check(page, "single-sign-on");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${house.url}/console/${APP.id}/content?status=draft`);
  await expect(guest.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
  await check(guest, "single-sign-on-door");
  const signInThere = async (at: Page, email: string): Promise<void> => {
    await at.getByPlaceholder("Enter any login").fill(email);
    await at.getByPlaceholder("and password").fill("anything");
    await at.getByRole("button", { name: "Sign-in" }).click();
    await at.getByRole("button", { name: "Continue" }).click();
  };
  const signIn = async (email: string): Promise<void> => {
    await guest.getByRole("link", { name: "Continue with Acme" }).click();
    await signInThere(guest, email);
  };
  await signIn("rosalind@example.com");
  await expect(guest).toHaveURL(`${house.url}/console/${APP.id}/content?status=draft`);
  await expect(guest.getByRole("radio", { name: "Draft" })).toBeChecked();

  // Who is new is greeted by a tour a moment later.
  const me = await guest.request.get(`${house.url}/api/me`);
  // The contract's Me, from the server of this repository.
  await sendToursAway(guest.request, house, (await me.json()) as Me);
  await guest.reload();
  await guest.getByRole("button", { name: "Rosalind Franklin" }).click();
  await pick(guest.getByRole("menuitem", { name: "Sign out" }));
  await guest.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(guest).toHaveURL(`${house.url}/console/sign-in`);
  await signIn("eve@evil.test");
  await expect(guest.getByRole("alert")).toContainText("of a domain that does not sign in here");
  await guest.getByLabel("E-mail address").fill(OWNER.email);
  await guest.context().close();

  await page.goto(`${house.url}/console/${APP.id}/settings/members`);
  const item = page.getByRole("listitem").filter({ hasText: "rosalind@example.com" });
  await expect(item.getByText("Single sign-on")).toBeVisible();
  await check(page, "single-sign-on-members");

  await page.goto(`${house.url}/console/${APP.id}/settings/account`);
  await page.getByRole("button", { name: "Link your account at Acme" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Go to the provider" }).click();
  await signInThere(page, "boss@example.org");
  await expect(page).toHaveURL(`${house.url}/console/${APP.id}/settings/account`);
  const linked = page.getByRole("list", { name: "Linked accounts" });
  await expect(linked.getByText(new URL(provider.issuer).host)).toBeVisible();
  await check(page, "single-sign-on-account");
  await page.getByRole("button", { name: "Unlink" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(linked).toHaveCount(0);
  await page.request.delete(`${house.url}/api/single-sign-on`, { headers: { origin: house.url } });
});
