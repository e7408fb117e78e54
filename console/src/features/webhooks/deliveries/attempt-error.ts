import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { t } from "../../../lib/i18n/t.ts";

/** Network errors by their code, in words. */
const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: t("The receiver refused the connection."),
  ENOTFOUND: t("No server has this host name. Check the URL."),
  ECONNRESET: t("The receiver closed the connection without a response."),
};

/** Why an attempt failed, translated. Known network errors keep what was reported after their description. */
export function attemptError(error: string, status: number | null): string {
  switch (error) {
    case WEBHOOK_ERRORS.timed_out:
      return t("No response within {time} ms.", { time: limits.webhook_timeout_ms });
    case WEBHOOK_ERRORS.closed:
      return t("The receiver closed the connection without a response.");
    case WEBHOOK_ERRORS.expired:
      return t("Not delivered before the retry period ended.");
    default:
      return status === null ? networkError(error) : t("The receiver returned {status}.", { status: String(status) });
  }
}

function networkError(error: string): string {
  const [code = ""] = /\bE[A-Z]+\b/.exec(error) ?? [];
  return Object.hasOwn(NETWORK_ERRORS, code) ? `${NETWORK_ERRORS[code]} (${error})` : error;
}
