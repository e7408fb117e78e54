import { afterEach, beforeEach, expect, test } from "bun:test";
import { builtPage, rememberBuiltPage } from "./built-pages.ts";
import { dismiss, dismissalsOf } from "./dismissals.ts";
import { recentContent, rememberContent } from "./recent-content.ts";
import { readStoredJson, writeStoredJson } from "./stored-json.ts";

const stored = new Map<string, string>();
const storage = globalThis.localStorage;
const setStorage = (value: unknown): void =>
  void Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
beforeEach(() =>
  setStorage({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }),
);
afterEach(() => {
  stored.clear();
  setStorage(storage);
});

test("ignores stored values that have another shape", () => {
  const visitor = { app_id: "app_1", member_id: "mem_1" };
  const tour = { id: "cnt_1", name: "Welcome", type: "tour" } as const;
  rememberContent(visitor, tour);
  rememberBuiltPage("app_1", "cnt_1", "https://shop.example/orders");
  expect(recentContent(visitor)).toEqual([tour]);
  expect(builtPage("app_1", "cnt_1")).toBe("/orders");
  for (const text of ["null", "5", "{}", '{"patterns":"/","dismissed":false}', "no JSON"]) {
    for (const key of stored.keys()) stored.set(key, text);
    expect(recentContent(visitor)).toEqual([]);
    expect(builtPage("app_1", "cnt_1")).toBeUndefined();
  }
  for (const key of stored.keys()) stored.set(key, JSON.stringify([null, { id: 1 }, { ...tour, type: "poem" }, tour]));
  expect(recentContent(visitor)).toEqual([tour]);
});

test("returns the same value while the stored text is the same", () => {
  writeStoredJson("key", { a: 1 });
  expect(readStoredJson("key")).toBe(readStoredJson("key"));
  expect(readStoredJson("key")).toEqual({ a: 1 });
  stored.set("key", '{"a":2}');
  expect(readStoredJson("key")).toEqual({ a: 2 });
});

test("keeps everything in memory while storage is disabled or full", () => {
  const { setItem } = globalThis.localStorage;
  globalThis.localStorage.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  dismiss("app_3", "old", 0);
  rememberBuiltPage("app_3", "cnt_1", "https://shop.example/orders");
  expect(Object.keys(dismissalsOf("app_3"))).toEqual(["old"]);
  expect(builtPage("app_3", "cnt_1")).toBe("/orders");
  globalThis.localStorage.setItem = setItem;
  dismiss("app_3", "new", 0);
  expect(Object.keys(JSON.parse(stored.get("fanfare-console-dismissed:app_3") ?? ""))).toEqual(["old", "new"]);
});
