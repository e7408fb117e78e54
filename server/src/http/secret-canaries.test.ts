import { expect, setDefaultTimeout, test } from "bun:test";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { APP, OWNER, startTemporaryServer, type TemporaryServer } from "../../test/support/temporary-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(60_000);

const CANARY = "canary-5f1d9c0e7ab2";
const V1_CALLS = ["boot", "identify", "events", "progress", "suppressions", "group", "explain", "feed"];
/** What a client could send as a secret, by accident or on purpose. */
const BODY = {
  ...{ email: OWNER.email, password: CANARY, new_password: CANARY, present_password: CANARY, current_password: CANARY },
  ...{ token: CANARY, access_token: CANARY, secret: CANARY, code: CANARY, state: CANARY, client_secret: CANARY },
  ...{ id_token: CANARY, logout_token: CANARY, auth: CANARY, signature: CANARY, key: CANARY, app_id: APP.id },
  ...{ url: `https://user:${CANARY}@hook.example/`, user: "mail", host: "mail.example", app: APP.key },
};
const QUERY = new URLSearchParams({
  ...{ app: APP.key, app_id: APP.id, token: CANARY, access_token: CANARY, connectionToken: CANARY, code: CANARY },
  ...{ auth_signature: CANARY, auth_key: APP.key, state: CANARY, groupsToken: CANARY, id: CANARY },
});

/** Sends the canary wherever a secret can be: query, headers, cookies, JSON, and forms. */
async function callEverything({ origin }: TemporaryServer, cookie: string): Promise<void> {
  const routes = Object.keys(API_ROUTES).map((route) => route.split(" ") as [method: string, pattern: string]);
  const others = [
    ...V1_CALLS.map((call) => ["POST", `/v1/${call}`] as const),
    ...["negotiate", "connect", "start", "send", "poll", "abort"].map((call) => ["GET", `/signalr/${call}`] as const),
    ["POST", "/signalr/negotiate"],
    ["POST", "/pusher/auth"],
    ["POST", "/pusher/user-auth"],
    ["POST", `/apps/${APP.id}/events`],
    ["GET", `/apps/${APP.id}/channels`],
    ["POST", `/pusher/app/${APP.key}/1/abc/xhr`],
    ["GET", "/metrics"],
    ["POST", "/mcp"],
    ["GET", "/console/setup"],
  ] as const;
  for (const [method, pattern] of [...routes, ...others]) {
    const path = pattern.replaceAll(/:\w+/g, "some-id");
    const form = new URLSearchParams({ ...BODY, socket_id: "1.1", channel_name: "private-a", data: CANARY });
    const bodies = method === "GET" ? [undefined] : [JSON.stringify(BODY), `{"password":"${CANARY}"`, form];
    for (const body of bodies) {
      for (const authorization of [`Bearer ${CANARY}`, `Basic ${btoa(`user:${CANARY}`)}`, undefined]) {
        const signed_in = authorization === undefined ? { Cookie: cookie, Origin: origin } : {};
        const headers = {
          ...(body instanceof URLSearchParams ? {} : { "Content-Type": "application/json" }),
          ...(authorization === undefined ? signed_in : { Authorization: authorization }),
          "Idempotency-Key": CANARY,
        };
        const signal = AbortSignal.timeout(2_000);
        const init = { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
        // A long poll may wait. What it logged counts.
        const answer = await fetch(`${origin}${path}?${QUERY}`, init).catch(() => undefined);
        await answer?.body?.cancel();
      }
    }
  }
}

test("has no secret in a path, because paths are logged", () => {
  const parameters = Object.keys(API_ROUTES).flatMap((route) => route.match(/(?<=:)\w+/g) ?? []);
  for (const parameter of parameters) expect(parameter).toMatch(/^(id|name|number|\w+_id)$/);
});

test("logs no secret of any request at the debug level, even while the database fails", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const cookie = [...owner.cookies].map((pair) => pair.join("=")).join("; ");
  const secrets = [CANARY, btoa(`user:${CANARY}`), APP.secret, OWNER.password, ...owner.cookies.values()];
  await callEverything(server, `${cookie}; other=${CANARY}`);
  await server.fanfare.store.close();
  await callEverything(server, `${cookie}; other=${CANARY}`);
  expect(server.lines.length).toBeGreaterThan(0);
  const leaks = server.lines.filter((line) => secrets.some((secret) => line.includes(secret)));
  expect(leaks).toEqual([]);
});
