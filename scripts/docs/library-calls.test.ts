import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Analytics, type AnalyticsSettings } from "@segment/analytics-node";
import { SignJWT } from "jose";
import Echo from "laravel-echo";
import Pusher from "pusher-js";
import { Webhook } from "standardwebhooks";
import { APP, startTemporaryServer } from "../../server/test/support/temporary-server.ts";
import { ROOT } from "../terminal.ts";

// Starting processes can exceed the default on busy machines.
setDefaultTimeout(60_000);

type EchoOptions = ConstructorParameters<typeof Echo<"pusher">>[0];

/** The functions of the file, which has no types. */
interface PusherCalls {
  connect(given: { readonly Pusher: typeof Pusher }): Pusher;
  authorize(given: { readonly Pusher: typeof Pusher; readonly token: string }): Pusher;
  authorizeEcho(given: {
    readonly Echo: new (options: EchoOptions) => Echo<"pusher">;
    readonly fanfare: string;
    readonly params: { readonly token: string };
  }): Echo<"pusher">;
}
const { authorize, authorizeEcho, connect }: PusherCalls = await import(join(ROOT, "examples/calls/pusher.js"));

const WRITTEN_HOST = "https://fanfare.example.com";

test("the calls of Pusher's clients in the documentation connect, and join a private channel", async () => {
  await using server = await startTemporaryServer();
  const localOf = <Options extends object>(options: Options): Options =>
    "endpoint" in options
      ? { ...options, endpoint: String(options.endpoint).replace(WRITTEN_HOST, server.origin) }
      : options;
  const at = { wsHost: "127.0.0.1", wsPort: Number(new URL(server.origin).port), forceTLS: false };
  const made: Pusher[] = [];
  /** pusher-js, with the server of this test in place of the one that is written. */
  class LocalPusher extends Pusher {
    constructor(key: string, options: ConstructorParameters<typeof Pusher>[1]) {
      expect([key, options.wsHost, options.forceTLS]).toEqual(["YOUR_APP_KEY", "fanfare.example.com", true]);
      const { channelAuthorization: channel, userAuthentication: user } = options;
      super(APP.key, {
        ...{ ...options, ...at, enabledTransports: ["ws"] },
        ...(channel && { channelAuthorization: localOf(channel) }),
        ...(user && { userAuthentication: localOf(user) }),
      });
      made.push(this);
    }
  }
  class LocalEcho extends Echo<"pusher"> {
    constructor(options: EchoOptions) {
      super({ ...options, Pusher: LocalPusher });
    }
  }
  const token = await new SignJWT({ groups: ["staff"] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("u_42")
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const joined = (channel: { bind(event: string, listener: () => void): unknown }): Promise<void> =>
    new Promise((resolve) => channel.bind("pusher:subscription_succeeded", resolve));
  try {
    await joined(connect({ Pusher: LocalPusher }).subscribe("orders"));
    const pusher = authorize({ Pusher: LocalPusher, token });
    await joined(pusher.subscribe("private-group-staff"));
    const signed_in = new Promise((resolve) => pusher.bind("pusher:signin_success", resolve));
    pusher.signin();
    await signed_in;
    const echo = authorizeEcho({ Echo: LocalEcho, fanfare: server.origin, params: { token } });
    await new Promise<void>((resolve) => echo.private("group-staff").subscribed(resolve));
  } finally {
    for (const client of made) client.disconnect();
  }
});

test("the call of the documentation that verifies a webhook accepts only what the secret signed", () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const code = readFileSync(join(ROOT, "examples/calls/webhook.js"), "utf8").replace("whsec_YOUR_SECRET", secret);
  const body = code.replace(/^import .*$/m, "").replace("export const readMessage =", "return");
  const readMessage = new Function("Webhook", body)(Webhook);
  const now = new Date();
  const text = JSON.stringify({ type: "webhook.test" });
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", now, text),
  };
  expect(readMessage(text, headers)).toEqual({ type: "webhook.test" });
  expect(() => readMessage(`${text} `, headers)).toThrow();
});

test("the call of the documentation that sends an event with Segment's library stores the event", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const scopes = ["event.write", "person.write"];
  const { json } = await owner.call("POST", "/api/tokens", { name: "Segment", scopes, expires_in_days: 1 });
  const code = readFileSync(join(ROOT, "examples/calls/segment-backend.js"), "utf8")
    .replace(/^import .*$/m, "")
    .replace("YOUR_APP_KEY:YOUR_API_TOKEN", `${APP.key}:${json.token}`)
    .replace("https://fanfare.example", server.origin);
  const made: Analytics[] = [];
  class LocalAnalytics extends Analytics {
    constructor(settings: AnalyticsSettings) {
      super({ ...settings, maxRetries: 0 });
      made.push(this);
    }
  }
  new Function("Analytics", code)(LocalAnalytics);
  const statuses: number[] = [];
  for (const client of made) {
    client.on("http_response", ({ status }) => statuses.push(status));
    await client.closeAndFlush({ timeout: 10_000 });
  }
  expect(statuses).toEqual([200]);
  const person = await owner.call("GET", `/api/people/u_42?app_id=${APP.id}`);
  expect(person).toMatchObject({ status: 200, json: { external_id: "u_42" } });
});
