import { expect, test } from "bun:test";
import { type OtherServerName, readOtherServer } from "./read-other-server.ts";

const read = (from: OtherServerName, files: Readonly<Record<string, string>>) =>
  readOtherServer(
    from,
    Object.entries(files).map(([name, text]) => ({ name, text })),
  );
const notesOf = (found: ReturnType<typeof read>) => found.notes.map(({ setting }) => setting);

test("reads soketi's variables, with its default limits where they are higher", () => {
  const webhooks = '[{"url":"https://shop.example/hooks","event_types":["channel_occupied"]},{"lambda_function":"f"}]';
  const found = read("soketi", {
    ".env": `SOKETI_DEBUG=1
SOKETI_DEFAULT_APP_ID=1001
SOKETI_DEFAULT_APP_KEY=shop-key
SOKETI_DEFAULT_APP_SECRET="shop-secret" # of the shop
SOKETI_DEFAULT_APP_ENABLE_CLIENT_MESSAGES=true
SOKETI_DEFAULT_APP_MAX_CONNS=500
SOKETI_DEFAULT_APP_MAX_CLIENT_EVENTS_PER_SEC=20
SOKETI_DEFAULT_APP_WEBHOOKS='${webhooks}'
SOKETI_DB_REDIS_HOST=redis
PORT=8080
`,
  });
  expect(found.apps).toEqual([
    {
      ...{ name: "App 1001", id: "1001", key: "shop-key", secret: "shop-secret", allowed_origins: [] },
      settings: {
        ...{ client_events: true, live_updates: true, connections_max: 500 },
        limits: {
          event_data_bytes_max: 102_400,
          publish_body_bytes_max: 2_048_000,
          presence_member_bytes_max: 2_048,
          client_events_per_second_max: 20,
        },
      },
    },
  ]);
  expect(notesOf(found)).toEqual([
    "SOKETI_DEBUG",
    "SOKETI_DB_REDIS_HOST",
    "maxBackendEventsPerSecond",
    "webhooks",
    "webhooks",
  ]);
  expect(found.notes[1]?.says).toContain("FANFARE_REDIS_URL");
  expect(found.notes[3]?.says).toContain("https://shop.example/hooks for channel_occupied");
});

test("reads soketi's file with nested and dotted names, and reports what it doesn't carry over", () => {
  const found = read("soketi", {
    "config.json": JSON.stringify({
      "appManager.driver": "array",
      appManager: {
        array: { apps: [{ id: "app-id", key: "a", secret: "a-secret-1", enabled: false, constructor: 1 }] },
      },
      "appManager.array.apps.1": { AppId: "7", AppKey: "b", AppSecret: "b-secret-1", max_connections: "10" },
      "eventLimits.maxPayloadInKb": 4_096,
      metrics: { enabled: true },
      cors: { credentials: true },
      __proto__: { polluted: true },
    }),
  });
  expect(found.apps.map(({ id, key, settings }) => [id, key, settings.live_updates, settings.connections_max])).toEqual(
    [
      [undefined, "a", false, null],
      ["7", "b", true, 10],
    ],
  );
  expect(found.apps[0]?.settings.limits?.event_data_bytes_max).toBe(1024 * 1024);
  expect(notesOf(found)).toEqual(
    expect.arrayContaining([
      "metrics.enabled",
      "cors.credentials",
      "event_data_bytes_max",
      "app ID",
      "appManager.array.apps constructor",
    ]),
  );
});

const REVERB = `<?php
use App\\Support\\Origins;

return [
    /* the default */
    'default' => env('REVERB_SERVER', 'reverb'),
    'servers' => ['reverb' => [
        'host' => env('REVERB_SERVER_HOST', '0.0.0.0'), 'port' => (int) env('REVERB_SERVER_PORT', 8080),
        'options' => ['tls' => []],
        'max_request_size' => env('REVERB_MAX_REQUEST_SIZE', 10_000),
        'scaling' => ['enabled' => env('REVERB_SCALING_ENABLED', false), 'channel' => 'reverb'],
    ]],
    'apps' => [
        'provider' => 'config',
        'apps' => array(
            [
                'key' => env('REVERB_APP_KEY'), 'secret' => env("REVERB_APP_SECRET"), 'app_id' => env('REVERB_APP_ID'),
                'options' => ['useTLS' => env('REVERB_SCHEME', 'https') === 'https'],
                'allowed_origins' => explode(',', env('REVERB_ORIGINS', '*')),
                'ping_interval' => 60, // seconds
                'activity_timeout' => 30,
                'max_connections' => env('REVERB_APP_MAX_CONNECTIONS'),
                'accept_client_events_from' => 'members',
                'rate_limiting' => ['enabled' => true, 'max_attempts' => 60, 'decay_seconds' => 30],
            ],
            ['app_id' => '1002', 'key' => 'staff-key', 'secret' => 'staff-secret', 'allowed_origins' => Origins::all(['x']),
             'accept_client_events_from' => 'none', 'luck' => 1],
        ),
    ],
];
`;

