import type { EmailFailure, EmailSkipReason } from "../realtime/message-email.ts";
import { type Cause, causesOf } from "./cause.ts";

/** Why a person gets the email of a message or not, as ICU messages in English. */
export const MESSAGE_EMAIL_TEXTS = {
  email_waiting: "The email is sent if the person hasn't seen the message by then.",
  email_sent: "The person hadn't seen the message, and the mail server accepted the email.",
  email_seen: "The person saw the message.",
  email_unsubscribed: "The person unsubscribed from these emails.",
  email_unverified: "The person isn't verified. Identify them with an identity token.",
  email_no_address: "The person has no valid email attribute. Set it from your backend.",
  email_replaced: "A newer message with the same collapse key replaced this message.",
  email_expired: "The message expired before the email could be sent.",
  email_paused: "The person paused non-urgent messages. The email is sent after that if they haven't seen the message.",
  email_joined_later: "The person wasn't in the audience, or wasn't verified, when the emails were due.",
  email_mail_off: "No mail server is set up. An owner can add one in Settings > Email.",
  email_no_public_url: "Links in emails have no host. Set FANFARE_PUBLIC_URL, then restart the server.",
  email_mail_refused: "The mail server couldn't be reached or rejected the email. Check Settings > Email.",
  email_interrupted: "The server stopped while it sent the email. The email may have arrived, so it isn't sent again.",
} as const;

const cause = causesOf<Record<never, never>>()(MESSAGE_EMAIL_TEXTS);

export const emailCause = (code: EmailSkipReason | EmailFailure | "waiting" | "paused" | "sent"): Cause =>
  cause(`email_${code}`);
