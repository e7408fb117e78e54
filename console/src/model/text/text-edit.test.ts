import { expect, test } from "bun:test";
import {
  continueList,
  makeLink,
  pasteText,
  putImage,
  type TextEdit,
  type TextSelection,
  toggleList,
  toggleMark,
  toggleStyle,
} from "./text-edit.ts";

/** `|` marks the caret, or both ends of the selection. */
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

test("toggles bold around words, without surrounding spaces", () => {
  expectEdit("press |save|", bold, "press **|save|**");
  expectEdit("press **|save|**", bold, "press |save|");
  expectEdit("press |**save**|", bold, "press |save|");
  expectEdit("press| save |now", bold, "press **|save|** now");
  expectEdit("here |", bold, "here **|**");
});

test("toggles italic inside bold with a third asterisk", () => {
  expectEdit("**|save|**", italic, "***|save|***");
  expectEdit("***|save|***", italic, "**|save|**");
  expectEdit("*|save|*", italic, "|save|");
});

test("inserts a link and selects its missing URL or text", () => {
  expectEdit("see |the docs|", makeLink, "see [the docs](|https://|)");
  expectEdit("see |https://a.example/b|", makeLink, "see [|link|](https://a.example/b)");
  expectEdit("see |", makeLink, "see [](|https://|)");
});

test("inserts an image on its own line", () => {
  const put = (replace: boolean) => (from: TextSelection) => putImage(from, "![Chart](/a.png)", replace);
  expectEdit("|", put(false), "![Chart](/a.png)|");
  expectEdit("Look|\nmore", put(false), "Look\n\n![Chart](/a.png)|\nmore");
  expectEdit("Look\n![Old|](/b.png)\nmore", put(true), "Look\n![Chart](/a.png)|\nmore");
});

test("pastes one line into the text, and several as paragraphs of their own", () => {
  const paste = (marked: string, text: string) => shown(selection(marked), pasteText(selection(marked), text));
  expect(paste("see |this| now", "**that**")).toBe("see **that**| now");
  expect(paste("one | two", "a\n\nb")).toBe("one \n\na\n\nb|\n\n two");
  expect(paste("one\n|", "- a\n- b")).toBe("one\n- a\n- b|");
});

test("toggles lines between a list and plain text", () => {
  expectEdit("|one\ntwo|", (from) => toggleList(from, false), "|- one\n- two|");
  expectEdit("|- one\n- two|", (from) => toggleList(from, false), "|one\ntwo|");
  expectEdit("|- one\n- two|", (from) => toggleList(from, true), "|1. one\n2. two|");
  expectEdit("on|e", (from) => toggleStyle(from, "##"), "## one|");
  expectEdit("|# one\n## two|", (from) => toggleStyle(from, "##"), "|one\ntwo|");
  expectEdit("|## one\ntwo|", (from) => toggleStyle(from, ">"), "|> one\n> two|");
  expectEdit("before\non|e", (from) => toggleList(from, false), "before\n- one|");
});

test("continues a list on Enter and ends the list on an empty item", () => {
  expectEdit("- one|", continueList, "- one\n- |");
  expectEdit("9. one|", continueList, "9. one\n10. |");
  expectEdit("- one\n- |", continueList, "- one\n|");
  expectEdit("- on|e", continueList, "- on\n- |e");
  expectEdit("plain|", continueList, undefined);
});
