import { afterEach, expect, test } from "bun:test";
import { dismiss, dismissalsOf, restoreDismissed } from "./dismissals.ts";

const stored = new Map<string, string>();
const storage = globalThis.localStorage;
Object.defineProperty(globalThis, "localStorage", {
  configurable: true,
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
});
afterEach(() => {
  stored.clear();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
});

test("keeps what is dismissed for 30 days in each app, and forgets what is over", () => {
  const day_ms = 86_400_000;
  dismiss("app_1", "old", 0);
  expect(dismissalsOf("app_1")).toEqual({ old: 30 * day_ms });
  expect(dismissalsOf("app_2")).toEqual({});
  dismiss("app_1", "new", 30 * day_ms);
  expect(dismissalsOf("app_1")).toEqual({ new: 60 * day_ms });
  restoreDismissed("app_1", "new");
  expect(dismissalsOf("app_1")).toEqual({});
  stored.set("fanfare-console-dismissed:app_1", '{"a":"soon","b":5}');
  expect(dismissalsOf("app_1")).toEqual({ b: 5 });
  stored.set("fanfare-console-dismissed:app_1", "no JSON");
  expect(dismissalsOf("app_1")).toEqual({});
});
