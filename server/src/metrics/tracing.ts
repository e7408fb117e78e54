import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Log, LogFields, LogLevel } from "../lib/log.ts";

/** OpenTelemetry traces of requests. Undefined wherever no endpoint is configured, so that tracing costs nothing. */
export interface Tracing {
  /** Runs a request in a span, which continues the caller's trace (`traceparent`). */
  request(request: Request, answer: () => Promise<Response> | Response): Promise<Response>;
  /** Names the route of the current request. */
  nameRoute(path: string): void;
  /** Runs part of the current request in a span of its own. Outside of a request, only runs it. */
  part<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Of the current request. */
  traceId(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export interface TracingDeps {
  /** Base URL of an OTLP/HTTP receiver. */
  readonly endpoint: string;
  readonly version: string;
  readonly instance_id: string | undefined;
  readonly log: Pick<Log, "warn">;
  readonly noteTraceId: (request: Request, trace_id: string) => void;
}

/** Spans are dropped rather than kept for a receiver that doesn't respond. */
const EXPORT_TIMEOUT_MS = 3_000;
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/**
 * @example
 * const tracing = createTracing({ endpoint: "http://127.0.0.1:4318", version, instance_id, log, noteTraceId });
 * const response = await tracing.request(request, () => app.fetch(request));
 */
export function createTracing(deps: TracingDeps): Tracing {
  const { endpoint, version, instance_id, log, noteTraceId } = deps;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "fanfare",
      "service.version": version,
      ...(instance_id === undefined ? {} : { "service.instance.id": instance_id }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer: Tracer = provider.getTracer("fanfare");
  const current = new AsyncLocalStorage<{ readonly span: Span; readonly method: string }>();

  return {
    async request(request, answer) {
      const attributes = { "http.request.method": request.method };
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, callerContext(request));
      noteTraceId(request, span.spanContext().traceId);
      try {
        const response = await current.run({ span, method: request.method }, async () => await answer());
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        const request_id = response.headers.get("X-Request-Id");
        if (request_id !== null) span.setAttribute("fanfare.request_id", request_id);
        return response;
      } finally {
        span.end();
      }
    },
    nameRoute(path) {
      const active = current.getStore();
      active?.span.setAttribute("http.route", path).updateName(`${active.method} ${path}`);
    },
    async part(name, work) {
      const parent = current.getStore()?.span;
      if (parent === undefined) return await work();
      const span = tracer.startSpan(name, {}, trace.setSpan(ROOT_CONTEXT, parent));
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    traceId: () => current.getStore()?.span.spanContext().traceId,
    async stop() {
      await provider.shutdown().catch((error: unknown) => log.warn("traces_not_sent", { error }));
    },
  };
}

function callerContext(request: Request): Context {
  const [, traceId = "", spanId = "", flags = ""] = TRACE_PARENT.exec(request.headers.get("traceparent") ?? "") ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Adds the trace ID to everything that's logged within a request. */
export function logWithTraceIds(log: Log, traceId: Tracing["traceId"]): Log {
  const write =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}): void => {
      const trace_id = traceId();
      log[level](event, trace_id === undefined ? fields : { ...fields, trace_id });
    };
  return {
    ...{ debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") },
    with: (fields) => logWithTraceIds(log.with(fields), traceId),
  };
}
