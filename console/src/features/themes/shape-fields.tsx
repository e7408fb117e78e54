import { limits } from "@fanfare/contract/limits";
import type { PutThemeRequest } from "@fanfare/contract/schema/content/theme";
import type { Theme, ThemeDensity, ThemeMode, ThemeShadow } from "@fanfare/contract/theme/theme";
import type { ComponentProps } from "react";
import type { FieldErrors } from "react-hook-form";
import { asIs, t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select, type SelectOption } from "../../ui/forms/select.tsx";

type ThemeErrors = NonNullable<FieldErrors<PutThemeRequest>["theme"]>;

interface ShapeFieldsProps {
  readonly theme: Theme;
  readonly may_edit: boolean;
  readonly onChange: (change: Partial<Theme>) => void;
  readonly errors: ThemeErrors | undefined;
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

/** All settings of a theme except its colors. */
export function ShapeFields({ theme, may_edit, onChange, errors }: ShapeFieldsProps) {
  return (
    <fieldset disabled={!may_edit} className="flex min-w-0 flex-col gap-5">
      <ModeFields theme={theme} onChange={onChange} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Corner radius")} error={errors?.radius_px?.message}>
          <NumberInput
            value={theme.radius_px}
            unit={asIs("px")}
            min={0}
            max={limits.theme_radius_px_max}
            onChange={(next) => onChange({ radius_px: next })}
          />
        </Field>
        <Field
          label={t("Overlay")}
          error={errors?.backdrop_percent?.message}
          hint={t("How strongly the page is dimmed.")}
        >
          <NumberInput
            value={theme.backdrop_percent}
            unit="%"
            min={limits.theme_backdrop_percent_min}
            max={limits.theme_backdrop_percent_max}
            onChange={(next) => onChange({ backdrop_percent: next })}
          />
        </Field>
      </div>
      <Choice
        label={t("Spacing")}
        value={theme.density}
        options={DENSITIES}
        onChange={(density) => onChange({ density })}
      />
      <Choice label={t("Shadow")} value={theme.shadow} options={SHADOWS} onChange={(shadow) => onChange({ shadow })} />
      <Field
        label={t("Fonts")}
        optional
        error={listError(errors?.fonts)}
        hint={t("Font families that your page already loads, in order of preference.")}
      >
        <ListInput
          placeholder={asIs("Source Sans 3, Inter")}
          values={theme.fonts}
          onChange={(fonts) => onChange({ fonts })}
        />
      </Field>
      <Field
        label={t("Confetti")}
        optional
        error={listError(errors?.confetti)}
        hint={t("Hex colors separated by commas, such as #5336e2.")}
      >
        <ListInput
          placeholder={asIs("#5336e2, #ffb224")}
          values={theme.confetti}
          onChange={(next) => onChange({ confetti: next.map((color) => color.toLowerCase()) })}
        />
      </Field>
    </fieldset>
  );
}

/** When the theme is dark, and the attribute with which the page sets it. */
function ModeFields({ theme: { mode, host_attribute }, onChange, errors }: Omit<ShapeFieldsProps, "may_edit">) {
  return (
    <>
      <Field label={t("Color mode")}>
        <Select value={mode} options={MODES} onChange={(next) => onChange({ mode: next })} />
      </Field>
      {mode === "auto" && (
        <div className={cx("grid gap-4", host_attribute !== undefined && "sm:grid-cols-2")}>
          <Field
            label={t("Page attribute")}
            optional
            hint={t("Checked first. If empty, Fanfare checks common attributes such as data-theme and class.")}
            error={errors?.host_attribute?.name?.message}
          >
            <AttributeInput
              placeholder={asIs("data-appearance")}
              value={host_attribute?.name ?? ""}
              onChange={(name) =>
                onChange({ host_attribute: name === "" ? undefined : { dark: "dark", ...host_attribute, name } })
              }
            />
          </Field>
          {host_attribute !== undefined && (
            <Field label={t("Value for dark mode")} error={errors?.host_attribute?.dark?.message}>
              <AttributeInput
                value={host_attribute.dark}
                onChange={(dark) => onChange({ host_attribute: { ...host_attribute, dark } })}
              />
            </Field>
          )}
        </div>
      )}
    </>
  );
}

interface AttributeInputProps {
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

function AttributeInput({ value, placeholder, onChange }: AttributeInputProps) {
  return (
    <Input
      dir="ltr"
      className="font-mono text-sm"
      spellCheck={false}
      autoCapitalize="none"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

function Choice<Value extends string>(segmented: Omit<ComponentProps<typeof Segmented<Value>>, "className">) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{segmented.label}</span>
      <Segmented {...segmented} />
    </div>
  );
}

/** Errors of list items appear at the list's field. */
function listError(error: ThemeErrors["fonts"]): string | undefined {
  return error?.message ?? error?.find?.((entry) => entry !== undefined)?.message;
}

interface ListInputProps {
  readonly values: readonly string[];
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
}

/** Comma-separated values. Keeps the text as typed. */
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

/** @example splitNames("Inter, Source Sans 3,"); // ["Inter", "Source Sans 3"] */
function splitNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
