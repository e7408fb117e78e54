import { afterAll, beforeAll, expect, test } from "bun:test";
import { problems } from "@fanfare/contract/problem";
import { openApiProblems } from "../../../test/support/openapi-schema.ts";
import { startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";
import type { OpenApi, OpenApiOperation } from "./types.ts";

let server: TemporaryServer;
let api: OpenApi;
beforeAll(async () => {
  server = await startTemporaryServer();
  api = (await server.browser().call("GET", "/api/openapi.json")).json;
});
afterAll(() => server[Symbol.asyncDispose]());

function operations(): readonly (readonly [string, OpenApiOperation])[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
}

test("what is described is what is there: every route of /api, and none that is not", () => {
  const real = server.fanfare.routes
    .filter(
      ({ path, method }) =>
        /^\/(api|v1)\/|^\/pusher\/(auth|user-auth)$/.test(path) && !["ALL", "OPTIONS"].includes(method),
    )
    .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(
    operations()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(real.toSorted());
});

test("each operation has a name of its own, a summary, and says what it needs", () => {
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { summary, description, security }] of operations()) {
    expect([name, summary.length > 0, /^(No authentication|Requires )/.test(description)]).toEqual([name, true, true]);
    if (description.startsWith("Requires self.")) expect(security).toEqual([{ sign_in: [] }]);
  }
});

test("the description is OpenAPI 3.1: nothing in it that the standard does not know, and nothing missing that it wants", () => {
  expect(openApiProblems(api)).toEqual([]);
});

test("each operation tells what it answers by a schema, and each problem with its codes", () => {
  for (const [name, { responses }] of operations()) {
    const [done = "", ...refused] = Object.keys(responses);
    expect([name, done < "400", refused.length > 0]).toEqual([name, true, true]);
    for (const status of refused.filter((each) => each >= "400")) {
      expect([name, status, Object.keys(responses[status]?.content ?? {})]).toEqual([
        ...[name, status],
        ["application/problem+json"],
      ]);
    }
  }
  expect(api.paths["/api/contents"]?.["get"]?.responses["200"]?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/ContentPage" } },
  });
});

test("every reference leads somewhere, and every part of a path is a parameter", () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ""] of references) expect(Object.keys(api.components.schemas)).toContain(name);
  for (const [name, { parameters }] of operations()) {
    const named = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    expect([name, named]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => part)]);
  }
});

test("a body is described by the schema that checks it, with its limits", () => {
  expect(api.components.schemas["post_invites"]).toMatchObject({
    type: "object",
    required: ["email", "role"],
    additionalProperties: false,
    properties: { role: { enum: ["owner", "admin", "editor", "viewer"] }, email: { maxLength: 254 } },
  });
});

test("the page for people names every call, runs no script, and asks no other host", async () => {
  const page = await server.browser().call("GET", "/docs");
  expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'; style-src 'self'");
  expect(page.text).toStartWith("<!doctype html><html");
  expect(page.text).not.toContain("<script");
  expect([...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].filter(([, url = ""]) => /^(\w+:)?\/\//.test(url))).toEqual(
    [],
  );
  for (const [, { operationId }] of operations()) expect(page.text).toContain(`id="${operationId}"`);
  expect(page.text).toContain('href="docs/errors"');
  const style = await server.browser().call("GET", "/docs/style.css");
  expect(style.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
  expect(style.text).not.toContain("url(");
});

test("each code has its place on the page of errors, which runs no script and links only to where there is something", async () => {
  const page = await server.browser().call("GET", "/docs/errors");
  expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).not.toContain("<script");
  const places = [...page.text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(places).toEqual(Object.keys(problems));
  const beside = page.text.slice(page.text.indexOf("<nav"), page.text.indexOf("</nav>"));
  expect([...beside.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id)).toEqual(places);
  for (const [, link = ""] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const { pathname } = new URL(link, "http://fanfare.example/docs/errors");
    expect([link, (await server.browser().call("GET", pathname)).status]).toEqual([link, 200]);
  }
});
