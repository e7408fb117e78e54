import { describe, expect, test } from "bun:test";
import { isOriginAllowed } from "./origins.ts";

const SHOP = ["https://shop.example", "http://localhost:4001"];

describe("an app with a list of origins", () => {
  test.each(["https://shop.example", "http://localhost:4001"])("lets %s in", (origin) =>
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
  ])("keeps %p out", (origin) => expect(isOriginAllowed(SHOP, origin)).toBe(false));
});

describe("an entry with *.", () => {
  const BELOW = ["https://*.shop.example"];
  test.each(["https://www.shop.example", "https://a.b.shop.example"])("lets %s in", (origin) =>
    expect(isOriginAllowed(BELOW, origin)).toBe(true),
  );
  test.each([
    "https://shop.example",
    "https://evilshop.example",
    "http://www.shop.example",
    "https://www.shop.example.evil",
  ])("keeps %s out", (origin) => expect(isOriginAllowed(BELOW, origin)).toBe(false));
});

test("an empty list lets every origin in", () => {
  expect(isOriginAllowed([], "https://anywhere.example")).toBe(true);
  expect(isOriginAllowed([], "null")).toBe(true);
});

test("an entry may be written as people write addresses", () => {
  for (const entry of ["https://SHOP.example", "https://shop.example/", "https://shop.example:443"]) {
    expect(isOriginAllowed([entry], "https://shop.example")).toBe(true);
  }
});

test("two apps in one process do not share an answer, whichever is asked first", () => {
  expect(isOriginAllowed(["https://a.example"], "https://a.example")).toBe(true);
  expect(isOriginAllowed(["https://b.example"], "https://a.example")).toBe(false);
  expect(isOriginAllowed(["https://a.example"], "https://a.example")).toBe(true);
});
