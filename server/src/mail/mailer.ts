import { ProblemError } from "@fanfare/contract/problem";
import type { EmailDelivery } from "@fanfare/contract/schema/accounts/mail";
import type { Log } from "../lib/log.ts";
import type { Email } from "./email-templates.ts";
import { type MailServerDeps, readMailServer } from "./mail-server.ts";
import { sendEmail } from "./send-email.ts";

/** Hands letters to the mail server that is set, one connection a letter: there are few. */
export interface Mailer {
  /** @throws ProblemError `mail_off` when none is set, or `mail_refused` when it did not take the letter. */
  send(email: Email): Promise<void>;
  /** {@link send} for what is told in an answer: a letter that does not go out fails nothing else. */
  deliver(email: Email): Promise<EmailDelivery>;
}

/**
 * @example
 * const mailer = createMailer({ store, vault, log });
 * await mailer.deliver(invitationLetter(invite)); // { state: "sent" }
 */
export function createMailer(deps: Pick<MailServerDeps, "store" | "vault"> & { readonly log: Log }): Mailer {
  const send = async (email: Email): Promise<void> => {
    const known = await readMailServer(deps);
    if (known === undefined) {
      throw new ProblemError(
        "mail_off",
        "No mail server is set up. Add one in Settings > Mail, or share the link yourself.",
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
