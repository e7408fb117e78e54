import { measurePalette, THEME_COLOR_LABELS } from "@fanfare/contract/theme/palette-contrast";
import type { Palette, ThemeColor, ThemeScheme } from "@fanfare/contract/theme/theme";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { ColorField } from "../../ui/forms/color-field.tsx";

interface PaletteFieldsProps {
  readonly palette: Palette;
  readonly scheme: ThemeScheme;
  readonly may_edit: boolean;
  readonly onChange: (palette: Palette) => void;
}

const GROUPS: readonly { readonly title: string; readonly colors: readonly ThemeColor[] }[] = [
  { title: t("Brand"), colors: ["accent", "accent_text"] },
  { title: t("Surfaces"), colors: ["surface", "subtle", "border", "backdrop"] },
  { title: t("Text"), colors: ["text", "soft", "muted"] },
  { title: t("Status colors"), colors: ["positive", "caution", "negative"] },
];

/** All colours of one palette. */
export function PaletteFields({ palette, scheme, may_edit, onChange }: PaletteFieldsProps) {
  const wrong = new Set(measurePalette(palette, scheme).flatMap(({ passes, color }) => (passes ? [] : [color])));
  return (
    <div className="flex flex-col gap-6">
      {GROUPS.map(({ title, colors }) => (
        <fieldset key={title} className="flex min-w-0 flex-col gap-3">
          <legend className="mb-3 text-xs font-medium text-ink-3">{title}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {colors.map((color) => (
              <ColorField
                key={color}
                label={tKnown(THEME_COLOR_LABELS[color])}
                value={palette[color]}
                disabled={!may_edit}
                invalid={wrong.has(color)}
                onChange={(next) => onChange({ ...palette, [color]: next })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
