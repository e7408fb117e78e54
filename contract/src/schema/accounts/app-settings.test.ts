import { expect, test } from "bun:test";
import { storedAppSettingsSchema, updateAppRequestSchema } from "./app-settings.ts";

test("ignores unknown settings stored by a newer version", () => {
  const stored = storedAppSettingsSchema.parse({ watchlist: true, later: 1, limits: { later_max: 1, cache_ttl_s: 9 } });
  expect(stored).toEqual({ watchlist: true, limits: { cache_ttl_s: 9 } });
});

test.each([
  ["an origin with a path", { allowed_origins: ["https://shop.example/a"] }],
  ["an origin with capitals", { allowed_origins: ["https://Shop.example"] }],
  ["an origin with a wildcard for all hosts", { allowed_origins: ["https://*"] }],
  ["an origin with a wildcard inside a name", { allowed_origins: ["https://sh*p.example"] }],
  ["an origin with two wildcards", { allowed_origins: ["https://*.*.shop.example"] }],
  ["no origin at all", { allowed_origins: ["shop.example"] }],
  ["a limit out of its range", { settings: { limits: { cache_ttl_s: 0 } } }],
  ["a limit that nobody knows", { settings: { limits: { luck_max: 1 } } }],
  [
    "a rule for groups that names none",
    { settings: { channel_rules: [{ pattern: "private-a", who: "groups", groups: [] }] } },
  ],
  ["a pattern with signs that no channel has", { settings: { channel_rules: [{ pattern: "a b", who: "nobody" }] } }],
  ["a field that nobody knows", { luck: true }],
])("rejects %s", (_, edit) => {
  expect(updateAppRequestSchema.safeParse(edit).success).toBe(false);
});

test.each(["https://shop.example", "http://localhost:4001", "https://*.shop.example", "https://shop.example:8443"])(
  "accepts %s as an origin",
  (origin) => {
    expect(updateAppRequestSchema.parse({ allowed_origins: [origin] }).allowed_origins).toEqual([origin]);
  },
);
