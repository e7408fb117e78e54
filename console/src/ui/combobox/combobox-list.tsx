import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, Plus, Search } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { cx } from "../cx.ts";
import { OptionCount } from "../elements/option-count.tsx";
import type { DialogState } from "../overlay/dialog.tsx";
import { LONG_ITEM, POPUP } from "../popup.ts";
import { ChoiceCount } from "./choice-count.tsx";
import { EmptyChoice, type EmptyChoiceProps } from "./choice-empty.tsx";
import { type ComboboxItem, ItemLabel } from "./item-label.tsx";

export interface ComboboxListProps<Item extends ComboboxItem> extends EmptyChoiceProps {
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly value: Item | null;
  readonly onChange: (item: Item) => void;
  readonly placeholder: string;
  /**
   * Adds an option that creates what is missing. It matches every input, unless it's found `by_name` like the others,
   * because the input isn't what it creates.
   */
  readonly create?: { readonly label: string; readonly by_name?: boolean; readonly onCreate: () => void } | undefined;
  /** Set if the server searches. Receives the input, and `items` are the results. */
  readonly onQuery?: (query: string) => void;
}

interface Opened extends DialogState {
  readonly button: RefObject<HTMLElement | null>;
}

/** Not a valid ID of anything. */
const CREATE_ID = " create";

/** Popup of a `Combobox`, loaded when opened. */
export default function ComboboxList<Item extends ComboboxItem>(props: ComboboxListProps<Item> & Opened) {
  const { label, value, onChange, placeholder, searching, none, create, onQuery, open, onOpenChange, button } = props;
  const [query, setQuery] = useState("");
  const { contains } = Base.useFilter();
  const items = create === undefined ? props.items : [...props.items, createItem(create.label, props)];
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The popup isn't positioned yet, so focusing would scroll the page. */
  const focusFirst = (): false => {
    input.current?.focus({ preventScroll: true });
    return false;
  };
  /** Returns focus to the button after the closing animation, unless the person has moved it elsewhere. */
  const focusAfterwards = (): HTMLElement | null | false => {
    const { activeElement, body } = document;
    const left_behind = activeElement === null || activeElement === body || popup.current?.contains(activeElement);
    return left_behind === true && button.current;
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // The button handles its own clicks. Closing here would make it reopen the list.
        const { target } = details.event;
        if (!next && target instanceof Node && button.current?.contains(target) === true) details.cancel();
        else onOpenChange(next);
      }}
      items={items}
      filter={
        onQuery === undefined
          ? (item, text) => (item.id === CREATE_ID && create?.by_name !== true) || contains(item.label, text)
          : null
      }
      onInputValueChange={(next) => {
        setQuery(next);
        onQuery?.(next);
      }}
      value={value}
      isItemEqualToValue={(one, other) => one.id === other.id}
      // Arrow keys stop at the last option: with a single match, looping would clear the highlight that Enter needs.
      loopFocus={false}
      itemToStringLabel={(item) => item.label}
      onValueChange={(item) => {
        if (item?.id === CREATE_ID) create?.onCreate();
        else if (item !== null) onChange(item);
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={button} align="start" sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={focusFirst}
            finalFocus={focusAfterwards}
            className={cx(POPUP, "w-80 min-w-(--anchor-width) p-0!")}
          >
            <SearchBox input={input} label={label} placeholder={placeholder} />
            <ChoiceCount />
            <Base.Empty className="empty:hidden px-3 py-6 text-center text-sm text-ink-3">
              <EmptyChoice query={query} searching={searching} none={none} />
            </Base.Empty>
            <Base.List className="max-h-[min(20rem,calc(var(--available-height)-2.75rem))] scroll-py-1 overflow-y-auto p-1 empty:p-0">
              {(item: Item) => (
                <Base.Item key={item.id} value={item} className={cx(LONG_ITEM, "py-1.5")}>
                  <ItemLabel item={item} />
                  <OptionCount count={item.count} />
                  <span className="size-4 text-accent-text">
                    <Base.ItemIndicator>
                      <Check />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The option that creates an item. It says so if there is nothing else to choose. */
function createItem<Item extends ComboboxItem>(label: string, { items, none }: ComboboxListProps<Item>): Item {
  const item: ComboboxItem = { id: CREATE_ID, label, icon: <Plus className="size-4 text-ink-3" /> };
  const hint = items.length === 0 && none !== undefined ? { hint: none } : {};
  // Safe cast: the list reads only the fields of `ComboboxItem`, and callers never receive this item.
  return { ...item, ...hint } as Item;
}

interface SearchBoxProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
}

function SearchBox({ input, label, placeholder }: SearchBoxProps) {
  return (
    <div className="relative border-b border-line p-1">
      <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3" />
      <Base.Input
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        className="h-8 w-full rounded-sm bg-transparent ps-8 pe-2 text-sm outline-none"
      />
    </div>
  );
}
