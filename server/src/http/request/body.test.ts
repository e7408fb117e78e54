import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { z } from "zod";
import { silentLog } from "../../lib/log.ts";
import { problemHandler } from "../middleware/problem.ts";
import { parseBody, parseQuery, pointerOf, readJson, readQuery, validateText } from "./body.ts";

const schema = z.strictObject({ name: z.string(), tags: z.array(z.strictObject({ label: z.string() })).default([]) });
const app = new Hono();
app.onError(problemHandler(silentLog));
app.post("/", async (c) => c.json(await parseBody(c, schema, 200)));
app.post("/text", async (c) => c.json(validateText(await readJson(c), schema)));
app.get("/", (c) => c.json(parseQuery(readQuery(c), z.object({ limit: z.coerce.number().int() }))));

async function post(body: BodyInit) {
  const response = await app.request("/", { method: "POST", body });
  // Cast: the tests below check the shape of the response.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("rejects a repeated query parameter by its name", async () => {
  expect(await (await app.request("/?limit=5")).json()).toEqual({ limit: 5 });
  const response = await app.request("/?limit=5&limit=6");
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: "query_invalid", fields: [{ pointer: "/limit", message: expect.any(String) }] }),
  ]);
});

describe("request body", () => {
  test("receives its defaults when valid", async () => {
    expect(await post('{"name":"Ada"}')).toEqual({ status: 200, body: { name: "Ada", tags: [] } });
  });

  test("reports each invalid field by pointer, unknown keys included", async () => {
    const { status, body } = await post('{"tags":[{"label":1,"x/y":2}],"role":"owner"}');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "body_invalid" });
    const pointers = (body["fields"] as { pointer: string }[]).map((field) => field.pointer);
    expect(pointers.toSorted()).toEqual(["/name", "/role", "/tags/0/label", "/tags/0/x~1y"]);
  });

  test("is json_invalid when not JSON, not UTF-8, or empty", async () => {
    for (const bad of ["{", "", new Uint8Array([0x22, 0xff, 0x22])]) {
      expect(await post(bad)).toMatchObject({ status: 400, body: { code: "json_invalid" } });
    }
  });

  test("is rejected when its declared length is too large", async () => {
    expect(await post(JSON.stringify({ name: "a".repeat(300) }))).toMatchObject({ status: 413 });
  });

  test("is rejected when streaming beyond the limit, without reading the rest", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(64).fill(0x20));
      },
    });
    const response = await app.request("/", { method: "POST", body: endless });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  test("is rejected before parsing when nested too deeply", async () => {
    expect(await post("[".repeat(100))).toMatchObject({ status: 400, body: { code: "json_invalid" } });
  });
});

test("rejects text that PostgreSQL can't store at its field", async () => {
  for (const bad of ['{"name":"a\\u0000b"}', '{"name":"\\ud83c"}']) {
    const response = await app.request("/text", { method: "POST", body: bad });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "body_invalid", fields: [{ pointer: "/name" }] });
  }
  const whole = await app.request("/text", { method: "POST", body: '{"name":"\\ud83c\\udf89"}' });
  expect(await whole.json()).toEqual({ name: "🎉", tags: [] });
});

test("rejects an invalid query as query_invalid", async () => {
  const response = await app.request("/?limit=many");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "query_invalid", fields: [{ pointer: "/limit" }] });
});

test("escapes pointers as in RFC 6901", () => {
  expect(pointerOf(["a/b", "m~n", 0])).toBe("/a~1b/m~0n/0");
});
