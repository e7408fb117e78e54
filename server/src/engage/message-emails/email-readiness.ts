import { ProblemError } from "@fanfare/contract/problem";
import type { MessageEmailSettings } from "@fanfare/contract/schema/responses/realtime/live-update";
import { mailServerRow } from "../../store/statements/accounts/mail-server.ts";
import type { Store } from "../../store/store.ts";

export interface ReadinessDeps {
  readonly store: Pick<Store, "db">;
  readonly public_url: string | undefined;
}

/** Whether messages can be sent by email, and otherwise what to set. */
export async function messageEmailState({ store, public_url }: ReadinessDeps): Promise<MessageEmailSettings["state"]> {
  if ((await mailServerRow(store.db)) === undefined) return "mail_off";
  return public_url === undefined ? "no_public_url" : "ready";
}

/** @throws ProblemError `mail_off`. */
export async function assertEmailReady(deps: ReadinessDeps): Promise<void> {
  const state = await messageEmailState(deps);
  if (state === "ready") return;
  const message =
    state === "mail_off"
      ? "No mail server is set up. Add one in Settings > Email, or send the message without an email."
      : "Links in emails have no host. Set FANFARE_PUBLIC_URL, or send the message without an email.";
  throw new ProblemError("mail_off", message, { fields: [{ pointer: "/email", message }] });
}
