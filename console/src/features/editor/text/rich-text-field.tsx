import { Field as BaseField } from "@base-ui/react/field";
import type { Block } from "@fanfare/contract/content/block";
import { Bold, Code, Heading, Image, Italic, Link as LinkIcon, List, ListOrdered, TextQuote } from "lucide-react";
import { chainCommands } from "prosemirror-commands";
import { undoInputRule } from "prosemirror-inputrules";
import type { Command } from "prosemirror-state";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import type { EditorStore } from "../../../model/draft/editor-store.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import { parseBlocks } from "../../../model/text/block-text.ts";
import { pastedBlocks } from "../../../model/text/pasted-html.ts";
import {
  isMarked,
  pasteBlocks,
  putImage,
  selectedImage,
  selectedKind,
  selectedLink,
  setLink,
  showBlocks,
  toggleLines,
  toggleSpanMark,
} from "../../../model/text/text-commands.ts";
import { type LineKind, markType, type SpanMark, textBlocks, textDocument } from "../../../model/text/text-document.ts";
import { textPlugins } from "../../../model/text/text-plugins.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { ImageDialog, type ImageRequest } from "../images/image-dialog.tsx";
import { useEditor } from "../state/editor-context.ts";
import { redoChange, undoChange } from "../state/undo.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { type TextTool, TextToolbar } from "./text-toolbar.tsx";
import { createTextState, type TextView, useTextView } from "./use-text-view.ts";

const MARK_TOOLS = [
  { mark: "bold", icon: <Bold />, ...EDITOR_SHORTCUTS.bold },
  { mark: "italic", icon: <Italic />, ...EDITOR_SHORTCUTS.italic },
  { mark: "code", icon: <Code />, label: t("Inline code"), chord: undefined },
] as const satisfies readonly (Omit<TextTool, "onUse"> & { readonly mark: SpanMark })[];

const LINE_TOOLS = [
  { kind: "heading", icon: <Heading />, label: t("Heading") },
  { kind: "quote", icon: <TextQuote />, label: t("Quote") },
  { kind: "bullets", icon: <List />, label: t("List") },
  { kind: "numbers", icon: <ListOrdered />, label: t("Numbered list") },
] as const satisfies readonly (Omit<TextTool, "onUse"> & { readonly kind: LineKind })[];

/** Looks like a card: headings, lists, quotes, and marks as people see them. */
const CARD_TEXT =
  "min-h-28 rounded-b-md px-3 py-2 text-base whitespace-break-spaces wrap-break-word outline-none [&>*+*]:mt-2 [&_a]:text-accent-text [&_a]:underline [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-ink-2 [&_code]:rounded-sm [&_code]:bg-fill [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h4]:font-semibold [&_img]:max-h-44 [&_img]:max-w-full [&_img]:rounded-md [&_img.ProseMirror-selectednode]:outline-2 [&_img.ProseMirror-selectednode]:outline-focus [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6";

const BOX =
  "flex flex-col rounded-md border border-edge bg-surface shadow-edge has-[[role=textbox]:focus-visible]:border-focus has-[[role=textbox]:focus-visible]:outline-2 has-[[role=textbox]:focus-visible]:-outline-offset-1 has-[[role=textbox]:focus-visible]:outline-focus has-data-invalid:border-negative";

interface RichTextFieldProps {
  readonly blocks: readonly Block[];
  readonly path: string;
  readonly onChange: (blocks: Block[]) => void;
}

