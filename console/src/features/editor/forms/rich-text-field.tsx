import { Toolbar } from "@base-ui/react/toolbar";
import type { Block } from "@fanfare/contract/content/block";
import { Bold, Image, Italic, Link as LinkIcon, List, ListOrdered } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { type Chord, isPressed } from "../../../lib/shortcuts/chord.ts";
import { keyLabels } from "../../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import { formatBlocks, parseBlocks } from "../../../model/text/block-text.ts";
import { pastedBlocks } from "../../../model/text/pasted-html.ts";
import {
  addImage,
  continueList,
  makeLink,
  pasteText,
  type TextEdit,
  type TextSelection,
  toggleList,
  toggleMark,
} from "../../../model/text/text-edit.ts";
import { Tooltip } from "../../../ui/elements/tooltip.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Textarea } from "../../../ui/forms/input.tsx";
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
  { label: t("List"), icon: <List />, tool: (selection) => toggleList(selection, false) },
  { label: t("Numbered list"), icon: <ListOrdered />, tool: (selection) => toggleList(selection, true) },
  { label: t("Image"), icon: <Image />, tool: addImage },
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
  const use = (tool: Tool): boolean => {
    const element = area.current;
    if (element === null) return false;
    const edit = tool({ text: element.value, start: element.selectionStart, end: element.selectionEnd });
    if (edit === undefined) return false;
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
    const blocks = pastedBlocks(event.clipboardData.getData("text/html"));
    if (blocks === undefined) return;
    event.preventDefault();
    use((selection) => pasteText(selection, formatBlocks(blocks)));
  };

  return (
    <Field
      label={t("Text")}
      error={problemUnder(state.problems, path)}
      hint={t("**bold**, *italic*, [text](URL). Start lines with - for a list.")}
    >
      <div className="flex flex-col rounded-md border border-edge bg-surface shadow-edge has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-focus has-[textarea[data-invalid]]:border-negative">
        <FormatToolbar onUse={use} />
        <Textarea
          ref={area}
          rows={5}
          value={text}
          onChange={(event) => take(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="min-h-28 rounded-t-none rounded-b-md border-0 shadow-none outline-none focus-visible:outline-none"
        />
      </div>
    </Field>
  );
}

function FormatToolbar({ onUse }: { readonly onUse: (tool: Tool) => void }) {
  return (
    <Toolbar.Root aria-label={t("Formatting")} className="flex gap-0.5 border-b border-line p-1">
      {TOOLS.map(({ label, icon, tool, chord }) => (
        <Tooltip
          key={label}
          label={chord === undefined ? label : t("{label} ({keys})", { label, keys: keyLabels(chord).join("+") })}
        >
          <Toolbar.Button
            aria-label={label}
            onClick={() => onUse(tool)}
            className="grid size-7 cursor-default place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink data-disabled:opacity-50 pointer-coarse:size-10 [&_svg]:size-4"
          >
            {icon}
          </Toolbar.Button>
        </Tooltip>
      ))}
    </Toolbar.Root>
  );
}
