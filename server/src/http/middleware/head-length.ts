import type { MiddlewareHandler } from "hono";

/**
 * `Content-Length` of the response to GET in responses to HEAD, whose body is dropped (RFC 9110 section 8.6). Caches
 * discard a stored response if its length differs. Streams without an end have none.
 */
export const headLength: MiddlewareHandler = async (c, next) => {
  await next();
  const { body, headers } = c.res;
  if (c.req.method !== "HEAD" || body === null) return;
  if (headers.get("Content-Type")?.startsWith("text/event-stream")) {
    await body.cancel();
    return;
  }
  const { byteLength } = await c.res.arrayBuffer();
  c.res = new Response(null, c.res);
  c.res.headers.set("Content-Length", String(byteLength));
};
