import { limits } from "@fanfare/contract/limits";
import { t } from "../../lib/i18n/t.ts";

/** Why an attempt failed, in the page's language. What the network reports stays as it is. */
export function attemptError(error: string, status: number | null): string {
  switch (error) {
    case `The receiver returned ${status}.`:
      return t("The receiver returned {status}.", { status: String(status) });
    case `No response within ${limits.webhook_timeout_ms} ms.`:
      return t("No response within {time} ms.", { time: limits.webhook_timeout_ms });
    case "The receiver closed the connection without a response.":
      return t("The receiver closed the connection without a response.");
    case "The receiver failed until the retry period ended.":
      return t("The receiver failed until the retry period ended.");
    default:
      return error;
  }
}
