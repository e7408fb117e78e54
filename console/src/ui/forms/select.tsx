import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cx } from "../cx.ts";
import { OptionCount } from "../elements/option-count.tsx";
import { endWithinItem } from "../overlay/end-within-item.ts";
import { ITEM, POPUP } from "../popup.ts";
import { inputClass } from "./input.tsx";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** Number of rows for this option. "" while unknown. */
  readonly count?: string;
}

interface SelectProps<Value extends string> {
  /** Null if none is selected. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly label?: string;
  readonly placeholder?: string;
  readonly onOpen?: (() => void) | undefined;
  readonly className?: string;
}

/** For short lists. Use a `Combobox` for long ones. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  label,
  placeholder,
  onOpen,
  className = "w-full",
}: SelectProps<Value>) {
  return (
    <Base.Root
      value={value}
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      onOpenChange={(open) => open && onOpen?.()}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        aria-label={label}
        className={inputClass(cx("flex cursor-default items-center justify-between gap-2 pe-2 text-start", className))}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
        <Base.Icon className="text-ink-3 [&_svg]:size-4">
          <ChevronsUpDown />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40 select-none">
          <Base.Popup className={cx(POPUP, "min-w-(--anchor-width)")}>
            <Base.List
              ref={endWithinItem}
              className="relative max-h-[calc(var(--available-height)-0.5rem)] overflow-y-auto"
            >
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={cx(ITEM, "items-start py-1.5")}>
                  <span className="flex min-w-0 flex-1 flex-col">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint !== undefined && <span className="text-xs text-ink-3">{option.hint}</span>}
                  </span>
                  <OptionCount count={option.count} />
                  <span className="mt-0.5 size-4 text-accent-text">
                    <Base.ItemIndicator>
                      <Check />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
