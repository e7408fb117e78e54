import type { FieldProblem, Problem, ProblemCode } from "@fanfare/contract/problem";

/** `network`: no response. `unreadable`: a response that isn't from Fanfare, for example from a proxy. */
export type ApiProblemCode = ProblemCode | "network" | "unreadable";

/** Any failure of an `/api` request. */
export class ApiProblem extends Error {
  override readonly name: string = "ApiProblem";
  /** Stable. Later versions may add codes. */
  readonly code: ApiProblemCode;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly title: string;
  /** What happened, why, and what to do. */
  readonly detail: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** Helps an operator find the request in the log. */
  readonly request_id: string | undefined;
  /** Invalid fields of the body, each with a JSON pointer. */
  readonly fields: readonly FieldProblem[];
  /** Current state that you need to continue: the revision, for `revision_stale`. */
  readonly current: unknown;
  /** Seconds to wait before a retry, if the server sent them. */
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

/** The problem behind a failed `fetch`: this machine is offline or the server is down. */
export function networkProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "network",
      status: 0,
      title: "Can't reach Fanfare",
      detail: "The server didn't respond. Check its URL and your connection, then try again.",
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
  const { status, headers } = response;
  const retry_after_s = readRetryAfter(headers.get("retry-after"));
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) {
    const { code, title, detail, retryable, request_id, fields = [], current } = body;
    return new ApiProblem({ code, status, title, detail, retryable, request_id, fields, current, retry_after_s });
  }
  return new ApiProblem({
    code: "unreadable",
    status,
    title: "Unexpected response",
    detail: `The server returned ${status} without details. Try again. If this happens again, check your proxy.`,
    retryable: status >= 500,
    request_id: headers.get("x-request-id") ?? undefined,
    fields: [],
    current: undefined,
    retry_after_s,
  });
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== "object" || body === null) return false;
  const { code, detail, title, retryable } = body as Partial<Record<keyof Problem, unknown>>;
  return [code, detail, title].every((each) => typeof each === "string") && typeof retryable === "boolean";
}

function readRetryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? "");
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
