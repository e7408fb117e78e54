import { expect, test } from "bun:test";
import { matchesUrl } from "../lib/glob.ts";
import { pagePattern } from "./page-pattern.ts";

const S = "https://shop.example";

test.each([
  ["/orders/8f3a9c1d/items/42?tab=1", "/orders/*/items/*"],
  ["/orders/new", "/orders/new"],
  ["/", "/"],
  ["/index.html#top", "/index.html"],
  ["/app/#/orders/42?x=1", "/app/#/orders/*"],
  ["/report/2026-11-23", "/report/*"],
  ["/u/019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a/edit", "/u/*/edit"],
  ["/u/01J8Z3NDEKTSV4RRFFQ69G5FAV", "/u/*"],
  ["/caf%C3%A9/menu", "/*/menu"],
])("proposes for %s the pattern %s", (path, pattern) => {
  expect(pagePattern(S + path)).toBe(pattern);
  expect(matchesUrl(pattern, S + path)).toBe(true);
});

test("gives one pattern to pages that differ in their IDs only", () => {
  const [one, other] = ["/orders/8f3a9c1d/items/42", "/orders/77aa01bc/items/7"];
  expect(pagePattern(S + one)).toBe(pagePattern(S + other));
  expect(matchesUrl(pagePattern(S + one), `${S}/orders/new`)).toBe(false);
});
