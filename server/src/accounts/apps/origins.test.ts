import { describe, expect, test } from "bun:test";
import { isOriginAllowed } from "./origins.ts";

const SHOP = ["https://shop.example", "http://localhost:4001"];

describe("app with a list of origins", () => {
  test.each(["https://shop.example", "http://localhost:4001"])("allows %s", (origin) =>
    expect(isOriginAllowed(SHOP, origin)).toBe(true),
  );
  test.each([
    "http://shop.example",
    "https://shop.example:8443",
    "https://evil-shop.example",
    "https://shop.example.evil.example",
    "https://shop.example@evil.example",
    "https://www.shop.example",
    "https://SHOP.example",
    "https://shop.example:443",
    "https://shop.example/",
    "https://shop.example/path",
    "http://localhost:4002",
    "null",
    "",
    "file://",
    "https://xn--shp-0na.example",
  ])("rejects %p", (origin) => expect(isOriginAllowed(SHOP, origin)).toBe(false));
});

describe("entry with *.", () => {
  const BELOW = ["https://*.shop.example"];
  test.each(["https://www.shop.example", "https://a.b.shop.example"])("allows %s", (origin) =>
    expect(isOriginAllowed(BELOW, origin)).toBe(true),
  );
  test.each([
    "https://shop.example",
    "https://evilshop.example",
    "http://www.shop.example",
    "https://www.shop.example.evil",
  ])("rejects %s", (origin) => expect(isOriginAllowed(BELOW, origin)).toBe(false));
});

test("allows every origin with an empty list", () => {
  expect(isOriginAllowed([], "https://anywhere.example")).toBe(true);
  expect(isOriginAllowed([], "null")).toBe(true);
});

test("accepts entries with uppercase, a trailing slash, or a default port", () => {
  for (const entry of ["https://SHOP.example", "https://shop.example/", "https://shop.example:443"]) {
    expect(isOriginAllowed([entry], "https://shop.example")).toBe(true);
  }
});

test("keeps the results of two apps in one process separate", () => {
  expect(isOriginAllowed(["https://a.example"], "https://a.example")).toBe(true);
  expect(isOriginAllowed(["https://b.example"], "https://a.example")).toBe(false);
  expect(isOriginAllowed(["https://a.example"], "https://a.example")).toBe(true);
});
