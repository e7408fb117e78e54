import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shows only the icon. The label becomes the accessible name. */
  readonly icon_only?: boolean;
  /** Number of rows for this option. "" while unknown. Wide screens only. */
  readonly count?: string;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SegmentedOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** Segmented radio group. Arrow keys move the selection. Wraps instead of truncating. */
export function Segmented<Value extends string>({ label, value, options, onChange, className }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className={cx(
        "inline-flex max-w-full flex-wrap rounded-md bg-fill p-0.5 inset-ring inset-ring-line-strong",
        className,
      )}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          aria-description={option.count === "" ? undefined : option.count}
          className="flex h-7 min-w-0 flex-auto cursor-default items-center justify-center gap-1.5 rounded-[0.3125rem] px-2.5 max-sm:px-1.5 text-sm font-medium whitespace-nowrap text-ink-2 transition-colors select-none hover:text-ink data-checked:bg-lifted data-checked:text-ink data-checked:shadow-sheet data-disabled:opacity-55 pointer-coarse:h-9 forced-colors:data-checked:outline-2 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {option.icon}
          {option.icon_only !== true && (
            // Centers the label until the count loads.
            <span className={cx("truncate", option.count === "" && "lg:relative lg:start-2.5")}>{option.label}</span>
          )}
          {option.count !== undefined && (
            <span aria-hidden="true" className="min-w-[2ch] text-xs font-normal text-ink-3 tabular-nums max-lg:hidden">
              {option.count}
            </span>
          )}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
