import { limits } from "@fanfare/contract/limits";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";

/** Which rows of a list are chosen. What is no longer in the list is not chosen either. */
export interface Selection<Item> extends SelectionBoxes {
  readonly selected: readonly Item[];
  clear(): void;
}

/** What the boxes of a list need of a selection, whatever its rows are. */
interface SelectionBoxes {
  has(id: string): boolean;
  toggle(id: string): void;
  /** The first rows that are loaded, `selected_max` at most, or none where these are chosen. */
  toggleAll(): void;
  readonly state: "none" | "some" | "all";
  /** As many are chosen as may be at once. */
  readonly full: boolean;
}

/** Undefined where nothing can be done with a choice: nobody is asked to make one. */
export const SelectionContext = createContext<SelectionBoxes | undefined>(undefined);

const NONE: ReadonlySet<string> = new Set();

/**
 * The choice among the rows of a list, kept while it is read on. `question` is what narrows the list: with another one the
 * choice is over, for nobody sees any longer what it was.
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

/** Of the column of boxes, the first of a table. */
export const SELECT_COLUMN_CLASS = "w-[calc(var(--gutter)+1.75rem)] pe-0";

const BOX = "relative z-1 block size-4 accent-accent disabled:opacity-40 pointer-coarse:size-5";

interface SelectBoxProps {
  readonly id: string;
  /** What the row is called. */
  readonly name: string;
}

/** Chooses one row. It stands above the link that the whole row is. */
export function SelectBox({ id, name }: SelectBoxProps) {
  const selection = useContext(SelectionContext);
  if (selection === undefined) return null;
  const checked = selection.has(id);
  return (
    <input
      type="checkbox"
      aria-label={t("Select {name}", { name })}
      checked={checked}
      disabled={selection.full && !checked}
      onChange={() => selection.toggle(id)}
      className={BOX}
    />
  );
}

/** Chooses all rows that are loaded, as far as so many may be chosen at once, or none. */
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
      aria-label={t("Select all listed")}
      checked={selection.state === "all"}
      onChange={selection.toggleAll}
      className={BOX}
    />
  );
}
