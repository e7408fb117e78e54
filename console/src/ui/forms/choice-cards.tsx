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
}

/** Radio group for a few options that need a description. The columns depend on the container's width. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  options,
  onChange,
  dense = false,
}: ChoiceCardsProps<Value>) {
  const id = useId();
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next: Value) => onChange(next)} className="@container">
      <div className={cx("grid gap-2 @min-[25rem]:grid-cols-2", dense && "@min-[36rem]:grid-cols-3")}>
        {options.map((option) => (
          <Radio.Root
            key={option.value}
            value={option.value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-hint`}
            className="group flex cursor-default items-start gap-2.5 rounded-md border border-line-strong bg-surface p-3 text-start shadow-edge transition-colors select-none hover:border-edge data-checked:border-accent data-checked:bg-accent-soft data-disabled:opacity-55 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3 data-checked:[&_svg]:text-accent-text"
          >
            {option.icon}
            <span className="flex min-w-0 flex-1 flex-col gap-0.5 wrap-anywhere">
              <span id={`${id}-${option.value}`} className="text-sm font-medium text-ink">
                {option.label}
              </span>
              <span id={`${id}-${option.value}-hint`} className="text-xs text-ink-2 text-pretty">
                {option.hint}
              </span>
            </span>
            <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-edge bg-surface group-data-checked:border-accent group-data-checked:bg-accent">
              <span className="size-1.5 rounded-full group-data-checked:bg-on-solid" />
            </span>
          </Radio.Root>
        ))}
      </div>
    </RadioGroup>
  );
}
