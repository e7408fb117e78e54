import type { ProblemCode } from "@fanfare/contract/problem";
import { typographic } from "@fanfare/contract/wording/typographic";
import {
  ApiProblem,
  networkProblem as englishNetworkProblem,
  readProblem as readEnglish,
} from "@fanfare/sdk/api-client/problem";
import { language } from "../i18n/language.ts";
import { t, tKnown } from "../i18n/t.ts";

export { ApiProblem };

/**
 * Separates the translated text of a problem from the server's English text, if that contains more. `ServerText` shows
 * both.
 */
export const SERVER_TEXT_SEPARATOR = "\n";

/** Narrows a query error. Anything but an `ApiProblem` is a bug and is rethrown. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/** Whether the error means that no session exists (any longer). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "sign_in_required";
}

const WRONG_CREDENTIALS: ReadonlySet<string> = new Set<ProblemCode>([
  "sign_in_failed",
  "second_factor_failed",
  "password_wrong",
]);

/** Whether a member mistyped a credential. The text says what to do, and no operator can help. */
export function isWrongCredential({ code }: ApiProblem): boolean {
  return WRONG_CREDENTIALS.has(code);
}

/** The problem behind a failed `fetch`: the device is offline or the server is down. */
export function networkProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      ...englishNetworkProblem(cause),
      title: t("Can’t reach Fanfare"),
      detail: t("Check your connection, then try again. Retrying is safe."),
    },
    cause,
  );
}

/** Parses an error response. Anything but a problem document becomes `unreadable`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const problem = await readEnglish(response);
  const { code, title, detail } = problem;
  if (code !== "unreadable") {
    return new ApiProblem({ ...problem, title: tKnown(title), detail: localizedDetail(code, detail) });
  }
  return new ApiProblem({
    ...problem,
    title: t("Unexpected response"),
    detail: t("The server returned {status} without details. Try again. If this happens again, check your proxy.", {
      status: String(response.status),
    }),
  });
}

/** Codes whose translated text includes everything in the server's text. */
const SELF_EXPLANATORY: ReadonlySet<string> = new Set<ProblemCode>([
  ...([
    "sign_in_required",
    "sign_in_failed",
    "second_factor_required",
    "second_factor_failed",
    "password_wrong",
  ] as const),
  ...([
    "second_factor_on",
    "mail_off",
    "setup_done",
    "setup_link_invalid",
    "link_invalid",
    "owner_last",
    "app_last",
    "secret_last",
  ] as const),
  ...(["content_not_found", "person_not_found", "group_not_found", "member_not_found", "token_not_found"] as const),
  ...([
    "theme_not_found",
    "image_not_found",
    "segment_not_found",
    "goal_not_found",
    "version_not_found",
    "sign_in_not_found",
  ] as const),
  ...(["live_update_not_found", "webhook_not_found", "webhook_delivery_not_found", "backup_not_found"] as const),
  ...(["node_not_found"] as const),
  ...(["secret_not_found", "invite_not_found", "suppression_not_found", "cap_group_not_found"] as const),
  ...(["person_erased", "decision_not_logged", "backup_running", "revision_stale", "internal", "stopping"] as const),
]);

function localizedDetail(code: string, english: string): string {
  const key = `##${code}`;
  const own = tKnown(key);
  // Other languages look up the English text once more, where a form shows it at a field.
  if (own === key) return language.tag === "en" ? typographic(english) : english;
  return SELF_EXPLANATORY.has(code) ? own : own + SERVER_TEXT_SEPARATOR + english;
}
