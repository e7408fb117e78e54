import { type Command, EditorState, type Plugin, type Transaction } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

interface TextViewOptions {
  readonly read_only: boolean;
  readonly create: () => EditorState;
  /** Changes from outside; undefined if what is shown is the same. */
  readonly show: (state: EditorState) => Transaction | undefined;
  /** A change by the author. */
  readonly onEdit: (state: EditorState, tr: Transaction) => void;
  readonly onPaste: (event: ClipboardEvent, view: EditorView, plain: boolean) => void;
  readonly onDrop: (event: DragEvent, view: EditorView) => void;
}

/** What the toolbar and the menus of a text need of its view. */
export interface TextView {
  readonly mount: RefObject<HTMLDivElement | null>;
  readonly state: EditorState;
  readonly dispatch: (make: (state: EditorState) => Transaction | undefined) => void;
  /** Whether the text has the focus. */
  readonly focused: boolean;
  /** Where a position of the text is on the screen. */
  readonly boxAt: (position: number) => DOMRect;
  /** Handles keys before the text does. True if it did. */
  readonly keys: RefObject<((event: KeyboardEvent) => boolean) | undefined>;
}

/** An editable text in an element that React renders. The console's policy allows no HTML, so it's never parsed. */
export function useTextView(options: TextViewOptions): TextView {
  const mount = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const [state, setState] = useState(options.create);
  const first = useRef(state);
  const [focused, setFocused] = useState(false);
  const keys = useRef<(event: KeyboardEvent) => boolean>(undefined);

  useLayoutEffect(() => {
    if (mount.current === null) return undefined;
    let shift = false;
    const made = new EditorView(
      { mount: mount.current },
      {
        state: first.current,
        editable: () => !latest.current.read_only,
        attributes: () => ({
          role: "textbox",
          "aria-multiline": "true",
          "aria-readonly": String(latest.current.read_only),
        }),
        dispatchTransaction(tr) {
          const next = made.state.apply(tr);
          made.updateState(next);
          first.current = next;
          setState(next);
          if (tr.docChanged && tr.getMeta(OUTSIDE) !== true) latest.current.onEdit(next, tr);
        },
        handleKeyDown: (_, event) => keys.current?.(event) ?? false,
        handleDOMEvents: {
          keydown: (_, event) => {
            shift = event.shiftKey;
            return false;
          },
          focus: () => setFocused(true),
          blur: () => setFocused(false),
          paste: (each, event) => {
            event.preventDefault();
            if (each.editable) latest.current.onPaste(event, each, shift);
            return true;
          },
          drop: (each, event) => {
            if (each.dragging !== null) return false;
            event.preventDefault();
            if (each.editable) latest.current.onDrop(event, each);
            return true;
          },
        },
      },
    );
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    const tr = current && latest.current.show(current.state);
    if (tr) current?.dispatch(tr.setMeta(OUTSIDE, true));
  });
  const { read_only } = options;
  useEffect(() => view.current?.setProps({ editable: () => !read_only }), [read_only]);

  return {
    mount,
    state,
    focused,
    keys,
    boxAt(position) {
      const { left, right, top, bottom } = view.current?.coordsAtPos(position) ?? NOWHERE;
      return new DOMRect(left, top, right - left, bottom - top);
    },
    dispatch(make) {
      const { current } = view;
      const tr = current && make(current.state);
      if (tr) current?.dispatch(tr);
      current?.focus();
    },
  };
}

const OUTSIDE = "outside";
const NOWHERE = { left: 0, right: 0, top: 0, bottom: 0 };

export const createTextState = (doc: EditorState["doc"], plugins: readonly Plugin[]): EditorState =>
  EditorState.create({ doc, plugins });

export function runCommand(dispatch: TextView["dispatch"], command: Command): void {
  dispatch((state) => {
    let made: Transaction | undefined;
    command(state, (tr) => {
      made = tr;
    });
    return made;
  });
}

/** Looks like a card: headings, lists, quotes, and marks as people see them. Items are indented in their own direction. */
export const CARD_TEXT =
  "rounded-b-md px-3 py-2 text-base whitespace-break-spaces wrap-break-word outline-none [&>*+*]:mt-2 [&_a]:text-accent-text [&_a]:underline [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-ink-2 [&_code]:rounded-sm [&_code]:bg-fill [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_figure]:flex [&_figure]:flex-col [&_figure]:overflow-hidden [&_figure]:rounded-md [&_figure]:border [&_figure]:border-line [&_figure]:bg-fill [&_figure]:px-3 [&_figure]:py-2 [&_figure]:text-sm [&_figure.ProseMirror-selectednode]:outline-2 [&_figure.ProseMirror-selectednode]:outline-focus [&_figure_span]:truncate [&_figure_span]:text-ink-2 [&_h4]:font-semibold [&_img]:max-h-44 [&_img]:max-w-full [&_img]:rounded-md [&_img.ProseMirror-selectednode]:outline-2 [&_img.ProseMirror-selectednode]:outline-focus [&_li]:ms-6 [&_ol]:list-decimal [&_ul]:list-disc";

export const TEXT_BOX =
  "flex flex-col rounded-md border border-edge bg-surface shadow-edge has-[[role=textbox]:focus-visible]:border-focus has-[[role=textbox]:focus-visible]:outline-2 has-[[role=textbox]:focus-visible]:-outline-offset-1 has-[[role=textbox]:focus-visible]:outline-focus has-data-invalid:border-negative";
