import type { ContentSummary } from "@fanfare/contract/schema/api";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { t } from "../language/t.ts";

/** Which rows of the list are chosen. What is no longer in the list is not chosen either. */
export interface Selection {
  readonly chosen: readonly ContentSummary[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** All rows that are loaded, or none where all are chosen. */
  toggleAll(): void;
  clear(): void;
  readonly all: boolean;
}

/** Undefined where nothing can be done with a choice: nobody is asked to make one. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

export function useSelection(items: readonly ContentSummary[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ id }) => ids.has(id));
  const all = items.length > 0 && chosen.length === items.length;
  return {
    chosen,
    all,
    has: (id) => ids.has(id),
    toggle(id) {
      const next = new Set(chosen.map((each) => each.id));
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(all ? [] : items.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

const BOX = "relative z-1 block size-4 accent-accent pointer-coarse:size-5";

/** Chooses one row. It stands above the link that the whole row is. */
export function SelectBox({ content }: { readonly content: ContentSummary }) {
  const selection = useContext(SelectionContext);
  if (selection === undefined) return null;
  return (
    <input
      type="checkbox"
      aria-label={t("Select {name}", { name: content.name })}
      checked={selection.has(content.id)}
      onChange={() => selection.toggle(content.id)}
      className={BOX}
    />
  );
}

/** Chooses all rows that are loaded, or none. */
export function SelectAllBox() {
  const selection = useContext(SelectionContext);
  const box = useRef<HTMLInputElement>(null);
  const some = selection !== undefined && selection.chosen.length > 0 && !selection.all;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = some;
  }, [some]);
  if (selection === undefined) return null;
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t("Select all that are listed")}
      checked={selection.all}
      onChange={selection.toggleAll}
      className={BOX}
    />
  );
}
