import { type FieldProblem, type Problem, type ProblemCode, problems } from "@fanfare/contract/problem";
import { t, tKnown } from "../i18n/t.ts";

/** Separates the translated text from the server's English text. */
export const SERVER_TEXT_SEPARATOR = "\n";

/** `network`: no response. `unreadable`: a response that isn't from Fanfare, for example from a proxy. */
export type ApiProblemCode = ProblemCode | "network" | "unreadable";

/** Any failure of an `/api` request. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ApiProblemCode;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly title: string;
  /**
   * What happened, why, and what to do. In other languages than English, the console's own text for the code. If the
   * server's text contains more, it follows after {@link SERVER_TEXT_SEPARATOR}. `ServerText` shows both.
   */
  readonly detail: string;
  readonly retryable: boolean;
  /** Helps an operator find the request in the log. */
  readonly request_id: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly current: unknown;
  readonly retry_after_s: number | undefined;

  constructor(parts: Omit<ApiProblem, "name" | "message" | "stack" | "cause">, cause?: unknown) {
    super(parts.detail, { cause });
    this.code = parts.code;
    this.status = parts.status;
    this.title = parts.title;
    this.detail = parts.detail;
    this.retryable = parts.retryable;
    this.request_id = parts.request_id;
    this.fields = parts.fields;
    this.current = parts.current;
    this.retry_after_s = parts.retry_after_s;
  }
}

/** Narrows a query error. Anything but an `ApiProblem` is a bug and is rethrown. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/** Whether the error means that no session exists (any longer). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "sign_in_required";
}

/** The problem behind a failed `fetch`: the device is offline or the server is down. */
export function networkProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "network",
      status: 0,
      title: t("Can’t reach Fanfare"),
      detail: t("Check your connection, then try again. Retrying is safe."),
      retryable: true,
      request_id: undefined,
      fields: [],
      current: undefined,
      retry_after_s: undefined,
    },
    cause,
  );
}

/** Parses an error response. Anything but a problem document becomes `unreadable`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const retry_after_s = readRetryAfter(response.headers.get("retry-after"));
  const request_id = response.headers.get("x-request-id") ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) {
    return new ApiProblem({
      code: body.code,
      status: response.status,
      title: tKnown(body.title),
      detail: localizedDetail(body.code, body.detail),
      retryable: body.retryable,
      request_id: body.request_id,
      fields: body.fields ?? [],
      current: body.current,
      retry_after_s,
    });
  }
  return new ApiProblem({
    code: "unreadable",
    status: response.status,
    title: t("Unexpected response"),
    detail: t("The server returned {status} without details. Try again. If this happens again, check your proxy.", {
      status: String(response.status),
    }),
    retryable: response.status >= 500,
    request_id,
    fields: [],
    current: undefined,
    retry_after_s,
  });
}

/** Codes whose translated text includes everything in the server's text. */
const SELF_EXPLANATORY: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
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

function localizedDetail(code: ProblemCode, english: string): string {
  const key = `##${code}`;
  const own = tKnown(key);
  if (own === key) return english;
  return SELF_EXPLANATORY.has(code) ? own : own + SERVER_TEXT_SEPARATOR + english;
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== "object" || body === null) return false;
  const { code, detail, title } = body as Partial<Record<keyof Problem, unknown>>;
  return (
    typeof code === "string" && Object.hasOwn(problems, code) && typeof detail === "string" && typeof title === "string"
  );
}

function readRetryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? "");
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
