import { type ReactNode, useId } from "react";
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
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx("inline-flex max-w-full flex-wrap rounded-md bg-fill p-0.5", className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 min-w-0 flex-auto items-center justify-center gap-1.5 rounded-[0.3125rem] px-2.5 max-sm:px-1.5 text-sm font-medium whitespace-nowrap text-ink-2 transition-colors select-none hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:shadow-sheet pointer-coarse:h-9 forced-colors:has-checked:outline-2 [&_svg]:size-4 [&_svg]:shrink-0"
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
          {/* Last, so that it covers the rest. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            aria-description={option.count === "" ? undefined : option.count}
            className="absolute inset-0 size-full cursor-default appearance-none rounded-[inherit]"
          />
        </label>
      ))}
    </div>
  );
}
