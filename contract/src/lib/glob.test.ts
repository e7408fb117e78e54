import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { matchesGlob, matchesUrl } from "./glob.ts";

/** Slow reference implementation of `*` and `?`. */
function oracle(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [symbol, rest] = [pattern[0], pattern.slice(1)];
  if (symbol === "*") return oracle(rest, text) || (text !== "" && oracle(pattern, text.slice(1)));
  return text !== "" && (symbol === "?" || symbol === text[0]) && oracle(rest, text.slice(1));
}

function counted(text: string, reads: { count: number }): string {
  const proxy = new Proxy(Object(text), {
    get(target, property) {
      if (typeof property === "string" && /^\d+$/.test(property)) reads.count++;
      return Reflect.get(target, property);
    },
  });
  return proxy; // A String object: the matcher only uses indexing and length.
}

describe("matchesGlob", () => {
  test("agrees with the oracle on all patterns and texts of a small alphabet", () => {
    const wordsOver = (alphabet: string, length: number): string[] =>
      length === 0
        ? [""]
        : wordsOver(alphabet, length - 1).flatMap((word) => [word, ...[...alphabet].map((symbol) => word + symbol)]);
    const texts = [...new Set(wordsOver("ab", 5))];
    for (const pattern of new Set(wordsOver("ab*?", 4))) {
      for (const text of texts) {
        if (matchesGlob(pattern, text) !== oracle(pattern, text)) throw new Error(`${pattern} on ${text}`);
      }
    }
    expect(texts.length).toBe(63);
  });

  test("agrees with the oracle on longer random input", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "?"), maxLength: 9 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "?"), maxLength: 14 });
    fc.assert(
      fc.property(pattern, text, (each, against) => expect(matchesGlob(each, against)).toBe(oracle(each, against))),
      { numRuns: 3_000 },
    );
  });

  test("reads at most pattern × text characters in the worst case", () => {
    const cases: readonly (readonly [string, string])[] = [
      [`${"*a".repeat(50)}b`, "a".repeat(2_000)],
      [`${"*".repeat(200)}b`, "a".repeat(2_000)],
      [`*${"a".repeat(200)}b`, "a".repeat(2_000)],
      [`${"*?".repeat(80)}b`, "a".repeat(2_000)],
    ];
    for (const [pattern, text] of cases) {
      const reads = { count: 0 };
      expect(matchesGlob(counted(pattern, reads), counted(text, reads))).toBe(false);
      expect(reads.count).toBeGreaterThan(text.length);
      expect(reads.count).toBeLessThanOrEqual(3 * (pattern.length + 1) * (text.length + 1));
    }
  });

  test("scales linearly with the text when stars repeat", () => {
    const readsFor = (length: number): number => {
      const reads = { count: 0 };
      matchesGlob(counted("*a*a*a*a*b", reads), counted("a".repeat(length), reads));
      return reads.count;
    };
    expect(readsFor(4_000) / readsFor(2_000)).toBeLessThan(2.1);
  });
});

describe("matchesUrl", () => {
  const cases: readonly (readonly [pattern: string, url: string, matches: boolean])[] = [
    ["/orders/*", "https://shop.example/orders/42?tab=1", true],
    ["/orders", "https://shop.example/orders/", true],
    ["/orders/", "https://shop.example/orders", true],
    ["/orders", "https://shop.example/orders?tab=/orders/1", true],
    ["/orders", "https://shop.example/orders#top", true],
    ["/orders", "https://shop.example/orders/42", false],
    ["/", "https://shop.example", true],
    ["/", "https://shop.example/", true],
    ["/a", "https://shop.example?next=/a", false],
    ["/", "https://shop.example?next=/a", true],
    ["/", "https://shop.example#/a", true],
    ["/#/orders/*", "https://shop.example/#/orders/42", true],
    ["/#/orders/*", "https://shop.example/?x=1#/orders/42", true],
    ["/#/orders/*", "https://shop.example/", false],
    ["/a", "/a?u=https://other.example/b", true],
    ["/a", "/a#https://other.example/b", true],
    ["/a://b", "/a://b", true],
    ["https://shop.example/*", "https://shop.example/orders", true],
    ["https://shop.example/*", "http://shop.example/orders", false],
    ["*://*.example/*", "https://shop.example/orders", true],
    ["/*.+(x)[y]$", "https://shop.example/.+(x)[y]$", true],
    ["/.", "https://shop.example/x", false],
  ];
  for (const [pattern, url, matches] of cases) {
    test(`${pattern} ${matches ? "matches" : "does not match"} ${url}`, () => {
      expect(matchesUrl(pattern, url)).toBe(matches);
    });
  }

  test("reads a URL like the platform's parser", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const url = new URL(text);
        expect(matchesUrl(url.pathname.replaceAll("*", "?"), url.href)).toBe(true);
        expect(matchesUrl(`${url.pathname}x`, url.href)).toBe(false);
      }),
    );
  });
});
