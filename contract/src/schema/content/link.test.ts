import { describe, expect, test } from "bun:test";
import { isSafeLink } from "../../text/safe-link.ts";
import { imageSchema } from "./link.ts";

describe("author link", () => {
  test("accepts only safe URLs and paths of the same site", () => {
    for (const good of [
      "https://a.example/b?c#d",
      "HTTP://a.example",
      "mailto:a@b.example",
      "tel:+49",
      "/a",
      "#a",
      "?a",
    ]) {
      expect([good, isSafeLink(good)]).toEqual([good, true]);
    }
    for (const bad of [
      ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "\u0001javascript:alert(1)"],
      ...["data:text/html,<script>", "vbscript:x", "blob:https://a.example/1", "file:///etc/passwd", "", "a/b"],
    ]) {
      expect([bad, isSafeLink(bad)]).toEqual([bad, false]);
    }
  });

  test("rejects paths that lead to another site", () => {
    for (const off of [
      "//evil.example",
      "/\\evil.example",
      "/\\\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
    ]) {
      expect([off, isSafeLink(off)]).toEqual([off, false]);
    }
    for (const path of ["/a//b", "/a\\b", "/?//x", "#//x"]) {
      expect([path, isSafeLink(path), new URL(path, "https://own.example/").host]).toEqual([path, true, "own.example"]);
    }
  });

  test("rejects email links as image URLs", () => {
    expect(imageSchema.safeParse("mailto:a@b.example").success).toBe(false);
    expect(imageSchema.safeParse("/a.png").success).toBe(true);
  });
});
