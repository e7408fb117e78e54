import { Popover } from "@base-ui/react/popover";
import { emptyVariable, offeredVariables, variableQuery } from "@fanfare/contract/translation/variable-query";
import { useQuery } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { type EditorState, TextSelection, type Transaction } from "prosemirror-state";
import { type HTMLAttributes, type ReactNode, useEffect, useId, useState } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { peopleQueries, personAttributes } from "../../../lib/queries/people.ts";
import { cx } from "../../../ui/cx.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { ITEM, POPUP } from "../../../ui/popup.ts";
import type { TextTool } from "./text-toolbar.tsx";
import type { TextView } from "./use-text-view.ts";

interface VariableMenu {
  /** Connects the text with the list for screen readers. */
  readonly aria: HTMLAttributes<HTMLElement>;
  readonly list: ReactNode;
  /** Begins a variable in the text. */
  readonly tool: TextTool;
}

/** Offers the attributes of people once the author types `{`. The text keeps the focus. */
export function useVariableMenu(view: TextView, read_only: boolean): VariableMenu {
  const { api } = useAppContext();
  const app = useApp();
  const id = useId();
  const { data } = useQuery(peopleQueries.attributes(api, app.id));
  const typed = read_only || !view.focused ? undefined : typedVariable(view.state);
  /** The list was closed for the brace at this position. */
  const [closed_at, setClosedAt] = useState<number>();
  const [active, setActive] = useState(0);
  const names =
    typed === undefined || typed.from === closed_at ? [] : offeredVariables(personAttributes(data), typed.name);
  const open = names.length > 0;
  const index = Math.min(active, names.length - 1);
  const [from, name] = [typed?.from, typed?.name];
  useEffect(() => {
    if (from === undefined) setClosedAt(undefined);
  }, [from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one again, once something else is typed
  useEffect(() => setActive(0), [from, name]);
  useEffect(() => {
    if (open) announce(tCount(names.length, "{n} variable", "{n} variables"));
  }, [open, names.length]);

  const choose = (attribute: string): void => {
    view.dispatch((state) => putVariable(state, attribute));
    announce(t("Enter the text for people without {name}.", { name: attribute }));
  };
  view.keys.current = (event) => {
    const chosen = names[index];
    if (chosen === undefined || event.isComposing) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setActive((index + step + names.length) % names.length);
    else if (event.key === "Escape") setClosedAt(typed?.from);
    else if (event.key === "Enter" || event.key === "Tab") choose(chosen);
    else return false;
    event.stopPropagation();
    return true;
  };
  return {
    aria: {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      ...(open ? { "aria-controls": id, "aria-activedescendant": `${id}-${index}` } : {}),
    },
    list: (
      <Popover.Root open={open} onOpenChange={(next) => !next && setClosedAt(typed?.from)}>
        <Popover.Portal>
          <Popover.Positioner
            anchor={{ getBoundingClientRect: () => view.boxAt(typed?.from ?? 0) }}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-40"
          >
            <Popover.Popup
              id={id}
              role="listbox"
              aria-label={t("Variables")}
              initialFocus={false}
              finalFocus={false}
              className={cx(POPUP, "max-h-[min(16rem,var(--available-height))] w-64 overflow-y-auto")}
            >
              {names.map((name, at) => (
                <Option key={name} id={`${id}-${at}`} name={name} active={at === index} onChoose={() => choose(name)} />
              ))}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    ),
    tool: { label: t("Variable"), icon: <Braces />, onUse: () => view.dispatch(({ tr }) => tr.insertText("{")) },
  };
}

interface OptionProps {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Option({ id, name, active, onChoose }: OptionProps) {
  return (
    // The text has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={(option) => {
        if (active) option?.scrollIntoView({ block: "nearest" });
      }}
      id={id}
      role="option"
      aria-selected={active}
      data-highlighted={active ? "" : undefined}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={ITEM}
    >
      <bdi className="min-w-0 truncate font-mono">{name}</bdi>
    </div>
  );
}

/** The variable that ends at the caret, with the position of its brace. */
function typedVariable({ selection }: EditorState) {
  const { $from, empty } = selection;
  if (!(empty && selection instanceof TextSelection)) return undefined;
  const query = variableQuery($from.parent.textBetween(0, $from.parentOffset));
  return query === undefined ? undefined : { ...query, from: $from.pos - query.length };
}

/** Replaces what was typed by a variable, with the caret where its fallback belongs. */
function putVariable(state: EditorState, name: string): Transaction | undefined {
  const typed = typedVariable(state);
  if (typed === undefined) return undefined;
  const text = emptyVariable(name);
  const tr = state.tr.insertText(text, typed.from, state.selection.to);
  return tr.setSelection(TextSelection.create(tr.doc, typed.from + text.length - 2)).scrollIntoView();
}