test("reads Reverb's configuration with its variables, and runs none of it", () => {
  const found = read("reverb", {
    "reverb.php": REVERB,
    ".env": `KEY=shop-key
REVERB_APP_ID=1001
REVERB_APP_KEY="\${KEY}"
REVERB_APP_SECRET=shop-secret
REVERB_ORIGINS=shop.example,*.shop.example
REVERB_SCALING_ENABLED=true
`,
  });
  const [shop, staff] = found.apps;
  expect(shop).toMatchObject({ id: "1001", key: "shop-key", secret: "shop-secret" });
  expect(shop?.allowed_origins).toEqual(["https://shop.example", "https://*.shop.example"]);
  expect(shop?.settings).toMatchObject({ client_events: true, connections_max: null });
  expect(shop?.settings.limits).toEqual({ activity_timeout_s: 30, inbound_messages_per_second_max: 2 });
  expect(staff).toMatchObject({ id: "1002", allowed_origins: [], settings: { client_events: false } });
  expect(notesOf(found)).toEqual(["host", "port", "scaling", "allowed_origins", "allowed_origins", "luck"]);
  expect(found.notes[4]?.says).toContain("Any origin is allowed");
});

test("reads Reverb's variables without its configuration", () => {
  const found = read("reverb", {
    ".env":
      "APP_NAME=Shop\nREVERB_APP_ID=1001\nREVERB_APP_KEY=k\nREVERB_APP_SECRET=s-secret-1\nREVERB_MAX_REQUEST_SIZE=500000\n",
  });
  expect(found.apps).toMatchObject([{ name: "Shop", id: "1001", key: "k", secret: "s-secret-1", allowed_origins: [] }]);
  expect(found.apps[0]?.settings.limits).toEqual({ event_data_bytes_max: 500_000, publish_body_bytes_max: 500_000 });
});

test.each([
  ["variables", "PUSHER_APP_ID=1001\nPUSHER_APP_KEY=shop-key\nPUSHER_APP_SECRET=shop-secret\nPUSHER_APP_CLUSTER=eu"],
  ["the dashboard's list", 'app_id = "1001"\nkey = "shop-key"\nsecret = "shop-secret"\ncluster = "eu"'],
  ["a URL", "PUSHER_URL=https://shop-key:shop-secret@api-eu.pusher.com/apps/1001"],
])("reads Pusher's credentials from %s", (_, text) => {
  const found = read("pusher", { ".env": text });
  expect(found.apps).toMatchObject([{ id: "1001", key: "shop-key", secret: "shop-secret" }]);
  expect(notesOf(found)).toContain("webhooks");
});

test("refuses an app that Fanfare can't create, with what to change", () => {
  const variables = (key: string, secret: string): string =>
    `PUSHER_APP_ID=1\nPUSHER_APP_KEY=${key}\nPUSHER_APP_SECRET=${secret}`;
  expect(() => read("pusher", { ".env": variables("key", "short") })).toThrow("App 1: The secret needs 8 to 256");
  expect(() => read("pusher", { ".env": variables("a.key", "long-enough") })).toThrow("App 1: The key needs 1 to 64");
  const long = `APP_NAME=${"a".repeat(500)}\n${variables("key", "long-enough")}`;
  expect(() => read("pusher", { ".env": long })).toThrow("name: ");
});

test("refuses files without an app, of another form, or nested without end", () => {
  expect(() => read("pusher", { ".env": "PUSHER_APP_KEY=k" })).toThrow("no app with a key and a secret");
  expect(() => read("soketi", { "config.json": "{" })).toThrow("isn't JSON");
  expect(() => read("soketi", { ".env": "SOKETI_APP_MANAGER_DRIVER=mysql" })).toThrow("Export the table");
  expect(() => read("reverb", { "reverb.php": "<?php exit;" })).toThrow("returns no array");
  expect(() => read("reverb", { "reverb.php": `<?php return ${"[".repeat(9_999)}` })).toThrow("nested too deeply");
  const origins = "<?php return ['apps' => ['apps' => [['key' => 'k', 'allowed_origins' => ['shop*']]]]];";
  expect(() => read("reverb", { "reverb.php": origins })).toThrow("shop*");
  expect(() => read("pusher", { ".env": "A=1\n".repeat(300_000) })).toThrow("is longer than");
});
