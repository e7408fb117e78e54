import type { Block, LoadedBlock } from "@fanfare/contract/content/block";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import { chainCommands, deleteSelection, toggleMark } from "prosemirror-commands";
import { Fragment, type MarkType, type Node, Slice } from "prosemirror-model";
import { type Command, type EditorState, NodeSelection, TextSelection, type Transaction } from "prosemirror-state";
import {
  blockNode,
  inlineContent,
  type LineKind,
  lineKind,
  loadedBlock,
  loadedNode,
  markType,
  type SpanMark,
  textBlocks,
  textDocument,
  textSchema,
} from "./text-document.ts";

interface Line {
  readonly node: Node;
  /** Undefined for images. */
  readonly kind: LineKind | undefined;
  /** Position before its first character. */
  readonly start: number;
}

/** Turns the selected lines into one kind. Neighboring list items of the same kind become one list. */
export function setLines(tr: Transaction, kind: LineKind): Transaction {
  const { doc, selection } = tr;
  const { from, to } = selection;
  const { lines, range } = selectedBlocks(tr, kind);
  const chosen = (each: Line): boolean => each.start <= to && each.start + each.node.content.size >= from;
  const built = lines.map((each) => (each.kind !== undefined && chosen(each) ? { ...each, kind } : each));
  const nodes = groupLines(built);
  const starts = linesOf(nodes, range.from).map(({ start }) => start);
  const moved = (pos: number): number => {
    const index = lines.findLastIndex(({ start }) => start <= pos);
    const line = lines[index];
    return line === undefined ? pos : (starts[index] ?? pos) + Math.min(pos - line.start, line.node.content.size);
  };
  tr.replaceWith(range.from, range.to, nodes);
  if (!(selection instanceof TextSelection)) return tr;
  const [anchor, head] = [moved(selection.anchor), moved(selection.head)];
  return doc.eq(tr.doc) ? tr : tr.setSelection(TextSelection.create(tr.doc, anchor, head));
}

/** Top-level nodes of the selection, and the lists next to it that new list items join. */
function selectedBlocks({ doc, selection: { $from, $to } }: Transaction, kind: LineKind) {
  const is_list = kind === "bullets" || kind === "numbers";
  const isList = (index: number): boolean => is_list && doc.maybeChild(index)?.type === textSchema.nodes.list;
  let first = Math.min($from.index(0), doc.childCount - 1);
  let last = Math.max(first, $to.indexAfter(0) - 1);
  if (first > 0 && isList(first - 1)) first -= 1;
  if (isList(last + 1)) last += 1;
  const nodes = doc.children.slice(first, last + 1);
  const from = doc.children.slice(0, first).reduce((sum, node) => sum + node.nodeSize, 0);
  const to = nodes.reduce((sum, node) => sum + node.nodeSize, from);
  return { lines: linesOf(nodes, from), range: { from, to } };
}

function linesOf(nodes: readonly Node[], from: number): readonly Line[] {
  const lines: Line[] = [];
  let at = from;
  for (const node of nodes) {
    if (node.type === textSchema.nodes.list) {
      node.forEach((item, offset) => {
        lines.push({ node: item, kind: lineKind(item, node), start: at + offset + 2 });
      });
    } else {
      const { doc } = textSchema.nodes;
      lines.push({ node, kind: lineKind(node, doc.create(null, node)), start: at + 1 });
    }
    at += node.nodeSize;
  }
  return lines;
}

function groupLines(lines: readonly Line[]): readonly Node[] {
  const { list, item } = textSchema.nodes;
  const nodes: Node[] = [];
  for (const { node, kind } of lines) {
    if (kind === undefined) {
      nodes.push(node);
    } else if (kind === "bullets" || kind === "numbers") {
      const ordered = kind === "numbers";
      const entry = item.create(null, node.content);
      const last = nodes.at(-1);
      if (last?.type === list && last.attrs["ordered"] === ordered) {
        nodes[nodes.length - 1] = last.copy(last.content.addToEnd(entry));
      } else {
        nodes.push(list.create({ ordered }, entry));
      }
    } else {
      nodes.push(textSchema.nodes[kind].create(null, node.content));
    }
  }
  return nodes;
}

/** Kind of all selected lines. Undefined if they differ. */
export function selectedKind(state: EditorState): LineKind | undefined {
  const kinds = new Set<LineKind | undefined>();
  const { from, to } = state.selection;
  state.doc.nodesBetween(from, to, (node, _, parent) => {
    if (node.isTextblock && parent !== null) kinds.add(lineKind(node, parent));
  });
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Turns the selected lines into `kind`, or back into paragraphs. */
export const toggleLines =
  (kind: LineKind): Command =>
  (state, dispatch) => {
    dispatch?.(setLines(state.tr, selectedKind(state) === kind ? "paragraph" : kind).scrollIntoView());
    return true;
  };

/** Backspace at the start of a list item, heading, or quote makes it a paragraph. */
const plainLineAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || selectedKind(state) === "paragraph") return false;
  if (!$from.parent.isTextblock) return false;
  dispatch?.(setLines(state.tr, "paragraph").scrollIntoView());
  return true;
};

