import { expect, test } from "bun:test";
import { findToken, takeToken } from "./token.ts";

test("finds the token in fragment or query and keeps the rest of the URL", () => {
  const cases: readonly [string, string, string][] = [
    ["https://x.test/a#fanfare_debug=t.o-k_n", "t.o-k_n", "https://x.test/a"],
    ["https://x.test/a?q=a%20b&r#fanfare_debug=t", "t", "https://x.test/a?q=a%20b&r"],
    ["https://x.test/?fanfare_debug=t#/orders?x=1", "t", "https://x.test/#/orders?x=1"],
    ["https://x.test/?a=1&fanfare_debug=t#/orders", "t", "https://x.test/?a=1#/orders"],
    ["https://x.test/?fanfare_debug=t&b=2", "t", "https://x.test/?b=2"],
    ["https://x.test/?a=1&fanfare_debug=t&b=2", "t", "https://x.test/?a=1&b=2"],
    ["https://x.test/#fanfare_debug=", "", "https://x.test/"],
  ];
  for (const [href, token, rest] of cases)
    expect([href, findToken(href, "fanfare_debug")]).toEqual([href, { token, href: rest }]);
  expect(findToken("https://x.test/?my_fanfare_debug=t", "fanfare_debug")).toBeUndefined();
  expect(findToken("https://x.test/#orders", "fanfare_debug")).toBeUndefined();
});

test("takes the token without a history entry and keeps the page's state", () => {
  const calls: unknown[][] = [];
  const state = { key: "host" };
  const window = (href: string) =>
    // The only members that takeToken reads.
    ({ location: { href }, history: { state, replaceState: (...call: unknown[]) => calls.push(call) } }) as never;
  const opened = "https://x.test/a#fanfare_debug=t";
  expect(takeToken(window(opened), opened, "fanfare_debug")).toBe("t");
  expect(calls).toEqual([[state, "", "https://x.test/a"]]);
  // After navigation to another URL, the URL is left unchanged.
  expect(takeToken(window("https://x.test/b"), opened, "fanfare_debug")).toBe("t");
  expect(calls).toHaveLength(1);
});
