import { Field } from "@base-ui/react/field";
import type { Block, Span } from "@fanfare/contract/content/block";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { parseInline } from "@fanfare/contract/text/inline-text";
import { fromMarkedText, toMarkedText } from "@fanfare/contract/translation/marked-text";
import { Link as LinkIcon } from "lucide-react";
import { toggleMark } from "prosemirror-commands";
import type { Command, EditorState } from "prosemirror-state";
import { t } from "../../../lib/i18n/t.ts";
import { pasteBlocks, selectedLink, showBlocks } from "../../../model/text/text-commands.ts";
import { markType, SPAN_MARKS, textBlocks, textDocument } from "../../../model/text/text-document.ts";
import { linePlugins } from "../../../model/text/text-plugins.ts";
import { cx } from "../../../ui/cx.ts";
import { useEditor } from "../state/editor-context.ts";
import { undoKeys } from "../state/undo.ts";
import { MARK_TOOLS, markTool, type TextTool, TextToolbar } from "../text/text-toolbar.tsx";
import { CARD_TEXT, createTextState, runCommand, TEXT_BOX, useTextView } from "../text/use-text-view.ts";
import { useVariableMenu } from "../text/variable-menu.tsx";

interface MarkedTextFieldProps {
  /** Text to translate. Its marks and addresses are those that the translation can have. */
  readonly source: readonly Span[];
  readonly tag: string;
  /** Marked text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Translation of a text with marks, as people see it. */
export function MarkedTextField({ source, tag, value, onChange }: MarkedTextFieldProps) {
  const { store, read_only } = useEditor();
  const marks = SPAN_MARKS.filter((mark) => source.some((span) => span[mark] === true));
  const view = useTextView({
    read_only,
    create: () => createTextState(textDocument(lineBlocks(value, source)), linePlugins(marks, undoKeys(store))),
    show: (shown) => showBlocks(shown, lineBlocks(value, source)),
    onEdit(next, tr) {
      if (tr.getMeta("paste") === true) store.startUndoStep();
      onChange(toMarkedText(lineSpans(next), source));
    },
    onPaste({ clipboardData }, target, plain) {
      const text = clipboardData?.getData("text/plain").replaceAll(/\s+/g, " ").trim() ?? "";
      const spans = plain ? [{ text }] : parseInline(text).map((span) => withMarksOf(span, source));
      if (text !== "") target.dispatch(pasteBlocks(target.state, [{ kind: "paragraph", spans }]));
    },
    onDrop: () => undefined,
  });
  const variables = useVariableMenu(view, read_only);
  const use = (command: Command) => (): void => runCommand(view.dispatch, command);
  const is_empty = view.state.doc.textContent === "";
  return (
    <div className={TEXT_BOX}>
      <TextToolbar
        disabled={read_only}
        tools={[
          ...MARK_TOOLS.filter(({ mark }) => marks.includes(mark)).map((tool) => markTool(tool, view.state, use)),
          ...linkTools(source, view.state, use),
          variables.tool,
        ]}
      />
      <Field.Control
        render={
          <div
            ref={view.mount}
            {...variables.aria}
            lang={tag}
            dir={textDirection(tag)}
            data-placeholder={is_empty ? t("Not translated yet") : undefined}
          />
        }
        className={cx(
          CARD_TEXT,
          "data-placeholder:before:float-start data-placeholder:before:h-0 data-placeholder:before:text-ink-3 data-placeholder:before:content-[attr(data-placeholder)]",
        )}
      />
      {variables.list}
    </div>
  );
}

function lineBlocks(value: string, source: readonly Span[]): readonly Block[] {
  return value === "" ? [] : [{ kind: "paragraph", spans: fromMarkedText(value, source) }];
}

function lineSpans({ doc }: EditorState): readonly Span[] {
  const [block] = textBlocks(doc);
  return block?.kind === "paragraph" ? block.spans : [];
}

function withMarksOf({ text, ...marks }: Span, source: readonly Span[]): Span {
  const kept = SPAN_MARKS.filter((mark) => marks[mark] === true && source.some((span) => span[mark] === true));
  return { text, ...Object.fromEntries(kept.map((mark) => [mark, true])) };
}

/** One for each address of the source. */
function linkTools(
  source: readonly Span[],
  state: EditorState,
  use: (command: Command) => () => void,
): readonly TextTool[] {
  const links = new Set(source.flatMap(({ href }) => href ?? []));
  return Array.from(links, (href) => ({
    label: t("Link to {url}", { url: href }),
    icon: <LinkIcon />,
    pressed: selectedLink(state)?.href === href,
    onUse: use(toggleMark(markType("link"), { href })),
  }));
}

/** A text with its marks. */
export function MarkedText({ spans }: { readonly spans: readonly Span[] }) {
  return spans.map(({ text, bold, italic, code, href }, index) => {
    const classes = cx(
      bold && "font-semibold text-ink",
      italic && "italic",
      code && "font-mono",
      href !== undefined && "underline",
    );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity
      <span key={index} className={classes} title={href}>
        {text}
      </span>
    );
  });
}