/** Enter in an empty list item ends the list. */
export const endList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== textSchema.nodes.item || $from.parent.content.size > 0) return false;
  dispatch?.(setLines(state.tr, "paragraph").scrollIntoView());
  return true;
};

export const backspace: Command = chainCommands(deleteSelection, plainLineAtStart);

export const toggleSpanMark = (mark: SpanMark): Command => toggleMark(markType(mark));

export function isMarked({ selection, doc, storedMarks }: EditorState, type: MarkType): boolean {
  const { $from, from, to, empty } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

/** The link at the caret or at the start of the selection, in full. */
export function selectedLink({ selection }: EditorState): LinkRange | undefined {
  const { $from, from, to, empty } = selection;
  const { parent } = $from;
  const linkAt = (index: number) => markType("link").isInSet(parent.maybeChild(index)?.marks ?? []);
  const after = $from.index();
  const index = linkAt(after) === undefined && empty && $from.textOffset === 0 ? after - 1 : after;
  const mark = linkAt(index);
  if (mark === undefined) return undefined;
  let [first, end] = [index, index + 1];
  while (linkAt(first - 1)?.eq(mark)) first--;
  while (linkAt(end)?.eq(mark)) end++;
  const position = (count: number): number =>
    parent.children.slice(0, count).reduce((sum, { nodeSize }) => sum + nodeSize, $from.start());
  return { href: mark.attrs["href"], from: Math.min(from, position(first)), to: Math.max(to, position(end)) };
}

interface LinkRange {
  readonly href: string;
  readonly from: number;
  readonly to: number;
}

/** Links the selection, the link at the caret, or inserted text. An empty address removes the link. */
export function setLink(state: EditorState, href: string): Transaction {
  const type = markType("link");
  const { from, to } = selectedLink(state) ?? state.selection;
  const { tr } = state;
  if (href === "") return tr.removeMark(from, to, type);
  if (from < to) return tr.removeMark(from, to, type).addMark(from, to, type.create({ href }));
  return tr.replaceSelectionWith(textSchema.text(href, [type.create({ href })]), false);
}

/** The selected image, video, or embedded page. */
export function selectedLoaded({ selection }: EditorState): LoadedBlock | undefined {
  return selection instanceof NodeSelection ? loadedBlock(selection.node) : undefined;
}

/** Replaces the selected block of the same kind, or adds one after the line of the caret. */
export function putLoaded(state: EditorState, block: LoadedBlock): Transaction {
  const { selection, tr } = state;
  if (selectedLoaded(state)?.kind === block.kind) return tr.setNodeMarkup(selection.from, undefined, { block });
  const index = selection.$to.indexAfter(0);
  const at = state.doc.children.slice(0, index).reduce((sum, node) => sum + node.nodeSize, 0);
  const is_last = index === state.doc.childCount;
  tr.insert(at, [loadedNode(block), ...(is_last ? [textSchema.nodes.paragraph.create()] : [])]);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView();
}

/** Replaces the selection with pasted text: one line joins the line of the caret, several become lines of their own. */
export function pasteBlocks(state: EditorState, blocks: readonly Block[]): Transaction {
  const [only] = blocks;
  const inline = blocks.length === 1 && only?.kind === "paragraph" && only.format === undefined;
  const open = (block: Block | undefined): number =>
    block?.kind === "paragraph" && block.format === undefined ? 1 : 0;
  const slice = inline
    ? new Slice(inlineContent(only.spans), 0, 0)
    : new Slice(Fragment.fromArray(blocks.map(blockNode)), open(blocks[0]), open(blocks.at(-1)));
  return state.tr.replaceSelection(slice).setMeta("paste", true).scrollIntoView();
}

/** Shows blocks that changed elsewhere. Keeps the lines that are the same, and the selection in them. */
export function showBlocks(state: EditorState, blocks: readonly Block[]): Transaction | undefined {
  const next = textDocument(blocks);
  if (sameValue(textBlocks(state.doc), textBlocks(next))) return undefined;
  const start = state.doc.content.findDiffStart(next.content);
  const end = state.doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return undefined;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const tr = state.tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  if (!tr.doc.eq(next)) return state.tr.replaceWith(0, state.doc.content.size, next.content);
  const caret = Math.min(end.b + overlap, tr.doc.content.size);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(caret), -1));
}
