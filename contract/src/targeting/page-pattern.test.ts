import { expect, test } from "bun:test";
import { matchesUrl } from "../lib/glob.ts";
import { seededNumbers } from "../lib/seeded-numbers.ts";
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

test("meets 100 pairs of pages that differ in their IDs only, and not other pages", () => {
  const next = seededNumbers(33);
  const hex = (length: number) => Array.from({ length }, () => "0123456789abcdef"[Math.floor(next() * 16)]).join("");
  const digits = (length: number) => String(Math.floor(next() * 9 * 10 ** (length - 1)) + 10 ** (length - 1));
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join("-");
  const date = () => `2026-${digits(1).padStart(2, "0")}-1${Math.floor(next() * 10)}`;
  const ids = [() => digits(1), () => digits(9), uuid, date, () => `${digits(4)}${hex(12)}`];
  const names = ["orders", "users", "reports", "settings", "items"];
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  for (let pair = 0; pair < 100; pair++) {
    const parts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => [pick(names), pick(ids)] as const);
    const hash = next() < 0.2 ? "/#" : "";
    const page = (idOf: (at: number) => string | undefined) =>
      `${S}${hash}${parts.map(([name], at) => `/${name}/${idOf(at)}`).join("")}`;
    const [one, other] = [page((at) => parts[at]?.[1]()), page((at) => parts[at]?.[1]())];
    const pattern = pagePattern(one);
    expect([one, other, pattern, matchesUrl(pattern, one), matchesUrl(pattern, other)]).toEqual([
      ...[one, other, pagePattern(other)],
      ...[true, true],
    ]);
    expect(matchesUrl(pattern, `${S}${hash}/other${new URL(one).pathname}`)).toBe(false);
  }
});
