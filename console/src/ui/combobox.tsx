import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, Search } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { ITEM, POPUP } from "./popup.ts";

interface ComboboxItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
}

interface ComboboxProps<Item extends ComboboxItem> {
  /** Names the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly value: Item | null;
  readonly onChange: (item: Item) => void;
  /** The button that opens it: shows what is chosen. */
  readonly trigger: ReactElement;
  readonly placeholder: string;
  readonly empty: string;
}

/** One of many: opens on a button, filters while one types. */
export function Combobox<Item extends ComboboxItem>(props: ComboboxProps<Item>) {
  const { label, items, value, onChange, trigger, placeholder, empty } = props;
  return (
    <Base.Root
      items={items}
      value={value}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={(item) => item.label}
      onValueChange={(item) => {
        if (item !== null) onChange(item);
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup aria-label={label} className={cx(POPUP, "w-72 p-0")}>
            <div className="relative border-b border-line p-1">
              <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
              <Base.Input
                aria-label={label}
                placeholder={placeholder}
                className="h-8 w-full rounded-sm bg-transparent ps-8 pe-2 text-sm outline-none"
              />
            </div>
            <Base.Status className="sr-only">{items.length === 1 ? "1 choice" : `${items.length} choices`}</Base.Status>
            <Base.Empty className="empty:hidden px-3 py-6 text-center text-sm text-ink-3">{empty}</Base.Empty>
            <Base.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto p-1 empty:p-0">
              {(item: Item) => (
                <Base.Item key={item.id} value={item} className={cx(ITEM, "py-1.5")}>
                  {item.icon}
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span className="truncate">{item.label}</span>
                    {item.hint !== undefined && <span className="truncate text-xs text-ink-3">{item.hint}</span>}
                  </span>
                  <Base.ItemIndicator className="text-accent-text">
                    <Check />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
