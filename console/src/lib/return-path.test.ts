import { expect, test } from "bun:test";
import { returnPath } from "./return-path.ts";

test("a path of the console is kept with its search", () => {
  expect(returnPath("/7/content?q=a&sort=name#x")).toBe("/7/content?q=a&sort=name#x");
});

test("another site, and nonsense, become the start page", () => {
  for (const path of [
    undefined,
    "",
    "7/content",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    expect(returnPath(path)).toBe("/");
  }
});

test("the doors themselves are no place to return to", () => {
  expect(returnPath("/sign-in?return_to=%2F")).toBe("/");
  expect(returnPath("/setup?token=x")).toBe("/");
});
