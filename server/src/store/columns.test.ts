import { expect, test } from "bun:test";
import { fromBit, fromIso, fromJson, toBit, toIso, toJson } from "./columns.ts";

test("stores any JSON value in a JSON column and throws for anything else", () => {
  expect(toJson({ a: [1, "x", null] })).toBe('{"a":[1,"x",null]}');
  for (const value of [undefined, () => 1, Symbol("x")]) expect(() => toJson(value)).toThrow(TypeError);
});

test("validates JSON from a column before use", () => {
  const count = (value: unknown): number => {
    if (typeof value !== "number") throw new TypeError("not a count");
    return value;
  };
  expect(fromJson("7", count)).toBe(7);
  expect(() => fromJson('"7"', count)).toThrow("not a count");
  expect(() => fromJson("{", count)).toThrow(SyntaxError);
});

test("stores booleans as 0 or 1", () => {
  expect([toBit(true), toBit(false), fromBit(1), fromBit(0)]).toEqual([1, 0, true, false]);
});

test("converts between UTC milliseconds and ISO 8601", () => {
  expect(toIso(0)).toBe("1970-01-01T00:00:00.000Z");
  expect(fromIso("2026-11-21T06:00:00.123+01:00")).toBe(Date.UTC(2026, 10, 21, 5, 0, 0, 123));
  expect(() => fromIso("yesterday")).toThrow(RangeError);
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
});
