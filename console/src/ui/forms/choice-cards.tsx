import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
  readonly icon?: ReactNode;
}

interface ChoiceCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  /** Three columns if there is room, for many short options. */
  readonly dense?: boolean;
  /** Without hints but the chosen one's below, for many options: up to five are tiles, and more are lines. */
  readonly compact?: boolean;
}

const TILES_MAX = 5;

const FILLS_ROW = { tiles: "@max-[36rem]:col-span-2", lines: "", cards: "@min-[25rem]:col-span-2" } as const;

/** Radio group for a few options that need a description. The columns depend on the container's width. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  options,
  onChange,
  dense = false,
  compact = false,
}: ChoiceCardsProps<Value>) {
  const id = useId();
  const lines = compact && options.length > TILES_MAX;
  const tiles = compact && !lines;
  const chosen = options.find((option) => option.value === value);
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next: Value) => onChange(next)} className="@container">
      <div
        className={cx(
          "grid gap-2",
          tiles && "auto-rows-fr grid-cols-2 @min-[36rem]:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]",
          lines && "auto-rows-fr grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))]",
          !compact && "@min-[25rem]:grid-cols-2",
          dense && "@min-[36rem]:grid-cols-3",
        )}
      >
        {options.map((option, index) => (
          <Radio.Root
            key={option.value}
            value={option.value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-hint`}
            className={cx(
              "group grid cursor-default content-start items-start gap-x-2.5 rounded-md border border-line-strong bg-surface px-3 text-start shadow-edge transition-colors select-none hover:border-edge data-checked:border-accent data-checked:bg-accent-soft data-disabled:opacity-55 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:text-ink-3 data-checked:[&_svg]:text-accent-text",
              option.icon === undefined || tiles
                ? "grid-cols-[minmax(0,1fr)_auto]"
                : "grid-cols-[auto_minmax(0,1fr)_auto] *:data-hint:col-start-2",
              tiles && "gap-y-1.5 py-2.5",
              lines && "py-2",
              !compact && "gap-y-0.5 py-3",
              // The last of an odd number of options leaves no hole in two columns.
              index % 2 === 0 && index === options.length - 1 && FILLS_ROW[tiles ? "tiles" : lines ? "lines" : "cards"],
              dense && "@min-[36rem]:col-span-1",
            )}
          >
            {option.icon}
            <span
              id={`${id}-${option.value}`}
              className={cx(
                "font-medium text-ink wrap-anywhere",
                tiles ? "text-xs" : "text-sm",
                tiles && option.icon !== undefined && "col-span-2 row-start-2",
              )}
            >
              {option.label}
            </span>
            <span className="col-start-[-2] row-start-1 mt-0.5 grid size-4 place-items-center rounded-full border border-edge bg-surface group-data-checked:border-accent group-data-checked:bg-accent">
              <span className="size-1.5 rounded-full group-data-checked:bg-on-solid" />
            </span>
            <span
              data-hint
              id={`${id}-${option.value}-hint`}
              className={compact ? "sr-only" : "col-span-2 text-xs text-ink-2 text-pretty wrap-anywhere"}
            >
              {option.hint}
            </span>
          </Radio.Root>
        ))}
      </div>
      {compact && chosen !== undefined && (
        <p aria-hidden="true" className="mt-2 text-xs text-ink-3 text-pretty">
          {chosen.hint}
        </p>
      )}
    </RadioGroup>
  );
}
