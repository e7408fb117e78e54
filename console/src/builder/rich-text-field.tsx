import { Toolbar } from "@base-ui/react/toolbar";
import type { Block } from "@fanfare/contract/block";
import { Bold, Image, Italic, Link as LinkIcon, List, ListOrdered } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { type Chord, isPressed } from "../chord.ts";
import { keysOf } from "../chord-words.ts";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { formatBlocks, parseBlocks } from "./block-text.ts";
import { useBuilder } from "./context.ts";
import { EDITOR_KEYS } from "./editor-keys.ts";
import { problemUnder } from "./problems.ts";
import {
  addPicture,
  continueList,
  makeLink,
  type Selection,
  type TextEdit,
  toggleList,
  toggleMark,
} from "./text-edit.ts";

type Tool = (selection: Selection) => TextEdit | undefined;

const TOOLS: readonly {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly tool: Tool;
  readonly chord?: Chord;
}[] = [
  { ...EDITOR_KEYS.bold, icon: <Bold />, tool: (selection) => toggleMark(selection, "**") },
  { ...EDITOR_KEYS.italic, icon: <Italic />, tool: (selection) => toggleMark(selection, "*") },
  { ...EDITOR_KEYS.link, icon: <LinkIcon />, tool: makeLink },
  { label: t("List"), icon: <List />, tool: (selection) => toggleList(selection, false) },
  { label: t("Numbered list"), icon: <ListOrdered />, tool: (selection) => toggleList(selection, true) },
  { label: t("Picture"), icon: <Image />, tool: addPicture },
];

interface RichTextFieldProps {
  readonly blocks: readonly Block[];
  readonly path: string;
  readonly onChange: (blocks: Block[]) => void;
}

/**
 * The words of a step, as text with marks. What is typed stays as it is typed, also while it is half of a mark; the
 * blocks it stands for go up. They come back as text only when they were changed elsewhere.
 */
export function RichTextField({ blocks, path, onChange }: RichTextFieldProps) {
  const { state } = useBuilder();
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
    // The only way that keeps the browser's own undo. Where it is gone, the text is replaced all the same.
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

  return (
    <Field
      label={t("Text")}
      error={problemUnder(state.problems, path)}
      hint={t("**bold**, *italic*, [words](address); lines that start with - are a list.")}
    >
      <div className="flex flex-col rounded-md border border-edge bg-surface shadow-edge has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-focus has-[textarea[data-invalid]]:border-negative">
        <Toolbar.Root aria-label={t("Formatting")} className="flex gap-0.5 border-b border-line p-1">
          {TOOLS.map(({ label, icon, tool, chord }) => (
            <Tooltip
              key={label}
              label={chord === undefined ? label : t("{label} ({keys})", { label, keys: keysOf(chord).join("+") })}
            >
              <Toolbar.Button
                aria-label={label}
                onClick={() => use(tool)}
                className="grid size-7 cursor-default place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink data-disabled:opacity-50 pointer-coarse:size-10 [&_svg]:size-4"
              >
                {icon}
              </Toolbar.Button>
            </Tooltip>
          ))}
        </Toolbar.Root>
        <Textarea
          ref={area}
          rows={5}
          value={text}
          onChange={(event) => take(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-28 rounded-t-none rounded-b-md border-0 shadow-none outline-none focus-visible:outline-none"
        />
      </div>
    </Field>
  );
}
