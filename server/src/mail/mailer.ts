import { ProblemError } from "@fanfare/contract/problem";
import type { EmailDelivery } from "@fanfare/contract/schema/responses/accounts/mail";
import type { Log } from "../lib/log.ts";
import type { Email } from "./email-templates.ts";
import { type MailServerDeps, readMailServer } from "./mail-server.ts";
import { sendEmail } from "./send-email.ts";

/** Sends emails through the configured mail server, one connection per email, because there are few. */
export interface Mailer {
  /** @throws ProblemError `mail_off` if none is configured, or `mail_refused` if the server rejected the email. */
  send(email: Email): Promise<void>;
  /** Like {@link send}, but returns the result, so that a failed email fails nothing else. */
  deliver(email: Email): Promise<EmailDelivery>;
}

/**
 * @example
 * const mailer = createMailer({ store, vault, log });
 * await mailer.deliver(invitationEmail(invite)); // { state: "sent" }
 */
export function createMailer(deps: Pick<MailServerDeps, "store" | "vault"> & { readonly log: Log }): Mailer {
  const send = async (email: Email): Promise<void> => {
    const known = await readMailServer(deps);
    if (known === undefined) {
      throw new ProblemError(
        "mail_off",
        "No mail server is set up. Add one in Settings > Email, or copy the link and share it.",
      );
    }
    try {
      await sendEmail(known, email);
    } catch (error) {
      deps.log.warn("mail_refused", { host: known.server.host, error });
      throw error;
    }
  };
  return {
    send,
    async deliver(email) {
      try {
        await send(email);
        return { state: "sent" };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return error.code === "mail_off" ? { state: "off" } : { state: "failed", says: error.message };
      }
    },
  };
}
