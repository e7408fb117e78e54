import { expect, test } from "bun:test";
import type { Block } from "@fanfare/contract/content/block";
import { formatBlocks, parseBlocks } from "@fanfare/contract/text/block-text";
import { baseKeymap } from "prosemirror-commands";
import { type Command, EditorState, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import {
  backspace,
  endList,
  pasteBlocks,
  putLoaded,
  selectedLink,
  setLink,
  showBlocks,
  toggleLines,
} from "./text-commands.ts";
import { textBlocks, textDocument } from "./text-document.ts";
import { textPlugins } from "./text-plugins.ts";

/** A text whose selection lies between the bars, or at the only one. */
function textWith(marked: string): EditorState {
  const doc = textDocument(parseBlocks(marked));
  const bars: number[] = [];
  doc.descendants((node, pos) => {
    for (let at = 0; node.isText && at < (node.text ?? "").length; at++) {
      if (node.text?.charAt(at) === "|") bars.push(pos + at);
    }
  });
  const [from = 1, to = from + 1] = bars;
  const state = EditorState.create({ doc, plugins: textPlugins({}) });
  const { tr } = state;
  for (const bar of bars.toReversed()) tr.delete(bar, bar + 1);
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, from, to - 1)));
}

const written = (state: EditorState): string => formatBlocks(textBlocks(state.doc));

function run(state: EditorState, command: Command): EditorState {
  let next = state;
  command(state, (tr) => {
    next = state.apply(tr);
  });
  return next;
}

/** Types with the rules of the editor. */
function type(start: EditorState, text: string): EditorState {
  let state = start;
  for (const character of text) {
    const { from, to } = state.selection;
    const view = {
      composing: false,
      get state() {
        return state;
      },
      dispatch(tr: Parameters<EditorState["apply"]>[0]) {
        state = state.apply(tr);
      },
    };
    const insert = () => state.tr.insertText(character, from, to);
    const handled = state.plugins.some((plugin) => {
      const handle = plugin.props.handleTextInput;
      // Safe cast: the rules use only these members of a view.
      return handle?.call(plugin, view as unknown as EditorView, from, to, character, insert);
    });
    if (!handled) state = state.apply(insert());
  }
  return state;
}

const empty = (): EditorState => EditorState.create({ doc: textDocument([]), plugins: textPlugins({}) });
const lines = (state: EditorState): readonly string[] => state.doc.children.map(({ type: { name } }) => name);

test("keeps blocks exactly", () => {
  const blocks: readonly Block[] = [
    {
      kind: "paragraph",
      spans: [{ text: "Press " }, { text: "Save", bold: true, href: "/s" }, { text: "x", code: true }],
    },
    { kind: "paragraph", spans: [{ text: "New", italic: true }], format: "heading" },
    { kind: "paragraph", spans: [{ text: "So they say  **" }], format: "quote" },
    { kind: "list", ordered: true, items: [[{ text: "one" }], [{ text: "two", bold: true, italic: true }]] },
    { kind: "list", ordered: true, items: [[{ text: "another list" }]] },
    { kind: "image", url: "/a.png", alt: "", decorative: true },
  ];
  expect(textBlocks(textDocument(blocks))).toEqual([...blocks]);
  expect(textBlocks(textDocument([]))).toEqual([]);
});

test("formats Markdown while it's typed", () => {
  const typed = (text: string): readonly Block[] => textBlocks(type(empty(), text).doc);
  expect(typed("Press **Save** and *go* to `npm`.")).toEqual([
    {
      kind: "paragraph",
      spans: [
        { text: "Press " },
        { text: "Save", bold: true },
        { text: " and " },
        { text: "go", italic: true },
        { text: " to " },
        { text: "npm", code: true },
        { text: "." },
      ],
    },
  ]);
  expect(typed("See [this](/help)!")).toEqual([
    { kind: "paragraph", spans: [{ text: "See " }, { text: "this", href: "/help" }, { text: "!" }] },
  ]);
  expect(lines(type(empty(), "## Title"))).toEqual(["heading"]);
  expect(lines(type(empty(), "> Quote"))).toEqual(["quote"]);
  expect(typed("- one")).toEqual([{ kind: "list", ordered: false, items: [[{ text: "one" }]] }]);
  expect(typed("1. one")).toEqual([{ kind: "list", ordered: true, items: [[{ text: "one" }]] }]);
  // Arithmetic, and links that content can't have, are text.
  for (const text of ["2 * 3 * 4", "2*3*4", "[x](javascript:alert)", "** no **"]) {
    expect(typed(text)).toEqual([{ kind: "paragraph", spans: [{ text }] }]);
  }
});

