import { limits } from "@fanfare/contract/limits";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";

/** Selected rows of a list. Rows that leave the list are deselected. */
export interface Selection<Item> extends SelectionBoxes {
  readonly selected: readonly Item[];
  clear(): void;
}

/** The part of a selection that checkboxes need, independent of the row type. */
interface SelectionBoxes {
  has(id: string): boolean;
  toggle(id: string): void;
  /** Selects the first loaded rows, up to `selected_max`, or clears the selection if they are selected. */
  toggleAll(): void;
  readonly state: "none" | "some" | "all";
  /** Whether no row has loaded yet, or the list has none. */
  readonly empty: boolean;
  /** Whether the maximum number of rows is selected. */
  readonly full: boolean;
}

/** Undefined if no bulk action exists. The list then has no checkboxes. */
export const SelectionContext = createContext<SelectionBoxes | undefined>(undefined);

const NONE: ReadonlySet<string> = new Set();

/**
 * Selection in a list, kept while more rows load. A new `question` (the list's filters) clears it, because selected
 * rows may be out of view.
 */
export function useSelection<Item extends { readonly id: string }>(
  items: readonly Item[],
  question: string,
): Selection<Item> {
  const [stored, setStored] = useState({ question, ids: NONE });
  if (stored.question !== question) setStored({ question, ids: NONE });
  const chosen = items.filter(({ id }) => stored.ids.has(id));
  const selectable = Math.min(items.length, limits.selected_max);
  const set = (ids: ReadonlySet<string>): void => setStored({ question, ids });
  const full = chosen.length >= limits.selected_max;
  const all = selectable > 0 && chosen.length >= selectable;
  return {
    selected: chosen,
    full,
    empty: items.length === 0,
    state: all ? "all" : chosen.length > 0 ? "some" : "none",
    has: (id) => stored.ids.has(id),
    toggle(id) {
      const next = new Set(chosen.map((each) => each.id));
      if (!next.delete(id) && !full) next.add(id);
      set(next);
    },
    toggleAll: () => set(all ? NONE : new Set(items.slice(0, limits.selected_max).map(({ id }) => id))),
    clear: () => set(NONE),
  };
}

export const SELECT_COLUMN_CLASS = "w-[calc(var(--gutter)+1.75rem)] pe-0";

const BOX = "relative z-1 block size-4 accent-accent disabled:opacity-40 pointer-coarse:size-5";

interface SelectBoxProps {
  readonly id: string;
  readonly name: string;
}

/** Selects one row. Stacked above the link that covers the row. */
export function SelectBox({ id, name }: SelectBoxProps) {
  const selection = useContext(SelectionContext);
  if (selection === undefined) return null;
  const checked = selection.has(id);
  return (
    <input
      type="checkbox"
      // The row is tinted while it's checked.
      data-row-box=""
      aria-label={t("Select {name}", { name })}
      checked={checked}
      disabled={selection.full && !checked}
      onChange={() => selection.toggle(id)}
      className={BOX}
    />
  );
}

/** Selects all loaded rows up to the maximum, or none. */
export function SelectAllBox() {
  const selection = useContext(SelectionContext);
  const box = useRef<HTMLInputElement>(null);
  const some = selection?.state === "some";
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = some;
  }, [some]);
  if (selection === undefined) return null;
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t("Select all in list")}
      checked={selection.state === "all"}
      disabled={selection.empty}
      onChange={selection.toggleAll}
      className={BOX}
    />
  );
}
