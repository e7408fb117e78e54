import { Combobox as Base } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { announce } from "../elements/announcer.tsx";
import { inputClass } from "../forms/input.tsx";
import { LONG_ITEM, POPUP } from "../popup.ts";
import { ChoiceCount } from "./choice-count.tsx";
import { EmptyChoice, type EmptyChoiceProps } from "./choice-empty.tsx";
import { type ComboboxItem, ItemLabel } from "./item-label.tsx";

interface ChipsComboboxProps<Item extends ComboboxItem> extends EmptyChoiceProps {
  /** Accessible name of the list. */
  readonly label: string;
  /** Options that match the input, filtered by the server or by the caller. */
  readonly items: readonly Item[];
  readonly value: readonly Item[];
  readonly onChange: (value: readonly Item[]) => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly placeholder: string;
}

/** Multiple-selection combobox. Selected items appear as chips in the field. Use inside a `Field`. */
export function ChipsCombobox<Item extends ComboboxItem>(props: ChipsComboboxProps<Item>) {
  const { label, items, value, onChange, query, onQuery, placeholder, searching, none } = props;
  const box = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      multiple
      items={items}
      filter={null}
      value={value}
      inputValue={query}
      onInputValueChange={(next) => onQuery(next)}
      isItemEqualToValue={(one, other) => one.id === other.id}
      // Like `Combobox`: arrow keys stop at the last option.
      loopFocus={false}
      itemToStringLabel={(item) => item.label}
      onValueChange={(next, { reason }) => {
        // Escape closes the list, then clears the input. It must not clear the selection.
        if (reason === "escape-key") return;
        const gone = value.filter(({ id }) => !next.some((each) => each.id === id));
        // The removed chip can't be read, so announce it.
        for (const { label: name } of gone) announce(t("{name} removed", { name }));
        onChange(next);
        onQuery("");
      }}
    >
      <Base.Chips
        ref={box}
        className={inputClass(
          "flex h-auto min-h-9 w-full flex-wrap items-center gap-1 px-1! py-1 focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus has-[input:disabled]:border-line-strong has-[input:disabled]:bg-sunken has-[input:disabled]:text-ink-3 has-[input[data-invalid]]:border-negative",
        )}
      >
        {value.map((item) => (
          <Base.Chip
            key={item.id}
            aria-label={item.label}
            className="flex h-6.5 max-w-full cursor-default items-center gap-0.5 rounded-sm bg-fill ps-2 text-sm text-ink outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent-text"
          >
            <span className="truncate">{item.label}</span>
            <Base.ChipRemove
              aria-label={t("Remove {name}", { name: item.label })}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink"
            >
              <X className="size-3.5" />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          placeholder={value.length === 0 ? placeholder : ""}
          // Enter selects the highlighted option. It doesn't submit the form: what was typed isn't part of it yet.
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.currentTarget.hasAttribute("aria-activedescendant")) return;
            event.preventDefault();
            event.preventBaseUIHandler();
          }}
          className="h-6.5 min-w-24 flex-1 bg-transparent px-2 text-base outline-none"
        />
      </Base.Chips>
      <Base.Portal>
        <Base.Positioner anchor={box} sideOffset={4} align="start" className="z-40">
          <Base.Popup aria-label={label} className={cx(POPUP, "w-(--anchor-width) p-0!")}>
            <ChoiceCount />
            <Base.Empty className="px-3 py-4 text-center text-sm text-ink-3 empty:hidden">
              <EmptyChoice query={query} searching={searching} none={none} />
            </Base.Empty>
            <Base.List className="max-h-[min(18rem,var(--available-height))] scroll-py-1 overflow-y-auto p-1 empty:p-0">
              {(item: Item) => (
                <Base.Item key={item.id} value={item} className={cx(LONG_ITEM, "py-1.5 data-selected:bg-accent-soft")}>
                  <ItemLabel item={item} />
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
