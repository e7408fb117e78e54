import { expect, test } from "bun:test";
import { withScheme } from "./last-page.ts";

test("adds a scheme to addresses as people type them, and changes no other", () => {
  const typed = ["shop.example/orders", "localhost:3000", "127.0.0.1:4001/", " [::1]:80 ", "localhost.example", ""];
  expect(typed.map(withScheme)).toEqual([
    "https://shop.example/orders",
    "http://localhost:3000",
    "http://127.0.0.1:4001/",
    "http://[::1]:80",
    "https://localhost.example",
    "",
  ]);
  for (const url of ["http://shop.example", "HTTPS://shop.example/", "ftp://shop.example"]) {
    expect(withScheme(url)).toBe(url);
  }
});
