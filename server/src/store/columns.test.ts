import { expect, test } from "bun:test";
import { fromBit, fromIso, fromJson, toBit, toIso, toJson } from "./columns.ts";

test("a JSON column takes what JSON can say, and refuses the rest instead of storing nothing", () => {
  expect(toJson({ a: [1, "x", null] })).toBe('{"a":[1,"x",null]}');
  for (const value of [undefined, () => 1, Symbol("x")]) expect(() => toJson(value)).toThrow(TypeError);
});

test("JSON from a column passes the caller's check before anybody sees it", () => {
  const count = (value: unknown): number => {
    if (typeof value !== "number") throw new TypeError("not a count");
    return value;
  };
  expect(fromJson("7", count)).toBe(7);
  expect(() => fromJson('"7"', count)).toThrow("not a count");
  expect(() => fromJson("{", count)).toThrow(SyntaxError);
});

test("truth is 0 or 1", () => {
  expect([toBit(true), toBit(false), fromBit(1), fromBit(0)]).toEqual([1, 0, true, false]);
});

test("times are UTC milliseconds inside and ISO 8601 outside", () => {
  expect(toIso(0)).toBe("1970-01-01T00:00:00.000Z");
  expect(fromIso("2026-11-21T06:00:00.123+01:00")).toBe(Date.UTC(2026, 10, 21, 5, 0, 0, 123));
  expect(() => fromIso("yesterday")).toThrow(RangeError);
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
});
