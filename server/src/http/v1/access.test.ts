import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import type { CallOptions } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;
const PATHS = [
  ["POST", "boot"],
  ["POST", "identify"],
  ["POST", "group"],
  ["POST", "events"],
  ["POST", "progress"],
  ["GET", "suppressions"],
  ["POST", "suppressions"],
  ["DELETE", "suppressions/sup_1"],
  ["GET", "explain"],
] as const;

async function codeOf(server: V1Server, method: string, path: string, options: CallOptions & { key?: string } = {}) {
  const { key = "shop-key", ...call } = options;
  const { status, body, headers } = await server.browser({ key }).call<Problem>(method, path, call);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  expect(body.status).toBe(status);
  return body.code;
}

describe("every call of /v1", () => {
  test("limits the body, except for events", async () => {
    await using server = await startV1Server(open);
    const body = JSON.stringify({ text: "x".repeat(limits.v1_body_bytes_max) });
    for (const path of ["boot", "identify", "group", "progress", "suppressions"]) {
      expect(await codeOf(server, "POST", path, { body })).toBe("body_too_large");
    }
    expect(await codeOf(server, "POST", "events", { body })).toBe("body_invalid");
  });

  test("returns not found for other routes and methods, with or without a key", async () => {
    await using server = await startV1Server(open);
    for (const key of ["shop-key", "nobody"]) {
      expect(await codeOf(server, "GET", "nothing", { key })).toBe("route_not_found");
      expect(await codeOf(server, "GET", "boot", { key })).toBe("method_not_allowed");
    }
  });

  test("requires the key of an existing app", async () => {
    await using server = await startV1Server(open);
    for (const [method, path] of PATHS) {
      expect(await codeOf(server, method, path, { key: "" })).toBe("app_key_missing");
      expect(await codeOf(server, method, path, { key: "no-such-key" })).toBe("app_not_found");
    }
  });

  test("allows the page to read errors, also about the key", async () => {
    await using server = await startV1Server(open);
    for (const key of ["shop-key", "no-such-key", ""]) {
      const { headers } = await server.browser({ key }).call("GET", "suppressions");
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
      expect(headers.get("Access-Control-Allow-Credentials")).toBe("true");
      expect(headers.get("Access-Control-Expose-Headers")).toContain("ETag");
      expect(headers.get("Vary")).toBe("Origin");
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("returns a problem for an unknown route", async () => {
    await using server = await startV1Server(open);
    expect((await server.browser().call("GET", "no-such")).status).toBe(404);
    expect((await server.browser().call("GET", "boot")).status).toBe(405);
  });
});

describe("allowed origins", () => {
  const preflight = (server: V1Server, origin: string) =>
    server.browser({ origin }).call("OPTIONS", "boot", { headers: { "Access-Control-Request-Method": "POST" } });

  test("include all when the list is empty, even a sandbox's null", async () => {
    await using server = await startV1Server(open);
    for (const origin of ["https://anything.example", "null"]) {
      expect((await preflight(server, origin)).status).toBe(204);
      const { status, headers } = await server.browser({ origin }).call("POST", "boot", { body: {} });
      expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, origin]);
    }
  });

  test("are compared exactly with the app's list", async () => {
    await using server = await startV1Server(open);
    server.change(server.shop, { allowed_origins: ["https://shop.example", "http://localhost:3000"] });
    for (const origin of ["https://shop.example", "http://localhost:3000"]) {
      expect((await preflight(server, origin)).headers.get("Access-Control-Allow-Origin")).toBe(origin);
      expect((await server.browser({ origin }).call("POST", "boot", { body: {} })).status).toBe(200);
    }
    for (const origin of [
      "http://shop.example",
      "https://shop.example:444",
      "https://shop.example.evil.example",
      "https://evil-shop.example",
      "https://SHOP.example",
      "https://shop.example/",
      "https://sub.shop.example",
      "http://localhost",
      "null",
      "",
    ]) {
      const answers = [
        await preflight(server, origin),
        await server.browser({ origin }).call("POST", "boot", { body: {} }),
      ];
      for (const { status, body, headers } of answers) {
        expect({ origin, status, code: (body as Problem).code }).toEqual({
          origin,
          status: 403,
          code: "origin_refused",
        });
        expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
        expect(headers.get("Vary")).toBe("Origin");
      }
    }
  });

  test("exclude null, even when the list contains null", async () => {
    await using server = await startV1Server(open);
    server.change(server.shop, { allowed_origins: ["null", "https://shop.example"] });
    expect((await server.browser({ origin: "null" }).call("POST", "boot", { body: {} })).status).toBe(403);
  });

  test("apply only to requests with an origin", async () => {
    await using server = await startV1Server(open);
    server.change(server.shop, { allowed_origins: ["https://shop.example"] });
    const request = new Request("https://fanfare.example/v1/boot?app=shop-key", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect((await server.fetch(request)).status).toBe(200);
  });

  test("get a preflight response that is valid for 2 hours", async () => {
    await using server = await startV1Server(open);
    const { status, headers } = await preflight(server, "https://shop.example");
    expect(status).toBe(204);
    expect(headers.get("Access-Control-Max-Age")).toBe("7200");
    expect(headers.get("Access-Control-Allow-Methods")).toBe("GET, POST, PATCH, DELETE");
    for (const header of ["Authorization", "Content-Type", "If-Match", "If-None-Match", "Prefer"]) {
      expect(headers.get("Access-Control-Allow-Headers")).toContain(header);
    }
  });
});

describe("rate limit", () => {
  test("responds with 429 and the time to wait, for one app and address only", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ address: "203.0.113.7" });
    for (let count = 0; count < limits.v1_requests_burst_max; count++) {
      expect((await browser.call("GET", "suppressions")).status).toBe(401);
    }
    const { status, body, headers } = await browser.call<Problem>("GET", "suppressions");
    expect({ status, code: body.code, wait: headers.get("Retry-After") }).toEqual({
      status: 429,
      code: "rate_limited",
      wait: "1",
    });
    expect(headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    expect((await server.browser({ address: "203.0.113.8" }).call("GET", "suppressions")).status).toBe(401);
    server.clock.advance(1_000);
    expect((await browser.call("GET", "suppressions")).status).toBe(401);
  });
});

