import { expect, test } from "bun:test";
import { addToken } from "./link-token.ts";

test.each([
  ["https://shop.example/orders?page=2", "https://shop.example/orders?page=2#fanfare_build=shop.c0de"],
  ["https://shop.example/#/orders", "https://shop.example/?fanfare_build=shop.c0de#/orders"],
  ["https://shop.example/?q=a%20b&r#/orders", "https://shop.example/?q=a%20b&r&fanfare_build=shop.c0de#/orders"],
])("adds a link's token to %s, and changes nothing else", (page_url, linked) => {
  expect(addToken(page_url, "fanfare_build", "shop.c0de")).toBe(linked);
});
