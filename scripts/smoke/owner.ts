import { APP, OWNER, type TestServer } from "../../e2e/support/test-server.ts";

/** Calls `/api` of the test's app as its owner. Returns the response's JSON. */
export async function openConsoleApi(server: TestServer) {
  const json = { Origin: server.url, "Content-Type": "application/json" };
  const signed_in = await fetch(`${server.url}/api/sign-in`, {
    ...{ method: "POST", headers: json, body: JSON.stringify(OWNER) },
  });
  const cookies = signed_in.headers.getSetCookie().map((each) => each.split(";")[0]);
  const headers = { ...json, Cookie: cookies.join("; ") };
  return async (method: "GET" | "POST", path: string, body?: object): Promise<unknown> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${server.url}${path}?app_id=${APP.id}`, { method, headers, body: text });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}