describe("rate limit of a person", () => {
  test("responds with 429 to one person's event batches from any address", async () => {
    await using server = await startV1Server(open);
    // The content doesn't matter: nothing of it can be stored.
    const identify = (address: string, token: string) =>
      server.browser({ address }).call<Problem>("POST", "events", { body: { events: [{}] }, token });
    const flooding = await server.token("u_42");
    for (let count = 0; count < limits.v1_batches_burst_max; count++) {
      expect((await identify(`203.0.113.${count}`, flooding)).status).toBe(200);
    }
    const { status, body, headers } = await identify("203.0.113.200", flooding);
    expect([status, body.code, headers.get("Retry-After")]).toEqual([429, "rate_limited", "1"]);
    expect((await identify("203.0.113.200", await server.token("u_43"))).status).toBe(200);
  });
});

describe("request body", () => {
  test("is rejected before reading or parsing when too large", async () => {
    await using server = await startV1Server(open);
    const announced = new Request("https://fanfare.example/v1/events?app=shop-key", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Length": String(limits.body_bytes_max + 1) },
      body: "not even JSON",
    });
    expect((await server.fetch(announced)).status).toBe(413);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(64 * 1_024).fill(0x5b));
      },
    });
    const streamed = new Request("https://fanfare.example/v1/events?app=shop-key", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: endless,
    });
    expect((await server.fetch(streamed)).status).toBe(413);
    expect(pulled).toBeLessThan(20);
  });

  test("is rejected with a reason when not JSON, too deep, or of another type", async () => {
    await using server = await startV1Server(open);
    for (const [method, path] of PATHS.filter(([each]) => each === "POST")) {
      const send = (body: string, type = "application/json") =>
        codeOf(server, method, path, { body, headers: { "Content-Type": type } });
      expect(await send("{")).toBe("json_invalid");
      expect(await send("")).toBe("json_invalid");
      expect(await send(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toBe("json_invalid");
      const plain = { method, headers: { "Content-Type": "text/plain;charset=UTF-8" }, body: "{}" };
      const no_page = await server.fetch(new Request(`https://fanfare.example/v1/${path}?app=shop-key`, plain));
      expect(await no_page.json()).toMatchObject({ code: "content_type_unsupported" });
      expect(await send("{}", "application/x-www-form-urlencoded")).toBe("content_type_unsupported");
      // Of a page.
      expect(await send("{", "text/plain;charset=UTF-8")).toBe("json_invalid");
      expect(await send("[]")).toBe("body_invalid");
      expect(await send("null")).toBe("body_invalid");
    }
  });

  test("is rejected with reserved or unknown keys, without prototype pollution", async () => {
    await using server = await startV1Server(open);
    const token = await server.token("u_42");
    const member = await server.token("u_42", { groups: ["acme"] });
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const bad = `{"${key}":{"polluted":1}}`;
      expect(await codeOf(server, "POST", "boot", { body: bad })).toBe("body_invalid");
      for (const attributes of [bad, `{"a":["x"],"${key}":"x"}`]) {
        expect(
          await codeOf(server, "POST", "identify", {
            body: `{"external_id":"u_42","attributes":${attributes}}`,
            token,
          }),
        ).toBe("body_invalid");
        for (const of of ["attributes", "membership"]) {
          const body = `{"external_id":"acme","${of}":${attributes}}`;
          expect(await codeOf(server, "POST", "group", { body, token: member })).toBe("body_invalid");
        }
      }
      expect(await codeOf(server, "POST", "events", { body: `{"events":[],"${key}":{}}`, token })).toBe("body_invalid");
      expect(
        await codeOf(server, "POST", "suppressions", { body: `{"scope":"all","target":"","${key}":1}`, token }),
      ).toBe("body_invalid");
    }
    for (const key of ["role", "app_id", "person_id", "verified", "app"]) {
      expect(await codeOf(server, "POST", "identify", { body: { external_id: "u_42", [key]: "x" }, token })).toBe(
        "body_invalid",
      );
      const body = { external_id: "acme", [key]: "x" };
      expect(await codeOf(server, "POST", "group", { body, token: member })).toBe("body_invalid");
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(await server.count("people")).toBe(0);
    expect(await server.count("groups")).toBe(0);
  });

  test("is rejected with an invalid socket ID", async () => {
    await using server = await startV1Server(open);
    const token = await server.token("u_42");
    const options = { body: { scope: "all", target: "" }, token, query: { socket_id: "1.1:private-x" } };
    expect(await codeOf(server, "POST", "suppressions", options)).toBe("socket_id_invalid");
    expect(await server.count("people")).toBe(0);
  });
});
