import { ProblemError } from "@fanfare/contract/problem";
import type { Delivery } from "@fanfare/contract/schema/mail";
import type { Log } from "../log.ts";
import type { Letter } from "./letters.ts";
import { knownMailServer, type MailServerDeps } from "./mail-server.ts";
import { sendLetter } from "./send-letter.ts";

/** Hands letters to the mail server that is set, one connection a letter: there are few. */
export interface Mailer {
  /** @throws ProblemError `mail_off` when none is set, or `mail_refused` when it did not take the letter. */
  send(letter: Letter): Promise<void>;
  /** {@link send} for what is told in an answer: a letter that does not go out fails nothing else. */
  deliver(letter: Letter): Promise<Delivery>;
}

/**
 * @example
 * const mailer = createMailer({ store, vault, log });
 * await mailer.deliver(invitationLetter(invite)); // { state: "sent" }
 */
export function createMailer(deps: Pick<MailServerDeps, "store" | "vault"> & { readonly log: Log }): Mailer {
  const send = async (letter: Letter): Promise<void> => {
    const known = await knownMailServer(deps);
    if (known === undefined) {
      throw new ProblemError("mail_off", "No mail server is set. Set one under Settings, Mail, or hand the link over.");
    }
    try {
      await sendLetter(known, letter);
    } catch (error) {
      deps.log.warn("mail_refused", { host: known.server.host, error });
      throw error;
    }
  };
  return {
    send,
    async deliver(letter) {
      try {
        await send(letter);
        return { state: "sent" };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return error.code === "mail_off" ? { state: "off" } : { state: "failed", says: error.message };
      }
    },
  };
}
