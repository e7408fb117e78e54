import type { PutThemeRequest } from "@fanfare/contract/schema/content/theme";
import { formatRatio } from "@fanfare/contract/theme/contrast";
import { type MeasuredPair, measurePalette, THEME_COLOR_LABELS } from "@fanfare/contract/theme/palette-contrast";
import type { Palette, Theme, ThemeColor, ThemeScheme } from "@fanfare/contract/theme/theme";
import { X } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { ColorField } from "../../ui/forms/color-field.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { UseColor } from "./contrast-table.tsx";
import { ShapeFields } from "./shape-fields.tsx";
import { worstFirst } from "./worst-first.ts";

interface ThemeFieldsProps {
  readonly form: UseFormReturn<PutThemeRequest>;
  /** Whose colors are shown. */
  readonly scheme: ThemeScheme;
  readonly may_edit: boolean;
  readonly onChange: (change: Partial<Theme>) => void;
}

/** The name of a theme, the colors of one mode, and its shape. */
export function ThemeFields({ form, scheme, may_edit, onChange }: ThemeFieldsProps) {
  const theme = form.watch("theme");
  const { errors } = form.formState;
  return (
    <>
      <Field label={t("Name")} disabled={!may_edit} error={errors.name?.message}>
        <Input {...form.register("name")} />
      </Field>
      <section aria-label={t("Colors")} className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">
          {scheme === "dark" ? t("Dark mode colors") : t("Light mode colors")}
        </h2>
        <PaletteFields
          key={scheme}
          palette={theme[scheme]}
          scheme={scheme}
          may_edit={may_edit}
          onChange={(palette) => onChange({ [scheme]: palette })}
        />
      </section>
      <section aria-label={t("Shape")} className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">{t("Shape and fonts")}</h2>
        <ShapeFields theme={theme} may_edit={may_edit} onChange={onChange} errors={errors.theme} />
      </section>
    </>
  );
}

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

function PaletteFields({ palette, scheme, may_edit, onChange }: PaletteFieldsProps) {
  const worst = new Map<ThemeColor, MeasuredPair>();
  for (const pair of worstFirst(measurePalette(palette, scheme))) {
    if (!worst.has(pair.color)) worst.set(pair.color, pair);
  }
  return (
    <div className="flex flex-col gap-6">
      {GROUPS.map(({ title, colors }) => (
        <fieldset key={title} className="flex min-w-0 flex-col gap-3">
          <legend className="mb-3 text-xs font-medium text-ink-3">{title}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {colors.map((color) => (
              <CheckedColor
                key={color}
                color={color}
                worst={worst.get(color)}
                palette={palette}
                may_edit={may_edit}
                onChange={onChange}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface CheckedColorProps extends Omit<PaletteFieldsProps, "scheme"> {
  readonly color: ThemeColor;
  /** The color's worst contrast. Undefined for colors that only others are drawn on. */
  readonly worst: MeasuredPair | undefined;
}

/** A color with its worst contrast below it, and the closest color that passes if it fails. */
function CheckedColor({ color, worst, palette, may_edit, onChange }: CheckedColorProps) {
  const fails = worst !== undefined && !worst.passes;
  const proposal = worst?.proposal;
  const use = (next: string): void => onChange({ ...palette, [color]: next });
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <ColorField
        label={tKnown(THEME_COLOR_LABELS[color])}
        value={palette[color]}
        disabled={!may_edit}
        invalid={fails}
        hint={worst && <ContrastText pair={worst} />}
        onChange={use}
        className="w-full"
      />
      {proposal !== undefined && may_edit && <UseColor color={proposal} onClick={() => use(proposal)} />}
    </div>
  );
}

function ContrastText({ pair: { ground, ratio, least, passes } }: { readonly pair: MeasuredPair }) {
  const values = { ratio: formatRatio(ratio), ground: tKnown(THEME_COLOR_LABELS[ground]).toLowerCase() };
  if (passes) return t("{ratio} on {ground}", values);
  return (
    <span className="inline-flex items-start gap-1 font-medium text-negative-text">
      <X aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      {t("{ratio} on {ground}, min. {least}", { ...values, least: formatRatio(least) })}
    </span>
  );
}
