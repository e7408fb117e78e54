import { expect, test } from "bun:test";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { pagePattern } from "./built-pages.ts";

test("suggests a pattern that matches the page on which content was built", () => {
  const urls = [
    "https://shop.example",
    "https://shop.example/orders/?tab=1#top",
    "https://shop.example/app#/orders/42",
  ];
  expect(urls.map(pagePattern)).toEqual(["/", "/orders/", "/app#/orders/42"]);
  for (const url of urls) expect(matchesUrl(pagePattern(url) ?? "", url)).toBeTrue();
  expect(pagePattern("shop.example")).toBeUndefined();
});
