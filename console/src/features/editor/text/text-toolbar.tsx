import { Toolbar } from "@base-ui/react/toolbar";
import { Bold, Code, Italic } from "lucide-react";
import type { Command, EditorState } from "prosemirror-state";
import type { ReactNode } from "react";
import { t } from "../../../lib/i18n/t.ts";
import type { Chord } from "../../../lib/shortcuts/chord.ts";
import { keyLabels } from "../../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import { isMarked, toggleSpanMark } from "../../../model/text/text-commands.ts";
import { markType, type SpanMark } from "../../../model/text/text-document.ts";
import { Tooltip } from "../../../ui/elements/tooltip.tsx";

export interface TextTool {
  readonly label: string;
  readonly icon: ReactNode;
  readonly chord?: Chord | undefined;
  /** Undefined for tools that can't be on. */
  readonly pressed?: boolean | undefined;
  /** Of a tool that opens a popup. */
  readonly expanded?: boolean | undefined;
  readonly onUse: () => void;
}

interface MarkTool extends Omit<TextTool, "onUse"> {
  readonly mark: SpanMark;
}

export const MARK_TOOLS: readonly MarkTool[] = [
  { mark: "bold", icon: <Bold />, ...EDITOR_SHORTCUTS.bold },
  { mark: "italic", icon: <Italic />, ...EDITOR_SHORTCUTS.italic },
  { mark: "code", icon: <Code />, label: t("Inline code") },
];

export const markTool = (
  { mark, ...tool }: MarkTool,
  state: EditorState,
  use: (command: Command) => () => void,
): TextTool => ({ ...tool, pressed: isMarked(state, markType(mark)), onUse: use(toggleSpanMark(mark)) });

const TOOL =
  "grid size-7 cursor-default place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink data-disabled:opacity-50 aria-pressed:bg-fill aria-pressed:text-ink aria-pressed:shadow-edge pointer-coarse:size-10 [&_svg]:size-4";

export function TextToolbar({ tools, disabled }: { readonly tools: readonly TextTool[]; readonly disabled: boolean }) {
  return (
    <Toolbar.Root
      aria-label={t("Formatting")}
      disabled={disabled}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
    >
      {tools.map(({ label, icon, chord, pressed, expanded, onUse }) => (
        <Tooltip
          key={label}
          label={chord === undefined ? label : t("{label} ({keys})", { label, keys: keyLabels(chord).join("+") })}
        >
          <Toolbar.Button
            aria-label={label}
            aria-pressed={pressed}
            aria-expanded={expanded}
            aria-haspopup={expanded === undefined ? undefined : "dialog"}
            // Keeps the selection visible in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onUse}
            className={TOOL}
          >
            {icon}
          </Toolbar.Button>
        </Tooltip>
      ))}
    </Toolbar.Root>
  );
}
