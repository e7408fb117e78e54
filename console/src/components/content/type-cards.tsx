import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { CONTENT_TYPES, type ContentType } from "@fanfare/contract/content/body";
import { type RefObject, useId } from "react";
import { t } from "../../lib/i18n/t.ts";
import { TYPE_INFO } from "./content-types.tsx";
import { TypeArt } from "./type-art.tsx";

interface TypeCardsProps {
  readonly value: ContentType;
  readonly onChange: (type: ContentType) => void;
  readonly card: RefObject<HTMLButtonElement | null>;
}

/** Content types as cards. Arrow keys move the selection. */
export function TypeCards({ value, onChange, card }: TypeCardsProps) {
  const id = useId();
  return (
    <RadioGroup
      aria-label={t("Type")}
      value={value}
      onValueChange={(type: ContentType) => onChange(type)}
      className="grid gap-2.5 sm:grid-cols-4"
    >
      {CONTENT_TYPES.map((type) => (
        <Radio.Root
          key={type}
          value={type}
          ref={type === value ? card : undefined}
          aria-labelledby={`${id}-${type}`}
          aria-describedby={`${id}-${type}-hint`}
          className="group flex cursor-default overflow-hidden rounded-lg border border-line-strong bg-surface text-start shadow-edge transition-[background-color,border-color] select-none hover:border-edge data-checked:border-accent data-checked:bg-accent-soft data-checked:outline-1 data-checked:outline-accent max-sm:items-center sm:flex-col"
        >
          <span className="grid place-items-center bg-sunken p-3 group-data-checked:bg-transparent max-sm:w-24 max-sm:shrink-0 max-sm:self-stretch sm:w-full sm:pb-0">
            <TypeArt type={type} className="h-12 sm:h-16" />
          </span>
          <span className="flex flex-col gap-0.5 p-3">
            <span id={`${id}-${type}`} className="text-sm font-semibold">
              {TYPE_INFO[type].label}
            </span>
            <span id={`${id}-${type}-hint`} className="text-xs text-ink-2 text-pretty">
              {TYPE_INFO[type].sentence}
            </span>
          </span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
