import type { Me } from "@fanfare/contract/schema/responses/content/content";
import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { startProcess } from "../../e2e/support/test-server.ts";
import { APP, dismissTours, expect, OWNER, pick, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const SECRET = "a-client-secret-of-forty-characters-long";

/** Starts a certified identity provider in its own process. */
async function startProvider(server: TestServer) {
  const redirect_url = `${server.url}/api/provider-sign-in/callback`;
  const part = startProcess(["server/test/protocol/support/openid-provider.ts", redirect_url], {});
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

test("sets up single sign-on and signs in a new member to the requested page", async ({
  server,
  signedIn: page,
  browser,
}) => {
  test.slow();
  await using provider = await startProvider(server);
  await page.goto(`${server.url}/console/${APP.id}/settings/single-sign-on`);
  await expect(page.getByText(provider.redirect_url)).toBeVisible();
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Enter a name for the identity provider.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Acme");
  await page.getByLabel("Issuer", { exact: true }).fill(`${provider.issuer}/elsewhere`);
  await page.getByLabel("Client ID").fill("fanfare");
  await page.getByLabel("Client secret").fill(SECRET);
  await page.getByLabel("Allowed domains").fill("example.com, example.org");
  await page.getByRole("combobox", { name: "New members" }).click();
  await pick(page.getByRole("option", { name: "Join as editor" }));
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Check the issuer URL.")).toBeVisible();
  await page.getByLabel("Issuer", { exact: true }).fill(provider.issuer);
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByRole("region", { name: "Test single sign-on" })).toBeVisible();
  await check(page, "single-sign-on");

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/console/${APP.id}/content?status=draft`);
  await expect(visitor.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
  await check(visitor, "single-sign-on-door");
  const signInThere = async (at: Page, email: string): Promise<void> => {
    await at.getByPlaceholder("Enter any login").fill(email);
    await at.getByPlaceholder("and password").fill("anything");
    await at.getByRole("button", { name: "Sign-in" }).click();
    await at.getByRole("button", { name: "Continue" }).click();
  };
  const signIn = async (email: string): Promise<void> => {
    await visitor.getByRole("link", { name: "Continue with Acme" }).click();
    await signInThere(visitor, email);
  };
  await signIn("rosalind@example.com");
  await expect(visitor).toHaveURL(`${server.url}/console/${APP.id}/content?status=draft`);
  await expect(visitor.getByRole("radio", { name: "Draft" })).toBeChecked();

  // New members would see the welcome tour a moment later.
  const me = await visitor.request.get(`${server.url}/api/me`);
  // Safe cast: the server sends the contract's `Me`.
  await dismissTours(visitor.request, server, (await me.json()) as Me);
  await visitor.reload();
  await visitor.getByRole("button", { name: "Rosalind Franklin" }).click();
  await pick(visitor.getByRole("menuitem", { name: "Sign out" }));
  await visitor.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(visitor).toHaveURL(`${server.url}/console/sign-in`);
  await signIn("eve@evil.test");
  await expect(visitor.getByRole("alert")).toContainText("email domain isn’t allowed to sign in here");
  await visitor.getByLabel("Email address").fill(OWNER.email);
  await visitor.context().close();

  await page.goto(`${server.url}/console/${APP.id}/settings/members`);
  const item = page.getByRole("listitem").filter({ hasText: "rosalind@example.com" });
  await expect(item.getByText("Single sign-on")).toBeVisible();
  await check(page, "single-sign-on-members");

  await page.goto(`${server.url}/console/${APP.id}/settings/account`);
  await page.getByRole("button", { name: "Link Acme account" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Go to provider" }).click();
  await signInThere(page, "boss@example.org");
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/settings/account`);
  const linked = page.getByRole("list", { name: "Linked accounts" });
  await expect(linked.getByText(new URL(provider.issuer).host)).toBeVisible();
  await check(page, "single-sign-on-account");
  await page.getByRole("button", { name: "Unlink account" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("dialog").getByRole("button", { name: "Unlink account" }).click();
  await expect(linked).toHaveCount(0);
  await page.request.delete(`${server.url}/api/single-sign-on`, { headers: { origin: server.url } });
});
