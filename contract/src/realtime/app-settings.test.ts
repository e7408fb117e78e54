import { expect, test } from "bun:test";
import {
  APP_LIMIT_RANGES,
  appSettings,
  changeSettings,
  DEFAULT_APP_LIMITS,
  DEFAULT_APP_SETTINGS,
} from "./app-settings.ts";

test("keeps every default within the range of its limit", () => {
  for (const [name, value] of Object.entries(DEFAULT_APP_LIMITS)) {
    const [least, most] = APP_LIMIT_RANGES[name as keyof typeof APP_LIMIT_RANGES];
    expect([name, least <= value && value <= most]).toEqual([name, true]);
  }
});

test("uses the default of every setting that an app doesn't set", () => {
  expect(appSettings()).toEqual(DEFAULT_APP_SETTINGS);
  const settings = appSettings({ watchlist: true, limits: { presence_members_max: 5 } });
  expect(settings).toEqual({
    ...DEFAULT_APP_SETTINGS,
    watchlist: true,
    limits: { ...DEFAULT_APP_LIMITS, presence_members_max: 5 },
  });
});

test("changes only the given settings and resets a limit with null", () => {
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
