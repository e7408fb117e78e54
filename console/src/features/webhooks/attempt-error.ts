import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { t } from "../../lib/i18n/t.ts";

/** Why an attempt failed, translated. Network errors stay as reported. */
export function attemptError(error: string, status: number | null): string {
  switch (error) {
    case WEBHOOK_ERRORS.timed_out:
      return t("No response within {time} ms.", { time: limits.webhook_timeout_ms });
    case WEBHOOK_ERRORS.closed:
      return t("The receiver closed the connection without a response.");
    case WEBHOOK_ERRORS.expired:
      return t("All attempts failed, and the retry period has ended.");
    default:
      return status === null ? error : t("The receiver returned {status}.", { status: String(status) });
  }
}
