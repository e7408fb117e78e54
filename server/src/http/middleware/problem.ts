import { systemRng } from "@fanfare/contract/lib/rng";
import { type Problem, ProblemError, problems } from "@fanfare/contract/problem";
import type { ErrorHandler } from "hono";
import { LogUnavailable } from "../../cluster/log.ts";
import type { Log } from "../../lib/log.ts";
import { truncate } from "../../lib/truncate.ts";
import { isUnavailable, StoreError } from "../../store/store.ts";

const requestIds = new WeakMap<Request, string>();

/** Request ID, included in every problem, in the header `X-Request-Id`, and in log entries for errors. */
export function requestIdOf(request: Request): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  // Nothing depends on the ID's value, so it needs no seeded generator.
  const id = `req_${Buffer.from(systemRng.bytes(12)).toString("hex")}`;
  requestIds.set(request, id);
  return id;
}

const traceIds = new WeakMap<Request, string>();

/** Problems of this request include the trace ID from here on. */
export function noteTraceId(request: Request, trace_id: string): void {
  traceIds.set(request, trace_id);
}

/** Someone has to free space first. */
const DISK_FULL_RETRY_S = 30;

/**
 * Public problem for an error. A {@link ProblemError} is returned as is, and an unresponsive store has its own code.
 * Anything else is `internal`: its message, stack, and SQL stay in the log.
 */
function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreError && error.kind === "disk_full") {
    return new ProblemError(
      "disk_full",
      "The server's disk is full, and nothing was changed. Free disk space on the server, then try again.",
      { retry_after_s: DISK_FULL_RETRY_S },
    );
  }
  if (error instanceof LogUnavailable) {
    return new ProblemError(
      "realtime_unavailable",
      "Redis didn't confirm the event or command, so other servers may not have received it. Try again shortly.",
      { retry_after_s: 1 },
    );
  }
  if (isUnavailable(error)) {
    return new ProblemError(
      "store_unavailable",
      "The database isn't responding or is overloaded. A change may not be stored. Try again shortly.",
      { retry_after_s: 1 },
    );
  }
  return new ProblemError(
    "internal",
    "An unexpected error occurred. Try again. If it happens again, send the request ID to your administrator.",
  );
}

/** `application/problem+json` response (RFC 9457) for an error. */
export function problemResponse(error: ProblemError, request: Request): Response {
  const { status, retryable, title } = problems[error.code];
  const request_id = requestIdOf(request);
  const trace_id = traceIds.get(request);
  const body: Problem = {
    type: `urn:fanfare:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    retryable,
    request_id,
    ...(trace_id === undefined ? {} : { trace_id }),
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.current === undefined ? {} : { current: error.current }),
  };
  const headers = new Headers({
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    "X-Request-Id": request_id,
  });
  if (error.retry_after_s !== undefined) headers.set("Retry-After", String(Math.ceil(error.retry_after_s)));
  // Required with 401 (RFC 9110, section 15.5.2; RFC 6750, section 3).
  if (status === 401) {
    headers.set("WWW-Authenticate", error.code === "token_invalid" ? 'Bearer error="invalid_token"' : "Bearer");
  }
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * Hono's `onError`: converts every error to a problem, and logs server errors in full and refused access to `/api`.
 *
 * @example
 * const app = new Hono();
 * app.onError(problemHandler(log));
 */
export function problemHandler(log: Log): ErrorHandler {
  return (error, c) => errorResponse(error, c.req.raw, log);
}

/** {@link problemHandler} for code outside Hono. */
export function errorResponse(error: unknown, request: Request, log: Log): Response {
  // Without a valid host, the request has no usable URL.
  if (!URL.canParse(request.url)) return problemResponse(hostInvalid(), request);
  const problem = problemOf(error);
  const { pathname: path } = new URL(request.url);
  const { status } = problems[problem.code];
  const fields = { request_id: requestIdOf(request), method: request.method, path };
  if (isAborted(error, request)) log.debug("request_left", fields);
  else if (status >= 500 && problem.code !== "stopping") log.error("request_failed", { ...fields, error });
  // Pages of any visitor can cause refusals on the other paths, as often as they like.
  else if (status === 403 && path.startsWith("/api/")) log.warn("access_refused", { ...fields, code: problem.code });
  return problemResponse(problem, request);
}

/** Clients that disconnect within a body don't cause a server error. Logged errors must be actionable. */
function isAborted(error: unknown, request: Request): boolean {
  return request.signal.aborted && error instanceof Error && error.name === "AbortError";
}

function hostInvalid(): ProblemError {
  return new ProblemError("host_invalid", "The Host header is missing. Send Host with the name that you connected to.");
}

/** Quotes and truncates the path. */
export function notFoundProblem(path: string): ProblemError {
  return new ProblemError("route_not_found", `${truncate(path)} doesn't exist. Check the path and the method.`);
}