/** Text as people see it. Undo is that of the whole draft. */
export function RichTextField({ blocks, path, onChange }: RichTextFieldProps) {
  const { state, store, read_only } = useEditor();
  const [asked_image, setAskedImage] = useState<ImageRequest>();
  const [asked_link, setAskedLink] = useState<string>();
  const askForFile = ({ files }: DataTransfer): boolean => {
    const file = [...files].find(({ type }) => type.startsWith("image/"));
    if (file !== undefined) setAskedImage({ file });
    return file !== undefined;
  };
  const view = useTextView({
    read_only,
    create: () => createTextState(textDocument(blocks), textPlugins(draftKeys(store, setAskedLink))),
    show: (shown) => showBlocks(shown, blocks),
    onEdit(next, tr) {
      if (tr.getMeta("paste") === true) store.startUndoStep();
      onChange(textBlocks(next.doc));
    },
    onPaste({ clipboardData }, target, plain) {
      if (clipboardData !== null) pasteInto(target, clipboardData, plain, askForFile);
    },
    onDrop({ dataTransfer, clientX, clientY }, target) {
      if (dataTransfer === null || askForFile(dataTransfer)) return;
      const at = target.posAtCoords({ left: clientX, top: clientY });
      const { tr, doc } = target.state;
      if (at !== null) target.dispatch(tr.setSelection(TextSelection.near(doc.resolve(at.pos))));
      pasteInto(target, dataTransfer, false, askForFile);
    },
  });
  return (
    <>
      <Field label={t("Text")} error={problemUnder(state.problems, path)}>
        <div className={BOX}>
          <TextToolbar
            disabled={read_only}
            tools={textTools(view, {
              onLink: () => setAskedLink(selectedLink(view.state)?.href ?? ""),
              onImage: () => setAskedImage({ image: selectedImage(view.state) }),
            })}
          />
          <BaseField.Control render={<div ref={view.mount} />} className={CARD_TEXT} />
        </div>
      </Field>
      <ImageDialog
        request={asked_image}
        onClose={() => setAskedImage(undefined)}
        onDone={(image) => {
          setAskedImage(undefined);
          view.dispatch((shown) => putImage(shown, image));
        }}
      />
      <LinkDialog
        href={asked_link}
        onClose={() => setAskedLink(undefined)}
        onDone={(href) => {
          setAskedLink(undefined);
          view.dispatch((shown) => setLink(shown, href));
        }}
      />
    </>
  );
}

function draftKeys(store: EditorStore, askForLink: (href: string) => void): Readonly<Record<string, Command>> {
  const act =
    (run: () => void): Command =>
    () => {
      run();
      return true;
    };
  const redo = act(() => redoChange(store));
  return {
    "Mod-z": chainCommands(
      undoInputRule,
      act(() => undoChange(store)),
    ),
    "Mod-Shift-z": redo,
    "Mod-y": redo,
    "Mod-k": (state) => {
      askForLink(selectedLink(state)?.href ?? "");
      return true;
    },
  };
}

/** Formatted text of a document editor, Markdown, or an image. `plain`: exactly the characters. */
function pasteInto(
  view: EditorView,
  data: DataTransfer,
  plain: boolean,
  askForFile: (data: DataTransfer) => boolean,
): void {
  const text = data.getData("text/plain");
  const formatted = plain ? undefined : pastedBlocks(data.getData("text/html"));
  // Document editors copy text as a picture, too.
  if (formatted === undefined && text === "" && askForFile(data)) return;
  const blocks = formatted ?? (plain ? plainLines(text) : parseBlocks(text));
  if (blocks.length > 0) view.dispatch(pasteBlocks(view.state, blocks));
}

const plainLines = (text: string): Block[] =>
  text
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ kind: "paragraph", spans: [{ text: line }] }));

interface ToolActions {
  readonly onLink: () => void;
  readonly onImage: () => void;
}

function textTools({ state, dispatch }: TextView, { onLink, onImage }: ToolActions): readonly TextTool[] {
  const use = (command: Command) => (): void =>
    dispatch((shown) => {
      let made: Parameters<NonNullable<Parameters<Command>[1]>>[0] | undefined;
      command(shown, (tr) => {
        made = tr;
      });
      return made;
    });
  const kind = selectedKind(state);
  return [
    ...MARK_TOOLS.map(({ mark, ...tool }) => ({
      ...tool,
      pressed: isMarked(state, markType(mark)),
      onUse: use(toggleSpanMark(mark)),
    })),
    {
      ...{ ...EDITOR_SHORTCUTS.link, icon: <LinkIcon />, onUse: onLink },
      pressed: selectedLink(state) !== undefined,
    },
    ...LINE_TOOLS.map(({ kind: each, ...tool }) => ({
      ...tool,
      pressed: kind === each,
      onUse: use(toggleLines(each)),
    })),
    { label: t("Image"), icon: <Image />, onUse: onImage },
  ];
}
