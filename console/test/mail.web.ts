import { openMailbox } from "../../server/src/mail/testing.ts";
import { APP, expect, test } from "./harness.ts";
import { check } from "./looks.ts";

test("an owner sets the mail server and tries it; an invitation is mailed; who forgot a password is told nothing of others", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await using mailbox = await openMailbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await page.goto(`${house.url}/console/${APP.id}/settings/mail`);
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByText("This is not an e-mail address.")).toBeVisible();
  await page.getByRole("radio", { name: "Unencrypted" }).click();
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(mailbox.port));
  await page.getByLabel("From address").fill("tours@example.com");
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByRole("region", { name: "Try it" })).toBeVisible();
  await page.getByRole("button", { name: "Send a letter" }).click();
  await expect(page.getByText("The mail server took it")).toBeVisible();
  await check(page, "mail");

  await page.goto(`${house.url}/console/${APP.id}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite somebody" });
  await dialog.getByLabel("E-mail address").fill("mailed@example.com");
  await dialog.getByRole("button", { name: "Make invitation" }).click();
  await expect(page.getByRole("dialog", { name: "The invitation" })).toContainText("It was mailed");
  expect(mailbox.letters.map(({ to }) => to)).toEqual([["owner@example.com"], ["mailed@example.com"]]);

  await page.goto(`${house.url}/console/forgot`);
  await page.getByLabel("E-mail address").fill("nobody@example.com");
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await expect(page.getByText("If nobody@example.com is a member")).toBeVisible();
  await page.request.delete(`${house.url}/api/mail`, { headers: { origin: house.url } });
});
