import { beforeAll, expect, test } from "bun:test";
import { openApiProblems } from "../../../test/support/openapi-schema.ts";
import { sharedServer } from "../../../test/support/shared-server.ts";
import type { OpenApi, OpenApiOperation } from "./types.ts";

let api: OpenApi;
const { server } = await sharedServer();
beforeAll(async () => {
  api = (await server.browser().call("GET", "/api/openapi.json")).json;
});

function operations(): readonly (readonly [string, OpenApiOperation])[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
}

test("describes exactly the existing routes", () => {
  const real = server.fanfare.routes
    .filter(
      ({ path, method }) =>
        // SCIM describes itself, at /api/scim/v2/Schemas.
        /^\/(api\/(?!scim\/)|v1\/|apps\/)|^\/pusher\/(auth|user-auth)$/.test(path) &&
        !["ALL", "OPTIONS"].includes(method),
    )
    .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(
    operations()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(real.toSorted());
});

test("gives each operation a unique name, a summary, and its permissions", () => {
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { summary, description, security }] of operations()) {
    expect([name, summary.length > 0, /^(No authentication|Requires )/.test(description)]).toEqual([name, true, true]);
    if (description.startsWith("Requires self.")) expect(security).toEqual([{ sign_in: [] }]);
  }
});

test("is valid OpenAPI 3.1", () => {
  expect(openApiProblems(api)).toEqual([]);
});

test("describes each response by a schema and each problem with its codes", () => {
  for (const [name, { responses }] of operations()) {
    const [done = "", ...refused] = Object.keys(responses);
    expect([name, done < "400", refused.length > 0]).toEqual([name, true, true]);
    for (const status of refused.filter((each) => each >= "400")) {
      expect([name, status, Object.keys(responses[status]?.content ?? {})]).toEqual([
        ...[name, status],
        [name.includes(" /apps/") ? "text/plain" : "application/problem+json"],
      ]);
    }
  }
  expect(api.paths["/api/contents"]?.["get"]?.responses["200"]?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/ContentPage" }, example: expect.anything() },
  });
});

test("resolves every reference and declares every path parameter", () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ""] of references) expect(Object.keys(api.components.schemas)).toContain(name);
  for (const [name, { parameters }] of operations()) {
    const named = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    expect([name, named]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => part)]);
  }
});

test("describes a body by its validation schema, with the limits", () => {
  expect(api.components.schemas["post_invites"]).toMatchObject({
    type: "object",
    required: ["email", "role"],
    additionalProperties: false,
    properties: { role: { enum: ["owner", "admin", "editor", "viewer"] }, email: { maxLength: 254 } },
  });
});
