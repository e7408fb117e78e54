import type { ReactNode } from "react";
import { Button } from "../elements/button.tsx";

interface DialogListProps<Item extends { readonly id: string }> {
  readonly title: string;
  readonly items: readonly Item[] | undefined;
  readonly name: (item: Item) => ReactNode;
  readonly detail: (item: Item) => ReactNode;
  /** A button before the item's own. */
  readonly extra?: (item: Item) => ReactNode;
  /** Label of each button. */
  readonly action: string;
  /** What an item's button does, for screen readers. Undefined if the member isn't allowed to. */
  readonly actionOn: (item: Item) => string | undefined;
  readonly act: {
    readonly isPending: boolean;
    readonly variables: string | undefined;
    readonly mutate: (id: string) => void;
  };
}

/** What a dialog has created before, at its end. Empty without items. */
export function DialogList<Item extends { readonly id: string }>(props: DialogListProps<Item>) {
  const { title, items, name, detail, extra, action, actionOn, act } = props;
  if (items === undefined || items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="flex flex-col gap-2">
        {items.map((item) => {
          const label = actionOn(item);
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="truncate">{name(item)}</bdi>
                <span className="text-xs text-ink-3">{detail(item)}</span>
              </span>
              {extra?.(item)}
              {label !== undefined && (
                <Button
                  size="sm"
                  busy={act.isPending && act.variables === item.id}
                  aria-label={label}
                  onClick={() => act.mutate(item.id)}
                >
                  {action}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
