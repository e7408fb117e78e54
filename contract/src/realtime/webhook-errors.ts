import { limits } from "../limits.ts";

/** Why a delivery failed, as it is stored and sent. The console translates these; network errors stay as they are. */
export const WEBHOOK_ERRORS = {
  timed_out: `No response within ${limits.webhook_timeout_ms} ms.`,
  closed: "The receiver closed the connection without a response.",
  expired: "Not delivered before the retry period ended.",
} as const;
