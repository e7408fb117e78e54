import { afterEach, expect, test } from "bun:test";
import { builtPage, rememberBuiltPage } from "./built-pages.ts";
import { recentContent, rememberContent } from "./recent-content.ts";

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
