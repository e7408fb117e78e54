import { type FieldProblem, type Problem, type ProblemCode, problems } from "@fanfare/contract/problem";
import { t, tKnown } from "../i18n/t.ts";

/** Between what the page says in its own language and what the server said of the same in English. */
export const SERVER_TEXT_SEPARATOR = "\n";

/** `network`: no answer came. `unreadable`: something answered that is not Fanfare, a proxy for instance. */
export type ApiProblemCode = ProblemCode | "network" | "unreadable";

/** Every way in which a call to `/api` can fail, in one shape: what the screens show and decide on. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ApiProblemCode;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly title: string;
  /**
   * A sentence for people: what happened, why, what to do. On a page that is not in English it is the page's own for the
   * code, and what the server said follows after {@link SERVER_TEXT_SEPARATOR} where it names more. `ServerWords` shows both.
   */
  readonly detail: string;
  readonly retryable: boolean;
  /** What a person tells their operator, who finds it in the log. */
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

/** The failure of a query as the screens know it. What is not one is a fault of ours and goes on as it is. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/** True for the answer that means: nobody is signed in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "sign_in_required";
}

/** The problem behind a failed `fetch`: the machine is offline, or the server is down. */
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

/** Reads a response that is not a success. Anything but a problem document becomes `unreadable`. */
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
    detail: t("The server returned {status} without details. A proxy may have responded instead.", {
      status: String(response.status),
    }),
    retryable: response.status >= 500,
    request_id,
    fields: [],
    current: undefined,
    retry_after_s,
  });
}

/** Codes of which the page's own sentence says all that the server says. */
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
  ...(["theme_not_found", "segment_not_found", "goal_not_found", "version_not_found", "sign_in_not_found"] as const),
  ...(["live_update_not_found", "webhook_not_found", "webhook_delivery_not_found", "backup_not_found"] as const),
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
