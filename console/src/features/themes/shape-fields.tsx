import { limits } from "@fanfare/contract/limits";
import type { Theme, ThemeDensity, ThemeMode, ThemeShadow } from "@fanfare/contract/theme/theme";
import { asIs, t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select, type SelectOption } from "../../ui/forms/select.tsx";
import { splitNames } from "./theme-draft.ts";

interface ShapeFieldsProps {
  readonly theme: Theme;
  readonly may_edit: boolean;
  readonly onChange: (change: Partial<Theme>) => void;
  readonly problemAt: (path: string) => string | undefined;
}

const MODES: readonly SelectOption<ThemeMode>[] = [
  {
    value: "auto",
    label: t("Match page"),
    hint: t("Uses your page’s mode if set, or the person’s system setting"),
  },
  { value: "system", label: t("Match system"), hint: t("Ignores your page’s mode") },
  { value: "light", label: t("Always light") },
  { value: "dark", label: t("Always dark") },
];
const DENSITIES: readonly { readonly value: ThemeDensity; readonly label: string }[] = [
  { value: "compact", label: t("Compact") },
  { value: "regular", label: t("Regular") },
  { value: "roomy", label: t("Spacious") },
];
const SHADOWS: readonly { readonly value: ThemeShadow; readonly label: string }[] = [
  { value: "none", label: t("None##shadow") },
  { value: "soft", label: t("Soft") },
  { value: "strong", label: t("Strong") },
];

/** Everything of a theme but its colours. */
export function ShapeFields({ theme, may_edit, onChange, problemAt }: ShapeFieldsProps) {
  const { mode, host_attribute, radius_px, density, shadow, backdrop_percent, fonts, confetti } = theme;
  return (
    <fieldset disabled={!may_edit} className="flex min-w-0 flex-col gap-5">
      <Field label={t("Color mode")}>
        <Select value={mode} options={MODES} onChange={(next) => onChange({ mode: next })} />
      </Field>
      {mode === "auto" && (
        <div className={cx("grid gap-4", host_attribute !== undefined && "sm:grid-cols-2")}>
          <Field
            label={t("Page attribute")}
            optional
            hint={t("Checked first. If empty, Fanfare checks common attributes such as data-theme and class.")}
            error={problemAt("host_attribute.name")}
          >
            <Input
              dir="ltr"
              className="font-mono text-sm"
              spellCheck={false}
              autoCapitalize="none"
              placeholder={asIs("data-appearance")}
              value={host_attribute?.name ?? ""}
              onChange={({ target: { value } }) =>
                onChange({
                  host_attribute:
                    value.trim() === "" ? undefined : { dark: "dark", ...host_attribute, name: value.trim() },
                })
              }
            />
          </Field>
          {host_attribute !== undefined && (
            <Field label={t("Value for dark mode")} error={problemAt("host_attribute.dark")}>
              <Input
                dir="ltr"
                className="font-mono text-sm"
                spellCheck={false}
                autoCapitalize="none"
                value={host_attribute.dark}
                onChange={({ target: { value } }) =>
                  onChange({ host_attribute: { ...host_attribute, dark: value.trim() } })
                }
              />
            </Field>
          )}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Corner radius")} error={problemAt("radius_px")}>
          <NumberInput
            value={radius_px}
            unit={asIs("px")}
            min={0}
            max={limits.theme_radius_px_max}
            onChange={(next) => onChange({ radius_px: next })}
          />
        </Field>
        <Field label={t("Overlay")} error={problemAt("backdrop_percent")} hint={t("How strongly the page is dimmed.")}>
          <NumberInput
            value={backdrop_percent}
            unit="%"
            min={limits.theme_backdrop_percent_min}
            max={limits.theme_backdrop_percent_max}
            onChange={(next) => onChange({ backdrop_percent: next })}
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t("Spacing")}</span>
        <Segmented
          label={t("Spacing")}
          value={density}
          options={DENSITIES}
          onChange={(next) => onChange({ density: next })}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t("Shadow")}</span>
        <Segmented
          label={t("Shadow")}
          value={shadow}
          options={SHADOWS}
          onChange={(next) => onChange({ shadow: next })}
        />
      </div>
      <Field
        label={t("Fonts")}
        optional
        error={problemAt("fonts")}
        hint={t("Font families that your page already loads, in order of preference.")}
      >
        <ListInput
          placeholder={asIs("Source Sans 3, Inter")}
          values={fonts}
          onChange={(next) => onChange({ fonts: next })}
        />
      </Field>
      <Field
        label={t("Confetti")}
        optional
        error={problemAt("confetti")}
        hint={t("Hex colors separated by commas, such as #5336e2.")}
      >
        <ListInput
          placeholder={asIs("#5336e2, #ffb224")}
          values={confetti}
          onChange={(next) => onChange({ confetti: next.map((color) => color.toLowerCase()) })}
        />
      </Field>
    </fieldset>
  );
}

interface ListInputProps {
  readonly values: readonly string[];
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
}

/** Several words in one line. What was typed stays as it is while it says the same. */
function ListInput({ values, placeholder, onChange }: ListInputProps) {
  return (
    <Input
      dir="ltr"
      spellCheck={false}
      placeholder={placeholder}
      defaultValue={values.join(", ")}
      onChange={({ target: { value } }) => onChange(splitNames(value))}
    />
  );
}
