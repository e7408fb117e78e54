import { expect, test } from "bun:test";
import { APP, OWNER, startTemporaryServer } from "../../test/support/temporary-server.ts";

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** An OTLP/HTTP receiver. */
function startReceiver() {
  const spans: ReceivedSpan[] = [];
  const services: unknown[] = [];
  const paths = new Set<string>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      paths.add(new URL(request.url).pathname);
      const body = await request.json();
      for (const { resource, scopeSpans } of body.resourceSpans) {
        services.push(...resource.attributes);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      return Response.json({});
    },
  });
  return { spans, services, paths, url: `http://127.0.0.1:${server.port}/`, stop: () => server.stop(true) };
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

test("sends the spans of a request and its writes, in the caller's trace, without paths or bodies", async () => {
  const receiver = startReceiver();
  {
    await using server = await startTemporaryServer({ environment: { FANFARE_OTLP_ENDPOINT: receiver.url } });
    const page = server.browser();
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    const wrong = { ...OWNER, password: "a wrong password" };
    const refused = await page.call("POST", "/api/sign-in", wrong, { traceparent });
    expect(refused).toMatchObject({ status: 401, json: { code: "sign_in_failed", trace_id: TRACE } });
    const unasked = await page.call("GET", `/api/apps/${APP.id}?canary=1`);
    expect(unasked.json.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(unasked.json.trace_id).not.toBe(TRACE);
    const logged = server.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
    expect(logged).toMatchObject([
      { method: "POST", route: "/api/sign-in", status: 401, trace_id: TRACE },
      { method: "GET", route: "/api/apps/:id", status: 401 },
    ]);
  }
  await receiver.stop();
  expect([...receiver.paths]).toEqual(["/v1/traces"]);
  const inCallersTrace = receiver.spans.filter(({ traceId }) => traceId === TRACE);
  const [request, ...others] = inCallersTrace.filter(({ parentSpanId }) => parentSpanId === CALLER);
  expect(others).toEqual([]);
  expect(request?.name).toBe("POST /api/sign-in");
  expect(request?.attributes).toContainEqual({ key: "http.route", value: { stringValue: "/api/sign-in" } });
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 401 } });
  const parts = inCallersTrace.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(parts.map(({ name }) => name)).toContain("store.write");
  expect(JSON.stringify(receiver.spans)).not.toMatch(/canary|a wrong password|owner@/);
  expect(receiver.services).toContainEqual({ key: "service.name", value: { stringValue: "fanfare" } });
});

test("answers and stops while no receiver responds", async () => {
  await using server = await startTemporaryServer({ environment: { FANFARE_OTLP_ENDPOINT: "http://127.0.0.1:1" } });
  expect((await server.browser().call("GET", "/healthz")).status).toBe(200);
});
