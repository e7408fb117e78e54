import { HOUR_MS, SECOND_MS } from "@fanfare/contract/limits";
import { expect, test } from "@playwright/test";
import { SignJWT } from "jose";
import { expectNoAxeFindings } from "../console/test/support/axe.ts";
import { expectNoHorizontalScroll } from "../console/test/support/screenshots.ts";
import { openSmtpInbox } from "../server/test/support/smtp-inbox.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { APP, startTestServer } from "./support/test-server.ts";

const SHOTS = process.env["SHOTS"];

test("emails a person who hasn't seen a message, once, until they unsubscribe on their page", async ({ page }) => {
  test.slow();
  await using inbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  const public_url = async (port: number) => `http://localhost:${port}`;
  const server = await startTestServer({ demo: false, contents: { contents: [] }, public_url });
  const shot = async (name: string): Promise<void> => {
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  try {
    await signIn(page, server.url);
    await closeGreeting(page);
    const origin = { origin: server.url };
    await page.goto(`${server.url}/console/${APP.id}/live?tab=messages&compose=true`);
    await page.getByRole("switch", { name: "Email people who haven’t seen the message" }).click();
    await expect(page.getByText("No mail server is set up.")).toBeVisible();
    const sender = { security: "none", user: null, from: "tours@example.com", from_name: "Tours" };
    const mail = { host: "127.0.0.1", port: inbox.port, ...sender };
    expect((await page.request.put(`${server.url}/api/mail`, { data: mail, headers: origin })).ok()).toBe(true);
    const token = await new SignJWT({ sub: "ada", aud: APP.key, exp: Math.floor(Date.now() / SECOND_MS) + 600 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(APP.secret));
    const identified = await page.request.post(`${server.url}/v1/identify?app=${APP.key}`, {
      data: { external_id: "ada", attributes: { email: "ada@example.com", name: "Ada Lovelace" } },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(identified.ok()).toBe(true);

    await page.reload();
    await page.getByRole("switch", { name: "Email people who haven’t seen the message" }).click();
    await expect(page.getByLabel("Send email after")).toBeVisible();
    await expect(page.getByText("No mail server is set up.")).toBeHidden();
    await page.getByRole("textbox", { name: "Title" }).fill("New reports");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("See what changed this week");
    await page.getByLabel("Send email after").fill("30");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Enter fewer hours than the message is valid for")).toBeVisible();
    await expectNoAxeFindings(page, "a message with an email");
    await shot("compose");
    await page.getByLabel("Send email after").fill("2");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Email after 2 hours")).toBeVisible();

    await server.restart(0, 3 * HOUR_MS);
    await expect.poll(() => inbox.emails.length).toBe(1);
    await server.restart(0, 4 * HOUR_MS);
    const raw = inbox.emails[0]?.raw.replaceAll("=\r\n", "").replaceAll(/\r\n[ \t]/g, " ") ?? "";
    const [, link = ""] = /^List-Unsubscribe: <([^>]+)>/m.exec(raw) ?? [];
    await page.goto(link);
    await expect(page.getByRole("heading", { name: /^Emails from/ })).toBeVisible();
    await expectNoAxeFindings(page, "the page of an email");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoAxeFindings(page, "the page of an email, dark, 320 px");
    await expectNoHorizontalScroll(page, "the page of an email");
    await shot("unsubscribe-dark-320");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("status")).toContainText("You’re unsubscribed");
    await shot("unsubscribed-dark-320");

    await page.goto(`${server.url}/console/${APP.id}/people/ada`);
    const emails = page.getByRole("region", { name: "Emails of messages" });
    await expect(emails).toContainText("New reports");
    await expect(emails).toContainText("the mail server accepted the email");
    await expect(emails).toContainText("Unsubscribed on");
    await expectNoAxeFindings(page, "a person's emails, dark, 320 px");
    await expectNoHorizontalScroll(page, "a person's emails");
    await shot("person-dark-320");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await shot("person");
    await page.goto(`${server.url}/console/${APP.id}/live?tab=messages`);
    await expect(page.getByText("Emailed")).toBeVisible();
    await shot("messages");
    expect(inbox.emails).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
