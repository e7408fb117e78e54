import { expect, test } from "bun:test";
import { eventSchema } from "@fanfare/contract/schema/client/v1";
import Pusher from "pusher";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, type TestResponse } from "../../../test/support/temporary-server.ts";
import { composeExample } from "./compose-example.ts";
import { type ApiExample, EXAMPLES } from "./examples.ts";
import { describeApi } from "./openapi.ts";
import { DOCUMENTED_ROUTES } from "./route-problems.ts";

const { server, owner } = await sharedServer();

const api = describeApi();
const OPERATIONS = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...{ name: `${method.toUpperCase()} ${path}`, path, method: method.toUpperCase(), operation },
    route: DOCUMENTED_ROUTES[`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`],
    done: Object.values(operation.responses)[0],
  })),
);
/** No text. */
const BINARY = "application/vnd.sqlite3";

test("has an example of each required parameter, request, and success response", () => {
  const bare = OPERATIONS.flatMap(({ name, operation: { parameters, requestBody }, done }) => [
    ...parameters
      .filter(({ required, example }) => required && (example === undefined || example === ""))
      .map((each) => `${name} ${each.name}`),
    ...Object.entries({ ...requestBody?.content, ...done?.content })
      .filter(([type, { example }]) => type !== BINARY && (example === undefined || example === ""))
      .map(([type]) => `${name} ${type}`),
  ]);
  expect(bare).toEqual([]);
});

test("composes examples only of values that were chosen for their fields", () => {
  const missing: string[] = [];
  const { schemas } = api.components;
  for (const { operation, done } of OPERATIONS) {
    for (const { schema, example } of Object.values({ ...operation.requestBody?.content, ...done?.content })) {
      // Without a schema, or of a file, the example is written out.
      if (example === undefined || typeof example === "string" || Object.keys(schema).length === 0) continue;
      composeExample(schema, { schemas, onMissing: (place) => missing.push(place) });
    }
  }
  expect(missing).toEqual([]);
});

test("has only examples that their schemas accept", () => {
  const refused = OPERATIONS.flatMap(({ name, route, operation: { requestBody }, done }) => {
    const [sent] = Object.values(requestBody?.content ?? {});
    const answered = done?.content?.["application/json"];
    return [
      [`${name} request`, route?.body ?? route?.form, sent?.example] as const,
      [`${name} response`, route?.response, answered?.example] as const,
    ].flatMap(([what, schema, example]) => {
      const issues = example === undefined ? [] : (schema?.safeParse(structuredClone(example)).error?.issues ?? []);
      return issues.map(({ path, message }) => `${what} ${path.join(".")}: ${message}`);
    });
  });
  expect(refused).toEqual([]);
});

test("has an example of an event that is stored, though events are validated one by one", () => {
  const { requestBody } = OPERATIONS.find(({ name }) => name === "POST /v1/events")?.operation ?? {};
  const [sent] = Object.values(requestBody?.content ?? {});
  expect(
    eventSchema
      .array()
      .min(1)
      .safeParse(Reflect.get(sent?.example ?? {}, "events")).error,
  ).toBeUndefined();
});

/** Names and types of all fields. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

type Answer = Pick<TestResponse, "status" | "json">;

/** Sends the example with Pusher's own library, which signs it. */
async function callPusher(method: string, path: string, request: object | undefined): Promise<Answer> {
  const pusher = new Pusher({ appId: APP.id, ...APP, host: "127.0.0.1", port: String(server.port), useTLS: false });
  const at = path.replace("/apps/{id}", "").replace("{name}", "orders");
  // Cast: the library takes an object, although its types say text.
  const body = request as unknown as string;
  const answer = await (method === "GET" ? pusher.get({ path: at }) : pusher.post({ path: at, body }));
  return { status: answer.status, json: await answer.json() };
}

/** Hosts of examples don't exist. */
function atHome(request: object): object {
  return JSON.parse(JSON.stringify(request).replaceAll("https://shop.example/", `http://127.0.0.1:${server.port}/`));
}

/** The test browser checks each response against its declared schema. */
async function callApi(method: string, path: string, { path: values = {}, request }: ApiExample): Promise<Answer> {
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const named = api.paths[path]?.[method.toLowerCase()]?.parameters.some(({ name }) => name === "app_id");
  return await owner.call(method, named === true ? `${at}?app_id=${APP.id}` : at, request && atHome(request));
}

test("shows how a webhook selects and filters events", () => {
  const { requestBody } = OPERATIONS.find(({ name }) => name === "POST /api/webhooks")?.operation ?? {};
  expect(Object.keys(requestBody?.content["application/json"]?.example ?? {})).toEqual([
    "kind",
    "url",
    "events",
    "filter",
  ]);
});

test.each(Object.entries(EXAMPLES))("runs the example of %s as described", async (name, example) => {
  const { response } = example;
  const [method = "", path = ""] = name.split(" ");
  const [done] = Object.keys(api.paths[path]?.[method.toLowerCase()]?.responses ?? {});
  const answer = await (path.startsWith("/apps/")
    ? callPusher(method, path, example.request)
    : callApi(method, path, example));
  expect(answer).toMatchObject({ status: Number(done) });
  if (response !== undefined) expect(shapeOf(answer.json)).toEqual(shapeOf(response));
});

/** They end the session of the test, or wait for another server. */
const NOT_SENT = ["POST /api/sign-out", "PUT /api/me/password", "POST /api/mail/test"];
const SENT = OPERATIONS.filter(
  ({ name, operation }) =>
    name.includes(" /api/") &&
    operation.requestBody?.content["application/json"] !== undefined &&
    !Object.hasOwn(EXAMPLES, name) &&
    !NOT_SENT.includes(name),
);

test.each(SENT.map((each) => [each.name, each] as const))("refuses no part of the request of %s", async (_, each) => {
  const { path, method, operation } = each;
  const { parameters, requestBody } = operation;
  const exampleOf = (name: string): string => String(parameters.find((one) => one.name === name)?.example ?? "");
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(exampleOf(name))}`);
  const answer = await owner.call(
    method,
    `${at}?${query.join("&")}`,
    requestBody?.content["application/json"]?.example,
  );
  // Most of what it's about doesn't exist on this server.
  expect(["body_invalid", "query_invalid", "json_invalid"]).not.toContain(answer.json?.code);
});
