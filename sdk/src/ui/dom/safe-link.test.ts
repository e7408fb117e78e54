import { expect, test } from "bun:test";
import { safeLink, safePicture } from "./safe-link.ts";

const base = "https://shop.example/cart?x=1";

test("allows links to https, http, email, phone numbers, and page paths", () => {
  expect(safeLink("https://example.com/a", base)).toBe("https://example.com/a");
  expect(safeLink("/help#top", base)).toBe("https://shop.example/help#top");
  expect(safeLink("mailto:a@example.com", base)).toBe("mailto:a@example.com");
  expect(safeLink("tel:+4712345", base)).toBe("tel:+4712345");
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://shop.example/1",
  "file:///etc/passwd",
  "filesystem:https://shop.example/x",
  "view-source:https://shop.example/",
  "about:blank",
  "http://[",
])("rejects %j as a link and as a picture", (href) => {
  expect(safeLink(href, base)).toBeNull();
  expect(safePicture(href, base)).toBeNull();
});

test("rejects an email link as a picture", () => {
  expect(safePicture("mailto:a@example.com", base)).toBeNull();
  expect(safePicture("/logo.png", base)).toBe("https://shop.example/logo.png");
});
