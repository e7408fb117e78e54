import { Field as BaseField } from "@base-ui/react/field";
import type { Block } from "@fanfare/contract/content/block";
import { parseBlocks } from "@fanfare/contract/text/block-text";
import { pastedBlocks } from "@fanfare/contract/text/pasted-html";
import { Heading, Image, Link as LinkIcon, List, ListOrdered, MonitorPlay, TextQuote } from "lucide-react";
import type { Command } from "prosemirror-state";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import {
  pasteBlocks,
  putLoaded,
  selectedKind,
  selectedLink,
  selectedLoaded,
  setLink,
  showBlocks,
  toggleLines,
} from "../../../model/text/text-commands.ts";
import { type LineKind, textBlocks, textDocument } from "../../../model/text/text-document.ts";
import { textPlugins } from "../../../model/text/text-plugins.ts";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { ImageDialog, type ImageRequest } from "../images/image-dialog.tsx";
import { MediaDialog, type MediaRequest } from "../media/media-dialog.tsx";
import { useEditor } from "../state/editor-context.ts";
import { undoKeys } from "../state/undo.ts";
import { useEmojiPicker } from "./emoji-picker.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MARK_TOOLS, markTool, type TextTool, TextToolbar } from "./text-toolbar.tsx";
import { CARD_TEXT, createTextState, runCommand, TEXT_BOX, type TextView, useTextView } from "./use-text-view.ts";
import { useVariableMenu } from "./variable-menu.tsx";

const LINE_TOOLS = [
  { kind: "heading", icon: <Heading />, label: t("Heading") },
  { kind: "quote", icon: <TextQuote />, label: t("Quote") },
  { kind: "bullets", icon: <List />, label: t("List") },
  { kind: "numbers", icon: <ListOrdered />, label: t("Numbered list") },
] as const satisfies readonly (Omit<TextTool, "onUse"> & { readonly kind: LineKind })[];

interface RichTextFieldProps {
  readonly blocks: readonly Block[];
  readonly path: string;
  readonly onChange: (blocks: Block[]) => void;
}

/** Text as people see it. Undo is that of the whole draft. */
export function RichTextField({ blocks, path, onChange }: RichTextFieldProps) {
  const { state, store, read_only } = useEditor();
  const [asked_image, setAskedImage] = useState<ImageRequest>();
  const [asked_media, setAskedMedia] = useState<MediaRequest>();
  const [asked_link, setAskedLink] = useState<string>();
  const askForLink: Command = (shown) => {
    setAskedLink(selectedLink(shown)?.href ?? "");
    return true;
  };
  const askForFile = ({ files }: DataTransfer): boolean => {
    const file = [...files].find(({ type }) => type.startsWith("image/"));
    if (file !== undefined) setAskedImage({ file });
    return file !== undefined;
  };
  const view = useTextView({
    read_only,
    create: () => createTextState(textDocument(blocks), textPlugins({ ...undoKeys(store), "Mod-k": askForLink })),
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
  const variables = useVariableMenu(view, read_only);
  const emoji = useEmojiPicker(view);
  return (
    <>
      <Field label={t("Text")} error={problemUnder(state.problems, path)}>
        <div className={TEXT_BOX}>
          <TextToolbar
            disabled={read_only}
            tools={[
              ...textTools(view, {
                onLink: () => setAskedLink(selectedLink(view.state)?.href ?? ""),
                onImage() {
                  const block = selectedLoaded(view.state);
                  setAskedImage({ image: block?.kind === "image" ? block : undefined });
                },
                onMedia() {
                  const block = selectedLoaded(view.state);
                  setAskedMedia({ block: block?.kind === "image" ? undefined : block });
                },
              }),
              ...[variables.tool, emoji.tool],
            ]}
          />
          <BaseField.Control
            render={<div ref={view.mount} {...variables.aria} />}
            className={cx(CARD_TEXT, "min-h-28")}
          />
        </div>
      </Field>
      {variables.list}
      {emoji.picker}
      <ImageDialog
        request={asked_image}
        onClose={() => setAskedImage(undefined)}
        onDone={(image) => {
          setAskedImage(undefined);
          view.dispatch((shown) => putLoaded(shown, image));
        }}
      />
      <MediaDialog
        request={asked_media}
        onClose={() => setAskedMedia(undefined)}
        onDone={(block) => {
          setAskedMedia(undefined);
          view.dispatch((shown) => putLoaded(shown, block));
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
  readonly onMedia: () => void;
}

function textTools({ state, dispatch }: TextView, { onLink, onImage, onMedia }: ToolActions): readonly TextTool[] {
  const use = (command: Command) => (): void => runCommand(dispatch, command);
  const kind = selectedKind(state);
  return [
    ...MARK_TOOLS.map((tool) => markTool(tool, state, use)),
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
    { label: t("Video or page"), icon: <MonitorPlay />, onUse: onMedia },
  ];
}
