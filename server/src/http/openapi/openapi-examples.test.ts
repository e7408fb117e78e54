import { expect, test } from "bun:test";
import Pusher from "pusher";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, type TestResponse } from "../../../test/support/temporary-server.ts";
import { type ApiExample, EXAMPLES } from "./examples.ts";
import { describeApi } from "./openapi.ts";

const { server, owner } = await sharedServer();

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

/** The test browser checks each response against its declared schema. */
async function callApi(method: string, path: string, { path: values = {}, request }: ApiExample): Promise<Answer> {
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const named = describeApi().paths[path]?.[method.toLowerCase()]?.parameters.some(({ name }) => name === "app_id");
  return await owner.call(method, named === true ? `${at}?app_id=${APP.id}` : at, request);
}

test.each(Object.entries(EXAMPLES))("runs the example of %s as described", async (name, example) => {
  const { response } = example;
  const [method = "", path = ""] = name.split(" ");
  const [done] = Object.keys(describeApi().paths[path]?.[method.toLowerCase()]?.responses ?? {});
  const answer = await (path.startsWith("/apps/")
    ? callPusher(method, path, example.request)
    : callApi(method, path, example));
  expect(answer).toMatchObject({ status: Number(done) });
  if (response !== undefined) expect(shapeOf(answer.json)).toEqual(shapeOf(response));
});
