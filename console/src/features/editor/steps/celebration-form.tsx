import type { CelebrationBody } from "@fanfare/contract/content/celebration";
import { limits } from "@fanfare/contract/limits";
import { Plus, X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { PRESET_OPTIONS } from "../../../model/preset-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { FormFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const AMOUNTS = [
  { value: "0.5", label: t("Low") },
  { value: "1", label: t("Normal") },
  { value: "1.5", label: t("High##amount") },
  { value: "2", label: t("Very high") },
] as const;

export function CelebrationForm({ body }: { readonly body: CelebrationBody }) {
  const { dispatch } = useEditor();
  const set = (next: CelebrationBody): void => dispatch({ kind: "set_body", body: next });
  const { message: _, ...silent } = body;
  const amount = AMOUNTS.find(({ value }) => Number(value) === (body.intensity ?? 1))?.value ?? "1";
  const message_problem = useProblemAt("body.message");
  return (
    <FormFrame title={t("Celebration")}>
      <FormSection title={t("Effect")} description={t("Plays on the device that the person is using.")}>
        <ChoiceCards
          label={t("Effect")}
          value={body.preset}
          options={PRESET_OPTIONS}
          onChange={(preset) => set({ ...body, preset })}
        />
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium" aria-hidden="true">
            {t("Intensity")}
          </span>
          <Segmented
            label={t("Intensity")}
            value={amount}
            options={AMOUNTS}
            onChange={(value) => set({ ...body, intensity: Number(value) })}
            className="self-start"
          />
        </div>
        <ColorsField
          colors={body.colors}
          onChange={(colors) => {
            const { colors: __, ...without } = body;
            set(colors === undefined ? without : { ...body, colors });
          }}
        />
      </FormSection>
      <FormSection title={t("Message")}>
        <Field
          label={t("Message")}
          optional
          error={message_problem}
          hint={t("Read by screen readers, and shown instead of confetti when motion is reduced.")}
        >
          <Input
            id="step-title"
            value={body.message ?? ""}
            placeholder={t("Your first order is on its way!")}
            maxLength={limits.notice_text_chars_max}
            onChange={(event) => set(event.target.value === "" ? silent : { ...body, message: event.target.value })}
          />
        </Field>
      </FormSection>
    </FormFrame>
  );
}

interface ColorsFieldProps {
  readonly colors: readonly string[] | undefined;
  readonly onChange: (colors: readonly string[] | undefined) => void;
}

const FIRST_COLORS = ["#2f6bff", "#ffc247", "#14b87a", "#ff5a5f"];

function ColorsField({ colors, onChange }: ColorsFieldProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Colors")}</legend>
      {colors === undefined ? (
        <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t("Uses your theme’s colors.")}
          <Button size="sm" onClick={() => onChange(FIRST_COLORS)}>
            {t("Choose colors")}
          </Button>
        </div>
      ) : (
        <ul className="flex flex-wrap items-center gap-2">
          {colors.map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: colors can repeat and have no ID
            <li key={index} className="flex items-center rounded-md border border-line-strong bg-surface ps-1">
              <input
                type="color"
                aria-label={t("Color {n}", { n: index + 1 })}
                value={color}
                onChange={(event) => onChange(colors.with(index, event.target.value))}
                className="h-7 w-9 cursor-default bg-transparent"
              />
              <IconButton
                label={t("Remove color {n}", { n: index + 1 })}
                size="sm"
                onClick={() => onChange(colors.length === 1 ? undefined : colors.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </li>
          ))}
          {colors.length < limits.celebration_colors_max && (
            <li>
              <IconButton
                label={t("Add color")}
                variant="secondary"
                size="sm"
                onClick={() => onChange([...colors, FIRST_COLORS[colors.length % FIRST_COLORS.length] ?? "#2f6bff"])}
              >
                <Plus />
              </IconButton>
            </li>
          )}
        </ul>
      )}
    </fieldset>
  );
}
