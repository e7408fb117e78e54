import { expect, test } from "bun:test";
import type { Block } from "@fanfare/contract/content/block";
import { formatBlocks } from "@fanfare/contract/text/block-text";
import { CARET, clipboardBlocks, pasteAtCaret } from "./paste.ts";

const line = (text: string, more: object = {}): Block => ({ kind: "paragraph", spans: [{ text, ...more }] });
const list = (...items: readonly string[]): Block => ({
  kind: "list",
  ordered: false,
  items: items.map((text) => [{ text }]),
});
const pasted = (before: readonly Block[], html: string, text = "") =>
  formatBlocks(pasteAtCaret(before, clipboardBlocks(html, text))).replace(CARET, "|");

test("joins one pasted line with the line of the caret, with its formats", () => {
  expect(pasted([line(`a${CARET}b`)], "<p>one <b>two</b></p>")).toBe("aone **two**|b");
  expect(pasted([list("x", `y${CARET}`)], "", "*z*")).toBe("- x\n- y*z*|");
});

test("adds several pasted lines as lines of their own", () => {
  expect(pasted([line(`a${CARET}b`)], "<p>one</p><ul><li>two</li></ul>")).toBe("aone\n\n- two|\n\nb");
  expect(pasted([line(`a${CARET}b`)], "<h2>one</h2><p>two</p>")).toBe("a\n\n## one\n\ntwo|b");
  expect(pasted([list("x", `y${CARET}z`)], "", "one\ntwo")).toBe("- x\n- y\n- one\n- two|z");
  expect(pasted([line(CARET)], "", "one\n- two\n- three")).toBe("one\n\n- two\n- three|");
});

test("reads Markdown if nothing is formatted, and ignores an empty clipboard", () => {
  expect(pasted([line(CARET)], "<p>**one**</p>", "**one**")).toBe("**one**|");
  expect(pasted([line(`a${CARET}`)], "", "")).toBe("a|");
});
