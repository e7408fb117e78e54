import { cx } from "../cx.ts";

interface ToggleChipsProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Multiple selection as toggle buttons. Values keep the order of the options. */
export function ToggleChips<Value extends string | number>(props: ToggleChipsProps<Value>) {
  const { label, options, chosen, onChange } = props;
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {options.map(({ value, label }) => {
        const on = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={on}
            onClick={() =>
              onChange(
                options.map((each) => each.value).filter((each) => (each === value ? !on : chosen.includes(each))),
              )
            }
            className={cx(
              "h-8 cursor-default rounded-md border px-2.5 text-sm pointer-coarse:h-10",
              on
                ? "border-accent bg-accent-soft font-medium text-accent-text"
                : "border-line-strong bg-surface text-ink-2 hover:bg-fill hover:text-ink",
            )}
          >
            {label}
          </button>
        );
      })}
    </fieldset>
  );
}
