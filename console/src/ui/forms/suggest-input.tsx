import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { type ReactNode, useState } from "react";
import { cx } from "../cx.ts";
import { LONG_ITEM, POPUP } from "../popup.ts";
import { inputClass } from "./input.tsx";

interface SuggestInputProps {
  /** Accessible name of the suggestions. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly string[];
  readonly placeholder?: string;
  /** Detail of a suggestion, such as its type or count. */
  readonly hint?: (suggestion: string) => ReactNode;
  readonly className?: string;
}

/** Text input with suggestions that accepts any value. Use inside a `Field`. */
export function SuggestInput(props: SuggestInputProps) {
  const { label, value, onChange, suggestions, placeholder, hint, className } = props;
  const [is_open, setOpen] = useState(false);
  const { contains } = Base.useFilter();
  const shown = is_open && suggestions.some((suggestion) => contains(suggestion, value));
  return (
    <Base.Root
      items={suggestions}
      value={value}
      onValueChange={(next) => onChange(next)}
      // An open list hides the rest of the page from assistive technology, also if it's empty and not visible.
      open={shown}
      onOpenChange={setOpen}
      openOnInputClick
    >
      <Base.Input
        placeholder={placeholder}
        onKeyDown={(event) => {
          // Without a list to close, Escape would clear the field.
          if (event.key === "Escape" && !shown) event.preventBaseUIHandler();
        }}
        onBlur={() => {
          // A list that had no match doesn't open when the focus is elsewhere.
          if (!shown) setOpen(false);
        }}
        spellCheck={false}
        autoCapitalize="none"
        className={inputClass(cx("w-full", className))}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-40">
          <Base.Popup aria-label={label} className={cx(POPUP, "w-72 data-empty:hidden")}>
            <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto">
              {(suggestion: string) => (
                <Base.Item key={suggestion} value={suggestion} className={LONG_ITEM}>
                  <span className="min-w-0 flex-1 truncate">{suggestion}</span>
                  {hint !== undefined && <span className="text-xs text-ink-3 tabular-nums">{hint(suggestion)}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
