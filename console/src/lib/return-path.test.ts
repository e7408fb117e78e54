import { expect, test } from "bun:test";
import { returnPath } from "./return-path.ts";

test("keeps a console path with its query", () => {
  expect(returnPath("/7/content?q=a&sort=name#x")).toBe("/7/content?q=a&sort=name#x");
});

test("replaces other sites and invalid paths with the start page", () => {
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

test("never returns to the sign-in pages", () => {
  expect(returnPath("/sign-in?return_to=%2F")).toBe("/");
  expect(returnPath("/setup?token=x")).toBe("/");
});
