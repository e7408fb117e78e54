import { once } from "node:events";
import { createServer } from "node:http";
import { inflateRawSync } from "node:zlib";
import type { Me } from "@fanfare/contract/schema/responses/content/content";
import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { startProcess } from "../../e2e/support/test-server.ts";
import { assertionXml, metadataXml, responseXml, signed, signingKey } from "../../server/test/support/saml-provider.ts";
import { APP, dismissTours, expect, OWNER, pick, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

test.use({ has_public_url: true });

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

interface SamlAnswer {
  readonly acs_url: string;
  readonly xml: string;
}

/** Answers each request with a page that posts the response. */
async function startSamlProvider(answer: (request_id: string | undefined) => SamlAnswer) {
  const http = createServer((incoming, outgoing) => {
    const request = new URL(incoming.url ?? "/", "http://localhost").searchParams.get("SAMLRequest") ?? "";
    const text = request === "" ? "" : inflateRawSync(Buffer.from(request, "base64")).toString();
    const { acs_url, xml } = answer(/ ID="([^"]+)"/.exec(text)?.[1]);
    const value = Buffer.from(xml).toString("base64");
    outgoing.setHeader("Content-Type", "text/html");
    outgoing.end(
      `<form method="post" action="${acs_url}"><input type="hidden" name="SAMLResponse" value="${value}"><button>Go back</button></form>`,
    );
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}

test("sets up SAML from metadata and signs in a new member from the provider's form", async ({
  server,
  signedIn: page,
  browser,
}) => {
  test.slow();
  const key = signingKey();
  let audience: string | undefined;
  // On another site than the console, which browsers keep cookies from.
  await using provider = await startSamlProvider((request_id) => {
    const about = { origin: server.url, request_id, name_id: "grete", email: "grete@example.com" };
    const assertion = assertionXml({ ...about, ...(audience === undefined ? {} : { audience }) });
    return { acs_url: `${server.url}/api/saml/acs`, xml: signed(responseXml(server.url, assertion), key) };
  });
  await page.goto(`${server.url}/console/${APP.id}/settings/single-sign-on`);
  await page.getByRole("radio", { name: "SAML 2.0" }).click();
  await page.getByLabel("Provider metadata").fill("<a/>");
  await page.getByRole("button", { name: "Read metadata" }).click();
  await expect(page.getByText("This XML isn’t SAML 2.0 metadata.")).toBeVisible();
  await page.getByLabel("Provider metadata").fill(metadataXml(key.cert));
  await page.getByRole("button", { name: "Read metadata" }).click();
  await expect(page.getByLabel("Entity ID of the provider")).toHaveValue("https://idp.example.com/metadata");
  const section = page.getByRole("region", { name: "SAML identity provider" });
  await section.getByLabel("Name", { exact: true }).fill("Acme SAML");
  await section.getByLabel("Sign-in URL").fill(`${provider.url}/sso`);
  await section.getByLabel("Trusted domains").fill("example.com");
  await section.getByRole("combobox", { name: "New members" }).click();
  await pick(page.getByRole("option", { name: "Join as editor" }));
  await page.getByRole("button", { name: "Save SAML sign-in" }).click();
  await expect(page.getByRole("region", { name: "Test SAML sign-in" })).toBeVisible();
  await check(page, "saml");

  const visitor = await (await browser.newContext()).newPage();
  const signIn = async (): Promise<void> => {
    await visitor.getByRole("link", { name: "Continue with Acme SAML" }).click();
    await visitor.getByRole("button", { name: "Go back" }).click();
  };
  await visitor.goto(`${server.url}/console/${APP.id}/content?status=draft`);
  audience = "https://other.example/metadata";
  await signIn();
  await expect(visitor.getByRole("alert")).toContainText("The provider needs Fanfare’s entity ID as audience.");
  audience = undefined;
  await visitor.goto(`${server.url}/console/${APP.id}/content?status=draft`);
  await signIn();
  await expect(visitor).toHaveURL(`${server.url}/console/${APP.id}/content?status=draft`);
  await visitor.context().close();
  await page.request.delete(`${server.url}/api/saml`, { headers: { origin: server.url } });
});
