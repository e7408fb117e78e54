import type { PushFailure, PushSkipReason } from "../realtime/message-push.ts";
import { type Cause, causesOf } from "./cause.ts";

/** Why a person gets the push notification of a message or not, as ICU messages in English. */
export const MESSAGE_PUSH_TEXTS = {
  push_waiting: "The notification is sent if the person hasn't seen the message by then.",
  push_sent: "The person hadn't seen the message, and a push service accepted the notification.",
  push_opened: "The person clicked the notification.",
  push_seen: "The person saw the message.",
  push_no_device: "No browser of the person is subscribed to notifications. Only the person can subscribe.",
  push_replaced: "A newer message with the same collapse key replaced this message.",
  push_expired: "The message expired before the notification could be sent.",
  push_paused:
    "The person paused non-urgent messages. The notification is sent after that if they haven't seen the message.",
  push_joined_later:
    "The person wasn't in the audience, or had no subscribed browser, when the notifications were due.",
  push_no_public_url: "Push services need the server's URL. Set FANFARE_PUBLIC_URL, then restart the server.",
  push_unreachable: "The push service couldn't be reached or had an error.",
  push_busy: "The push service asked to send less. The notification is sent later.",
  push_refused: "The push service refused the notification.",
  push_interrupted:
    "The server stopped while it sent the notification. The notification may have arrived, so it isn't sent again.",
} as const;

const cause = causesOf<Record<never, never>>()(MESSAGE_PUSH_TEXTS);

export const pushCause = (code: PushSkipReason | PushFailure | "waiting" | "paused" | "sent" | "opened"): Cause =>
  cause(`push_${code}`);
