import { expect, test } from "bun:test";
import {
  addImage,
  continueList,
  makeLink,
  type TextEdit,
  type TextSelection,
  toggleList,
  toggleMark,
} from "./text-edit.ts";

/** `|` marks both ends of the selection, or the caret. */
function selection(marked: string): TextSelection {
  const start = marked.indexOf("|");
  const text = marked.replaceAll("|", "");
  const last = marked.lastIndexOf("|");
  return { text, start, end: last === start ? start : last - 1 };
}

function applyEdit(text: string, edit: TextEdit): string {
  return text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}

function shown({ text }: TextSelection, edit: TextEdit): string {
  const next = applyEdit(text, edit);
  const caret = edit.start === edit.end;
  return caret
    ? `${next.slice(0, edit.start)}|${next.slice(edit.start)}`
    : `${next.slice(0, edit.start)}|${next.slice(edit.start, edit.end)}|${next.slice(edit.end)}`;
}

function expectEdit(
  before: string,
  edit: (from: TextSelection) => TextEdit | undefined,
  after: string | undefined,
): void {
  const from = selection(before);
  const made = edit(from);
  expect(made === undefined ? undefined : shown(from, made)).toBe(after);
}

const bold = (from: TextSelection): TextEdit => toggleMark(from, "**");
const italic = (from: TextSelection): TextEdit => toggleMark(from, "*");

test("bold goes around the words and away again, blanks stay outside", () => {
  expectEdit("press |save|", bold, "press **|save|**");
  expectEdit("press **|save|**", bold, "press |save|");
  expectEdit("press |**save**|", bold, "press |save|");
  expectEdit("press| save |now", bold, "press **|save|** now");
  expectEdit("here |", bold, "here **|**");
});

test("italic inside bold is a third star, and is told from bold", () => {
  expectEdit("**|save|**", italic, "***|save|***");
  expectEdit("***|save|***", italic, "**|save|**");
  expectEdit("*|save|*", italic, "|save|");
});

test("a link asks for its address, an address asks for its words", () => {
  expectEdit("see |the docs|", makeLink, "see [the docs](|https://|)");
  expectEdit("see |https://a.example/b|", makeLink, "see [|link|](https://a.example/b)");
  expectEdit("see |", makeLink, "see [](|https://|)");
});

test("a picture stands on its own line", () => {
  expectEdit("|", addImage, "![|Description|](https://)");
  expectEdit("Look|\nmore", addImage, "Look\n\n![|Description|](https://)\nmore");
});

test("lines become a list and plain lines again", () => {
  expectEdit("|one\ntwo|", (from) => toggleList(from, false), "|- one\n- two|");
  expectEdit("|- one\n- two|", (from) => toggleList(from, false), "|one\ntwo|");
  expectEdit("|- one\n- two|", (from) => toggleList(from, true), "|1. one\n2. two|");
  expectEdit("before\non|e", (from) => toggleList(from, false), "before\n- one|");
});

test("Enter goes on with a list, and ends it on an empty item", () => {
  expectEdit("- one|", continueList, "- one\n- |");
  expectEdit("9. one|", continueList, "9. one\n10. |");
  expectEdit("- one\n- |", continueList, "- one\n|");
  expectEdit("- on|e", continueList, "- on\n- |e");
  expectEdit("plain|", continueList, undefined);
});
