import { type FieldProblem, type Problem, type ProblemCode, problems } from "@fanfare/contract/problem";

/** `network`: no answer came. `unreadable`: something answered that is not Fanfare, a proxy for instance. */
export type ApiProblemCode = ProblemCode | "network" | "unreadable";

/** Every way in which a call to `/api` can fail, in one shape: what the screens show and decide on. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ApiProblemCode;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly title: string;
  /** A sentence for people: what happened, why, what to do. */
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

/** The problem behind a failed `fetch`: the machine is offline, or the server is down. */
export function networkProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "network",
      status: 0,
      title: "Fanfare does not answer",
      detail: "The server could not be reached. Check your connection, then try again; nothing was changed.",
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
export async function problemOf(response: Response): Promise<ApiProblem> {
  const retry_after_s = readRetryAfter(response.headers.get("retry-after"));
  const request_id = response.headers.get("x-request-id") ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) {
    return new ApiProblem({
      code: body.code,
      status: response.status,
      title: body.title,
      detail: body.detail,
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
    title: "The answer is not from Fanfare",
    detail: `The server answered ${response.status} without saying why. A proxy in between may have answered instead.`,
    retryable: response.status >= 500,
    request_id,
    fields: [],
    current: undefined,
    retry_after_s,
  });
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
