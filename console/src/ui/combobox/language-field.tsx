import { ChevronsUpDown } from "lucide-react";
import { LOCALE_OPTIONS, localeOption } from "../../lib/i18n/locale-options.ts";
import { t } from "../../lib/i18n/t.ts";
import { inputClass } from "../forms/input.tsx";
import { Combobox } from "./combobox.tsx";

interface LanguageFieldProps {
  readonly label: string;
  /** Language tag. Undefined if none is selected. */
  readonly value: string | undefined;
  readonly placeholder: string;
  readonly without?: readonly string[];
  readonly onChange: (tag: string) => void;
}

/** Selects a language by its name in the console's language or its own. */
export function LanguageField({ label, value, placeholder, without = [], onChange }: LanguageFieldProps) {
  const chosen = value === undefined ? undefined : localeOption(value).label;
  const items = LOCALE_OPTIONS.filter(({ id }) => !without.includes(id)).map(({ id, label: name, hint: own }) => ({
    id,
    // The combobox searches this text.
    label: own === name ? name : `${name} · ${own}`,
    hint: id,
  }));
  return (
    <Combobox
      label={label}
      items={items}
      value={items.find(({ id }) => id === value) ?? null}
      placeholder={t("Search languages")}
      onChange={({ id }) => onChange(id)}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={chosen === undefined ? label : `${label}: ${chosen}`}
          className={inputClass("flex w-full cursor-default items-center justify-between gap-2 pe-2 text-start")}
        >
          <span className={chosen === undefined ? "truncate text-ink-3" : "truncate"}>{chosen ?? placeholder}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </button>
      )}
    />
  );
}
