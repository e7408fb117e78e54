import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createTransport } from "nodemailer";
import type { Email } from "./email-templates.ts";
import type { StoredMailServer } from "./mail-server.ts";

/**
 * Sends one email over its own connection. The system must trust the server's certificate; add a private CA with
 * `NODE_EXTRA_CA_CERTS`.
 *
 * @throws ProblemError `mail_refused` with the reason.
 */
export async function sendEmail(known: Omit<StoredMailServer, "revision">, email: Email): Promise<void> {
  const transport = createTransport(transportOptions(known));
  try {
    const { from, from_name } = known.server;
    await transport.sendMail({
      ...{ ...email, headers: { ...email.headers }, from: { address: from, name: from_name } },
      attachments: [...(email.attachments ?? [])],
    });
  } catch (error) {
    throw deliveryProblem(known, error);
  } finally {
    transport.close();
  }
}

function transportOptions({
  server,
  password,
}: Omit<StoredMailServer, "revision">): NonNullable<Parameters<typeof createTransport>[0]> {
  const { host, port, security, user } = server;
  return {
    ...{ host, port },
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: limits.mail_step_timeout_ms,
    greetingTimeout: limits.mail_step_timeout_ms,
    socketTimeout: limits.mail_step_timeout_ms,
    dnsTimeout: limits.mail_step_timeout_ms,
    // Attachments come with their content, and there are no images, so no file or URL may be opened.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Maps nodemailer's codes. Includes the server's own message only for errors about the email, never about the password.
 */
function deliveryProblem({ server }: Pick<StoredMailServer, "server">, error: unknown): ProblemError {
  const where = `${server.host}:${server.port}`;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const message = error instanceof Error ? error.message.slice(0, limits.mail_error_chars_max) : "";
  switch (code) {
    case "EAUTH":
      return new ProblemError("mail_refused", `${where} rejected the username or password. Check both.`);
    case "ETLS":
      return new ProblemError(
        "mail_refused",
        `${where} doesn't offer trusted encryption. Check the port and the security setting.`,
      );
    case "EDNS":
    case "ECONNECTION":
    case "ESOCKET":
    case "ETIMEDOUT":
      return new ProblemError(
        "mail_refused",
        `Couldn't connect to ${where}: ${message}. Check the host, port, and security setting.`,
      );
    default:
      return new ProblemError("mail_refused", `${where} rejected the email: ${message}`);
  }
}
