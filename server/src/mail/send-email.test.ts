import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailServer } from "@fanfare/contract/schema/accounts/mail";
import { selfSignedCertificate } from "../../test/protocol/support/certificate.ts";
import { openSmtpInbox, type SmtpInbox } from "../../test/support/smtp-inbox.ts";
import { sendEmail } from "./send-email.ts";

const LETTER = { to: "bea@x.test", subject: "Zoë's invitation", text: "Open this:\n\nhttps://x.test/?token=abc\n" };
const at = ({ port }: SmtpInbox, fields: Partial<MailServer> = {}): MailServer => ({
  ...{ host: "127.0.0.1", port, security: "none", user: null, from: "tours@x.test", from_name: "Tours" },
  ...fields,
});

test("sends an email with its sender, recipient, and any characters", async () => {
  await using mailbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await sendEmail({ server: at(mailbox), password: undefined }, LETTER);
  expect(mailbox.emails).toMatchObject([{ to: ["bea@x.test"], from: "tours@x.test" }]);
  const raw = mailbox.emails[0]?.raw ?? "";
  expect(raw).toContain("From: Tours <tours@x.test>");
  expect(raw).toContain("https://x.test/?token=abc");
});

test("reports an unreachable server, missing encryption, or a rejected email", async () => {
  await using plain = await openSmtpInbox({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(new Error("No such mailbox here")),
  });
  const sent = (fields: Partial<MailServer>) => sendEmail({ server: at(plain, fields), password: undefined }, LETTER);
  await expect(sent({ port: 1 })).rejects.toMatchObject({
    code: "mail_refused",
    message: expect.stringContaining("Couldn't connect to"),
  });
  await expect(sent({ security: "starttls" })).rejects.toMatchObject({
    message: expect.stringContaining("encryption"),
  });
  await expect(sent({})).rejects.toMatchObject({ message: expect.stringContaining("No such mailbox here") });
});

test("sends a password only encrypted and with a trusted certificate", async () => {
  const { key, cert } = selfSignedCertificate();
  const tried: string[] = [];
  await using mailbox = await openSmtpInbox({
    ...{ key, cert },
    onAuth: ({ username, password }, { secure }, done) => {
      tried.push(`${username} ${password} ${secure ? "encrypted" : "in clear"}`);
      if (password === "right") done(null, { user: username });
      else done(new Error("no"));
    },
  });
  const server = at(mailbox, { host: "localhost", security: "starttls", user: "tours" });
  await expect(sendEmail({ server, password: "right" }, LETTER)).rejects.toMatchObject({ code: "mail_refused" });
  expect(tried).toEqual([]);

  const directory = mkdtempSync(join(tmpdir(), "fanfare-mail-"));
  try {
    const trusted = join(directory, "cert.pem");
    writeFileSync(trusted, cert);
    const send = async (password: string) => {
      const script = `const { sendEmail } = await import(${JSON.stringify(join(import.meta.dirname, "send-email.ts"))});
        await sendEmail(${JSON.stringify({ server, password })}, ${JSON.stringify(LETTER)}).catch((e) => console.log(e.message));`;
      const child = Bun.spawn([process.execPath, "-e", script], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
      });
      return (await new Response(child.stdout).text()).trim();
    };
    expect(await send("wrong")).toContain("rejected the username or password");
    expect(await send("right")).toBe("");
    expect(mailbox.emails).toHaveLength(1);
    expect(tried).toEqual(["tours wrong encrypted", "tours right encrypted"]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
