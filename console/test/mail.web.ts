import { openSmtpInbox } from "../../server/test/support/smtp-inbox.ts";
import { APP, expect, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

test("sets up mail, emails an invitation, and reveals no member on a reset request", async ({
  server,
  signedIn: page,
}) => {
  test.slow();
  await using mailbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await page.goto(`${server.url}/console/${APP.id}/settings/mail`);
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await page.getByRole("radio", { name: "Unencrypted" }).click();
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(mailbox.port));
  await page.getByLabel("From address").fill("tours@example.com");
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByRole("region", { name: "Test mail server" })).toBeVisible();
  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByText("Test email sent")).toBeVisible();
  await check(page, "mail");

  await page.goto(`${server.url}/console/${APP.id}/settings/members`);
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite member" });
  await dialog.getByLabel("Email address").fill("mailed@example.com");
  await dialog.getByRole("button", { name: "Invite member" }).click();
  await expect(page.getByRole("dialog", { name: "Invitation link" })).toContainText("Email sent");
  expect(mailbox.emails.map(({ to }) => to)).toEqual([["owner@example.com"], ["mailed@example.com"]]);

  await page.goto(`${server.url}/console/forgot`);
  await page.getByLabel("Email address").fill("nobody@example.com");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("If nobody@example.com belongs to a member")).toBeVisible();
  await page.request.delete(`${server.url}/api/mail`, { headers: { origin: server.url } });
});
