import { isSafeLink } from "@fanfare/contract/text/safe-link";
import { baseKeymap, chainCommands } from "prosemirror-commands";
import { InputRule, inputRules, undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Mark } from "prosemirror-model";
import { type Command, Plugin } from "prosemirror-state";
import { backspace, endList, setLines, toggleSpanMark } from "./text-commands.ts";
import { type LineKind, markType, type SpanMark, textSchema } from "./text-document.ts";

/** What typing at the start of a line turns it into. */
const LINE_RULES: readonly (readonly [pattern: RegExp, kind: LineKind])[] = [
  [/^#{1,3} $/, "heading"],
  [/^> $/, "quote"],
  [/^[-*] $/, "bullets"],
  [/^\d{1,3}[.)] $/, "numbers"],
];

/** Marked text, whose asterisks don't stand next to a blank: `2 * 3 * 4` is arithmetic. */
const MARK_RULES: readonly (readonly [pattern: RegExp, mark: SpanMark])[] = [
  [/(?<!\*)\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, "bold"],
  [/(?<![*\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, "italic"],
  [/(?<!`)`([^`]+)`$/, "code"],
];

const lineRule = (pattern: RegExp, kind: LineKind): InputRule =>
  new InputRule(pattern, (state, _, start, end) => {
    if (state.selection.$from.parent.type !== textSchema.nodes.paragraph) return null;
    return setLines(state.tr.delete(start, end), kind);
  });

/** Replaces what was typed by its text. `end` excludes the last character, which isn't in the document yet. */
const markRule = (pattern: RegExp, markOf: (match: RegExpMatchArray) => Mark | undefined): InputRule =>
  new InputRule(
    pattern,
    (state, match, start, end) => {
      const mark = markOf(match);
      const [whole, text = ""] = match;
      if (mark === undefined) return null;
      const from = start + whole.indexOf(text);
      const to = from + text.length;
      const tr = state.tr.delete(to, end).delete(start, from);
      return tr.addMark(start, start + text.length, mark).removeStoredMark(mark.type);
    },
    { inCodeMark: false },
  );

export const lineRules: readonly InputRule[] = LINE_RULES.map(([pattern, kind]) => lineRule(pattern, kind));

export const markRules = (marks: readonly SpanMark[]): readonly InputRule[] =>
  MARK_RULES.filter(([, mark]) => marks.includes(mark)).map(([pattern, mark]) =>
    markRule(pattern, () => markType(mark).create()),
  );

export const linkRule: InputRule = markRule(/\[([^[\]]+)\]\(([^()\s]+)\)$/, ([, , href = ""]) =>
  isSafeLink(href) ? markType("link").create({ href }) : undefined,
);

/** Keys and Markdown shortcuts of a text of several lines. Undo right after a shortcut restores what was typed. */
export function textPlugins(keys: Readonly<Record<string, Command>>): readonly Plugin[] {
  return [
    inputRules({ rules: [...lineRules, ...markRules(["bold", "italic", "code"]), linkRule] }),
    keymap({
      ...keys,
      "Mod-b": toggleSpanMark("bold"),
      "Mod-i": toggleSpanMark("italic"),
      Backspace: chainCommands(undoInputRule, backspace),
      Enter: endList,
      "Shift-Enter": chainCommands(endList, baseKeymap["Enter"] ?? endList),
    }),
    keymap(baseKeymap),
  ];
}

/** For one line, such as a translation, which has only the marks of its source. */
export function linePlugins(marks: readonly SpanMark[], keys: Readonly<Record<string, Command>>): readonly Plugin[] {
  const ignore: Command = () => true;
  const mark = (each: SpanMark): Command => (marks.includes(each) ? toggleSpanMark(each) : ignore);
  return [
    new Plugin({ filterTransaction: ({ doc }) => doc.childCount === 1 && doc.firstChild?.type === paragraph }),
    inputRules({ rules: markRules(marks) }),
    keymap({
      ...keys,
      "Mod-b": mark("bold"),
      "Mod-i": mark("italic"),
      Backspace: chainCommands(undoInputRule, backspace),
      Enter: ignore,
      "Shift-Enter": ignore,
    }),
    keymap(baseKeymap),
  ];
}

const { paragraph } = textSchema.nodes;
