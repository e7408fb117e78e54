import { expect, test } from "bun:test";
import { findToken } from "./token.ts";

test.each([
  ["https://x.test/a#fanfare_debug=shop.e30.t_o-k", { owner: "shop", token: "e30.t_o-k" }],
  ["https://x.test/?a=1&fanfare_debug=shop.t#/orders?x=1", { owner: "shop", token: "t" }],
  ["https://x.test/?fanfare_debug=shop.t&b=2", { owner: "shop", token: "t" }],
  ["https://x.test/#fanfare_debug=forged", { owner: "forged", token: "" }],
  ["https://x.test/#fanfare_debug=", { owner: "", token: "" }],
  ["https://x.test/?my_fanfare_debug=shop.t", undefined],
  ["https://x.test/#orders", undefined],
])("finds the token of a member's link in %s", (opened, found) => {
  expect(findToken(opened, "fanfare_debug")).toEqual(found);
});