test("toggles selected lines between kinds, and joins lists", () => {
  expect(written(run(textWith("|one\ntwo|"), toggleLines("bullets")))).toBe("- one\n- two");
  expect(written(run(textWith("- |one\n- two|"), toggleLines("bullets")))).toBe("one\n\ntwo");
  expect(written(run(textWith("- |one\n- two|"), toggleLines("numbers")))).toBe("1. one\n2. two");
  expect(written(run(textWith("- one\n- t|wo\n- three"), toggleLines("bullets")))).toBe("- one\n\ntwo\n\n- three");
  expect(written(run(textWith("- one\n\nt|wo\n- three"), toggleLines("bullets")))).toBe("- one\n- two\n- three");
  expect(written(run(textWith("before\no|ne"), toggleLines("heading")))).toBe("before\n\n## one");
  const heading = run(textWith("before\no|ne"), toggleLines("heading"));
  expect(heading.selection.$from.parentOffset).toBe(1);
  expect(written(run(heading, toggleLines("heading")))).toBe("before\n\none");
});

test("continues a list on Enter, and ends it on an empty item", () => {
  const enter = (state: EditorState): EditorState => {
    const ended = run(state, endList);
    return ended === state ? run(state, baseKeymap["Enter"] ?? endList) : ended;
  };
  const second = type(enter(textWith("- one|")), "two");
  expect(written(second)).toBe("- one\n- two");
  const after = type(enter(enter(second)), "done");
  expect(written(after)).toBe("- one\n- two\n\ndone");
  expect(written(type(enter(textWith("## Title|")), "text"))).toBe("## Title\n\ntext");
});

test("makes a list item a paragraph on Backspace at its start", () => {
  expect(written(run(textWith("- one\n- |two"), backspace))).toBe("- one\n\ntwo");
  expect(run(textWith("- one\n- t|wo"), backspace).doc.childCount).toBe(1);
});

test("links the selection, and changes or removes a link in full", () => {
  const linked = textWith("see |this **page**| now");
  const once = linked.apply(setLink(linked, "/a"));
  expect(written(once)).toBe("see [this **page**](/a) now");
  const inside = once.apply(once.tr.setSelection(TextSelection.create(once.doc, 7)));
  expect(selectedLink(inside)?.href).toBe("/a");
  expect(written(inside.apply(setLink(inside, "/b")))).toBe("see [this **page**](/b) now");
  expect(written(inside.apply(setLink(inside, "")))).toBe("see this **page** now");
  const bare = textWith("see |");
  expect(written(bare.apply(setLink(bare, "/c")))).toBe("see [/c](/c)");
});

test("pastes one line into the line of the caret, and several as lines", () => {
  const paste = (state: EditorState, text: string): string =>
    written(state.apply(pasteBlocks(state, parseBlocks(text))));
  expect(paste(textWith("see |this| now"), "**that**")).toBe("see **that** now");
  expect(paste(textWith("one| two"), "- a\n- b")).toBe("one\n\n- a\n- b\n\ntwo");
  expect(paste(empty(), "## a\n\nb")).toBe("## a\n\nb");
  expect(paste(textWith("Before|"), "**Save**\n- one")).toBe("Before**Save**\n\n- one");
});

test("adds an image after the line of the caret, with a line to write in", () => {
  const state = textWith("Look|");
  const next = state.apply(putLoaded(state, { kind: "image", url: "/a.png", alt: "Chart" }));
  expect(written(type(next, "more"))).toBe("Look\n\n![Chart](/a.png)\n\nmore");
});

test("shows another member's change without losing an empty line or the caret", () => {
  const state = run(textWith("one\ntwo|"), baseKeymap["Enter"] ?? endList);
  expect(showBlocks(state, parseBlocks("one\ntwo"))).toBeUndefined();
  const change = showBlocks(textWith("o|ne\ntwo"), parseBlocks("one\nthree"));
  expect(change && written(textWith("one\ntwo").apply(change))).toBe("one\n\nthree");
});
