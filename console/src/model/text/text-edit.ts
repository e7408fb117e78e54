import { t } from "../../lib/i18n/t.ts";
/** A change of a text field: replace `from` to `to` by `insert`, then select `start` to `end` of the new text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** A text with its selection, as a text field has it. */
export interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Puts the selected words between two marks, or takes the marks away again. Blanks at the ends stay outside: stars
 * beside a blank do not count.
 *
 * @example
 * toggleMark({ text: "press save", start: 6, end: 10 }, "**"); // press **save**
 */
export function toggleMark({ text, start, end }: TextSelection, mark: "**" | "*"): TextEdit {
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

/** One star is not half of two: `**bold**` is not italic. */
function isMark(text: string, at: number, mark: "**" | "*"): boolean {
  if (at < 0 || text.slice(at, at + mark.length) !== mark) return false;
  if (mark === "**") return true;
  let run = 1;
  for (let before = at - 1; text[before] === "*"; before--) run++;
  for (let after = at + 1; text[after] === "*"; after++) run++;
  return run !== 2;
}

/**
 * Turns the selected words into a link whose address is then selected, ready to be typed. An address that was selected
 * becomes the target of words yet to be written.
 */
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

/** A picture on a line of its own; its description is selected, ready to be typed. */
export function addImage({ text, end }: TextSelection): TextEdit {
  const line_end = endOfLine(text, end);
  const before = text.slice(0, line_end).trim() === "" ? "" : "\n\n";
  const start = line_end + before.length + 2;
  const shown = t("Description");
  return { from: line_end, to: line_end, insert: `${before}![${shown}](https://)`, start, end: start + shown.length };
}

/** Makes the selected lines a list, or plain lines again when they are that list already. */
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

/** Enter inside a list begins the next item; on an empty item it ends the list. Undefined: nothing special. */
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
