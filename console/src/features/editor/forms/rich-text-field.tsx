import { Toolbar } from "@base-ui/react/toolbar";
import type { Block } from "@fanfare/contract/content/block";
import { Bold, Code, Heading, Image, Italic, Link as LinkIcon, List, ListOrdered, TextQuote } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { type Chord, isPressed } from "../../../lib/shortcuts/chord.ts";
import { keyLabels } from "../../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import { formatBlocks, parseBlocks } from "../../../model/text/block-text.ts";
import { pastedBlocks } from "../../../model/text/pasted-html.ts";
import {
  caretLine,
  continueList,
  makeLink,
  pasteText,
  putImage,
  type TextEdit,
  type TextSelection,
  toggleList,
  toggleMark,
  toggleStyle,
} from "../../../model/text/text-edit.ts";
import { Tooltip } from "../../../ui/elements/tooltip.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Textarea } from "../../../ui/forms/input.tsx";
import { type ImageBlock, ImageDialog, type ImageRequest } from "../images/image-dialog.tsx";
import { useEditor } from "../state/editor-context.ts";

type Tool = (selection: TextSelection) => TextEdit | undefined;

const TOOLS: readonly {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly tool: Tool;
  readonly chord?: Chord;
}[] = [
  { ...EDITOR_SHORTCUTS.bold, icon: <Bold />, tool: (selection) => toggleMark(selection, "**") },
  { ...EDITOR_SHORTCUTS.italic, icon: <Italic />, tool: (selection) => toggleMark(selection, "*") },
  { ...EDITOR_SHORTCUTS.link, icon: <LinkIcon />, tool: makeLink },
  { label: t("Inline code"), icon: <Code />, tool: (selection) => toggleMark(selection, "`") },
  { label: t("Heading"), icon: <Heading />, tool: (selection) => toggleStyle(selection, "##") },
  { label: t("Quote"), icon: <TextQuote />, tool: (selection) => toggleStyle(selection, ">") },
  { label: t("List"), icon: <List />, tool: (selection) => toggleList(selection, false) },
  { label: t("Numbered list"), icon: <ListOrdered />, tool: (selection) => toggleList(selection, true) },
];

interface RichTextFieldProps {
  readonly blocks: readonly Block[];
  readonly path: string;
  readonly onChange: (blocks: Block[]) => void;
}

/**
 * Rich text as marked-up text. Keeps the typed text while a mark is incomplete and reports the parsed blocks. Replaces
 * the text only when the blocks change elsewhere.
 */
export function RichTextField({ blocks, path, onChange }: RichTextFieldProps) {
  const { state } = useEditor();
  const [typed, setTyped] = useState(() => ({ text: formatBlocks(blocks), blocks }));
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typed.blocks === blocks ? typed.text : formatBlocks(blocks);

  const take = (next: string): void => {
    const parsed = parseBlocks(next);
    setTyped({ text: next, blocks: parsed });
    onChange(parsed);
  };
  const images = useTextImages(area, take);
  const use = (tool: Tool): boolean => {
    const element = area.current;
    const selection = selectionOf(element);
    const edit = selection && tool(selection);
    if (element === null || edit === undefined) return false;
    element.focus();
    element.setSelectionRange(edit.from, edit.to);
    // `execCommand` is the only way to keep the browser's undo history.
    if (!document.execCommand("insertText", false, edit.insert)) {
      element.setRangeText(edit.insert, edit.from, edit.to);
      take(element.value);
    }
    element.setSelectionRange(edit.start, edit.end);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      if (use(continueList)) event.preventDefault();
      return;
    }
    const tool = TOOLS.find(({ chord }) => chord !== undefined && isPressed(chord, event));
    if (tool === undefined) return;
    event.preventDefault();
    use(tool.tool);
  };

  const onPaste = (event: ClipboardEvent): void => {
    const html = event.clipboardData.getData("text/html");
    const blocks = pastedBlocks(html);
    // Document editors copy text as a picture, too.
    if (blocks === undefined && event.clipboardData.getData("text/plain") === "")
      images.askForFile(event, event.clipboardData);
    if (blocks === undefined) return;
    event.preventDefault();
    use((selection) => pasteText(selection, formatBlocks(blocks)));
  };
  return (
    <>
      <Field
        label={t("Text")}
        error={problemUnder(state.problems, path)}
        hint={t(
          "**bold**, *italic*, `code`, [text](URL). Start lines with - for a list, # for a heading, or > for a quote.",
        )}
      >
        <div className="flex flex-col rounded-md border border-edge bg-surface shadow-edge has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-focus has-[textarea[data-invalid]]:border-negative">
          <FormatToolbar onUse={use} onImage={images.askForImage} />
          <Textarea
            ref={area}
            rows={5}
            value={text}
            onChange={(event) => take(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onDrop={(event) => images.askForFile(event, event.dataTransfer)}
            className="min-h-28 rounded-t-none rounded-b-md border-0 shadow-none outline-none focus-visible:outline-none"
          />
        </div>
      </Field>
      <ImageDialog request={images.asked} onClose={images.close} onDone={images.add} />
    </>
  );
}

/** Images for a text field: asks for one in a dialog, and puts it at the caret. `take` gets the field's new text. */
function useTextImages(area: RefObject<HTMLTextAreaElement | null>, take: (text: string) => void) {
  const [asked, setAsked] = useState<ImageRequest>();
  return {
    asked,
    close: () => setAsked(undefined),
    askForFile(event: ClipboardEvent | DragEvent, { files }: DataTransfer): void {
      const file = [...files].find(({ type }) => type.startsWith("image/"));
      if (file === undefined) return;
      event.preventDefault();
      setAsked({ file });
    },
    /** With the image on the caret's line, if there is one. */
    askForImage(): void {
      const selection = selectionOf(area.current);
      const [image] = selection === undefined ? [] : parseBlocks(caretLine(selection));
      setAsked(image?.kind === "image" ? { image } : {});
    },
    add(image: ImageBlock): void {
      const element = area.current;
      const selection = selectionOf(element);
      if (element === null || selection === undefined) return;
      const { from, to, insert, start, end } = putImage(selection, formatBlocks([image]), asked?.image !== undefined);
      element.setRangeText(insert, from, to);
      element.setSelectionRange(start, end);
      take(element.value);
      setAsked(undefined);
    },
  };
}

function selectionOf(area: HTMLTextAreaElement | null): TextSelection | undefined {
  return area === null ? undefined : { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

interface FormatToolbarProps {
  readonly onUse: (tool: Tool) => void;
  readonly onImage: () => void;
}

const TOOL =
  "grid size-7 cursor-default place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink data-disabled:opacity-50 pointer-coarse:size-10 [&_svg]:size-4";

function FormatToolbar({ onUse, onImage }: FormatToolbarProps) {
  return (
    <Toolbar.Root aria-label={t("Formatting")} className="flex gap-0.5 border-b border-line p-1">
      {TOOLS.map(({ label, icon, tool, chord }) => (
        <Tooltip
          key={label}
          label={chord === undefined ? label : t("{label} ({keys})", { label, keys: keyLabels(chord).join("+") })}
        >
          <Toolbar.Button aria-label={label} onClick={() => onUse(tool)} className={TOOL}>
            {icon}
          </Toolbar.Button>
        </Tooltip>
      ))}
      <Tooltip label={t("Image")}>
        <Toolbar.Button aria-label={t("Image")} onClick={onImage} className={TOOL}>
          <Image />
        </Toolbar.Button>
      </Tooltip>
    </Toolbar.Root>
  );
}
