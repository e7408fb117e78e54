import { t } from "../../lib/i18n/t.ts";
/** An edit of a text field: replaces `from`–`to` with `insert`, then selects `start`–`end` of the result. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

export interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds or removes marks around the selection. Excludes outer blanks, because marks next to a blank don't apply.
 *
 * @example
 * toggleMark({ text: "press save", start: 6, end: 10 }, "**"); // press **save**
 */
export function toggleMark({ text, start, end }: TextSelection, mark: "**" | "*" | "`"): TextEdit {
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const selected_text = text.slice(from, to);
  const width = mark.length;
  if (isMark(text, from - width, mark) && isMark(text, to, mark)) {
    return { from: from - width, to: to + width, insert: selected_text, start: from - width, end: to - width };
  }
  if (
    selected_text.length > 2 * width &&
    isMark(selected_text, 0, mark) &&
    isMark(selected_text, selected_text.length - width, mark)
  ) {
    return { from, to, insert: selected_text.slice(width, -width), start: from, end: to - 2 * width };
  }
  return { from, to, insert: mark + selected_text + mark, start: from + width, end: to + width };
}

/** Doesn't match `*` within `**`: `**bold**` isn't italic. */
function isMark(text: string, at: number, mark: "**" | "*" | "`"): boolean {
  if (at < 0 || text.slice(at, at + mark.length) !== mark) return false;
  if (mark !== "*") return true;
  let run = 1;
  for (let before = at - 1; text[before] === "*"; before--) run++;
  for (let after = at + 1; text[after] === "*"; after++) run++;
  return run !== 2;
}

/** Turns the selection into a link and selects its URL placeholder. A selected URL becomes the link's target. */
export function makeLink({ text, start, end }: TextSelection): TextEdit {
  const selected_text = text.slice(start, end);
  if (/^(https?:\/\/|mailto:|tel:|\/)\S+$/.test(selected_text)) {
    const link = t("link##words of a link");
    return {
      from: start,
      to: end,
      insert: `[${link}](${selected_text})`,
      start: start + 1,
      end: start + 1 + link.length,
    };
  }
  const address = "https://";
  const target = start + selected_text.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${selected_text}](${address})`,
    start: target,
    end: target + address.length,
  };
}

/** The line of the caret. */
export function caretLine({ text, end }: TextSelection): string {
  return text.slice(startOfLine(text, end), endOfLine(text, end));
}

/** Puts an image on its own line, in place of the image on the caret's line if there is one. */
export function putImage({ text, end }: TextSelection, image: string, replace: boolean): TextEdit {
  const to = endOfLine(text, end);
  const from = replace ? startOfLine(text, end) : to;
  const insert = (replace || text.slice(0, to).trim() === "" ? "" : "\n\n") + image;
  const caret = from + insert.length;
  return { from, to, insert, start: caret, end: caret };
}

/** Replaces the selection with pasted text. Several lines become paragraphs of their own. */
export function pasteText({ text, start, end }: TextSelection, pasted: string): TextEdit {
  const several = pasted.includes("\n");
  const before = several && !/(^|\n)[ \t]*$/.test(text.slice(0, start)) ? "\n\n" : "";
  const after = several && !/^[ \t]*(\n|$)/.test(text.slice(end)) ? "\n\n" : "";
  const caret = start + before.length + pasted.length;
  return { from: start, to: end, insert: before + pasted + after, start: caret, end: caret };
}

/** Toggles a list for the selected lines. */
export function toggleList({ text, start, end }: TextSelection, ordered: boolean): TextEdit {
  const from = startOfLine(text, start);
  const to = endOfLine(text, end);
  const lines = text.slice(from, to).split("\n");
  const bare = lines.map((line) => line.replace(/^[ \t]*(-|\d{1,3}[.)])[ \t]+/, ""));
  const is_list = lines.every((line) => (ordered ? /^[ \t]*\d{1,3}[.)][ \t]/ : /^[ \t]*-[ \t]/).test(line));
  const next = is_list ? bare : bare.map((line, index) => `${ordered ? `${index + 1}.` : "-"} ${line}`);
  const insert = next.join("\n");
  const single = start === end && lines.length === 1;
  return { from, to, insert, start: single ? from + insert.length : from, end: from + insert.length };
}

/** Turns the selected lines into headings or quotes, or back into paragraphs. */
export function toggleStyle({ text, start, end }: TextSelection, mark: "##" | ">"): TextEdit {
  const from = startOfLine(text, start);
  const to = endOfLine(text, end);
  const lines = text.slice(from, to).split("\n");
  const bare = lines.map((line) => line.replace(/^[ \t]*(?:#{1,3}|>)[ \t]+/, ""));
  const is_styled = lines.every((line) => (mark === ">" ? /^[ \t]*>[ \t]/ : /^[ \t]*#{1,3}[ \t]/).test(line));
  const insert = (is_styled ? bare : bare.map((line) => `${mark} ${line}`)).join("\n");
  const single = start === end && lines.length === 1;
  return { from, to, insert, start: single ? from + insert.length : from, end: from + insert.length };
}

/** Handles Enter in a list: starts a new item, or ends the list on an empty one. Undefined outside of lists. */
export function continueList({ text, start, end }: TextSelection): TextEdit | undefined {
  if (start !== end) return undefined;
  const from = startOfLine(text, start);
  const match = /^([ \t]*)(-|(\d{1,3})([.)]))[ \t]+/.exec(text.slice(from, start));
  if (match === null) return undefined;
  const [prefix = "", indent = "", mark = "", number, dot = ""] = match;
  if (text.slice(from + prefix.length, endOfLine(text, start)).trim() === "") {
    return { from, to: endOfLine(text, start), insert: "", start: from, end: from };
  }
  const insert = `\n${indent}${number === undefined ? mark : `${Number(number) + 1}${dot}`} `;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
