import { ChevronsUpDown } from "lucide-react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { inputClass } from "../forms/input.tsx";
import { Combobox } from "./combobox.tsx";
import type { ComboboxListProps } from "./combobox-list.tsx";
import type { ComboboxItem } from "./item-label.tsx";

interface ComboboxSelectProps<Item extends ComboboxItem>
  extends Pick<
    ComboboxListProps<Item>,
    "label" | "items" | "value" | "onChange" | "onQuery" | "placeholder" | "searching" | "none" | "create"
  > {
  /** Placeholder. */
  readonly choose: string;
  readonly className?: string;
  /** Uses a monospace font, for slugs and other code. */
  readonly is_code?: boolean;
}

/** Searchable select, for long lists. */
export function ComboboxSelect<Item extends ComboboxItem>({
  choose,
  className,
  is_code = false,
  ...list
}: ComboboxSelectProps<Item>) {
  const { label, value } = list;
  return (
    <Combobox
      {...list}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={t("{label}: {chosen}", { label, chosen: value?.label ?? choose })}
          className={inputClass(
            cx("flex w-full cursor-default items-center justify-between gap-2 pe-2 text-start", className),
          )}
        >
          <span className={cx("truncate", value === null ? "text-ink-3" : is_code && "font-mono")}>
            <bdi>{value?.label ?? choose}</bdi>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </button>
      )}
    />
  );
}
