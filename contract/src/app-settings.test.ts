import { expect, test } from "bun:test";
import {
  APP_LIMIT_RANGES,
  appSettings,
  changeSettings,
  DEFAULT_APP_LIMITS,
  DEFAULT_APP_SETTINGS,
} from "./app-settings.ts";
import { storedAppSettingsSchema, updateAppRequestSchema } from "./schema/app-settings.ts";

test("every default is within the range of its limit", () => {
  for (const [name, value] of Object.entries(DEFAULT_APP_LIMITS)) {
    const [least, most] = APP_LIMIT_RANGES[name as keyof typeof APP_LIMIT_RANGES];
    expect([name, least <= value && value <= most]).toEqual([name, true]);
  }
});

test("what an app does not set has its default", () => {
  expect(appSettings()).toEqual(DEFAULT_APP_SETTINGS);
  const settings = appSettings({ watchlist: true, limits: { presence_members_max: 5 } });
  expect(settings).toEqual({
    ...DEFAULT_APP_SETTINGS,
    watchlist: true,
    limits: { ...DEFAULT_APP_LIMITS, presence_members_max: 5 },
  });
});

test("a change leaves alone what it does not name, and null takes a limit back to its default", () => {
  const before = { client_events: true, limits: { cache_ttl_s: 60, presence_members_max: 5 } };
  const after = changeSettings(before, {
    watchlist: true,
    limits: { presence_members_max: null, events_per_batch_max: 20 },
  });
  expect(after).toEqual({
    client_events: true,
    watchlist: true,
    limits: { cache_ttl_s: 60, events_per_batch_max: 20 },
  });
});

test("what a later Fanfare stored is read without what this one does not know", () => {
  const stored = storedAppSettingsSchema.parse({ watchlist: true, later: 1, limits: { later_max: 1, cache_ttl_s: 9 } });
  expect(stored).toEqual({ watchlist: true, limits: { cache_ttl_s: 9 } });
});

test.each([
  ["an origin with a path", { allowed_origins: ["https://shop.example/a"] }],
  ["an origin with capitals", { allowed_origins: ["https://Shop.example"] }],
  ["no origin at all", { allowed_origins: ["shop.example"] }],
  ["a limit out of its range", { settings: { limits: { cache_ttl_s: 0 } } }],
  ["a limit that nobody knows", { settings: { limits: { luck_max: 1 } } }],
  [
    "a rule for groups that names none",
    { settings: { channel_rules: [{ pattern: "private-a", who: "groups", groups: [] }] } },
  ],
  ["a pattern with signs that no channel has", { settings: { channel_rules: [{ pattern: "a b", who: "nobody" }] } }],
  ["a field that nobody knows", { luck: true }],
])("refused is %s", (_, edit) => {
  expect(updateAppRequestSchema.safeParse(edit).success).toBe(false);
});

test.each(["https://shop.example", "http://localhost:4001", "https://*.shop.example", "https://shop.example:8443"])(
  "%s is an origin",
  (origin) => {
    expect(updateAppRequestSchema.parse({ allowed_origins: [origin] }).allowed_origins).toEqual([origin]);
  },
);
