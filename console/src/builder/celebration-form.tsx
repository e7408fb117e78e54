import type { CelebrationBody } from "@fanfare/contract/celebration";
import { limits } from "@fanfare/contract/limits";
import { Plus, X } from "lucide-react";
import { PRESET_OPTIONS } from "../celebrations/preset-words.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { FormFrame } from "./part-frame.tsx";

const AMOUNTS = [
  { value: "0.5", label: t("A little") },
  { value: "1", label: t("Usual") },
  { value: "1.5", label: t("More##amount") },
  { value: "2", label: t("A lot") },
] as const;

/** All of a celebration: what flies, in which colours, and what is said with it. */
export function CelebrationForm({ body }: { readonly body: CelebrationBody }) {
  const { dispatch } = useBuilder();
  const set = (next: CelebrationBody): void => dispatch({ kind: "set_body", body: next });
  const { message: _, ...silent } = body;
  const amount = AMOUNTS.find(({ value }) => Number(value) === (body.intensity ?? 1))?.value ?? "1";
  const message_problem = useProblemAt("body.message");
  return (
    <FormFrame title={t("Celebration")}>
      <FormSection title={t("What flies")}>
        <ChoiceCards
          label={t("Preset")}
          value={body.preset}
          options={PRESET_OPTIONS}
          onChange={(preset) => set({ ...body, preset })}
        />
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium" aria-hidden="true">
            {t("How much")}
          </span>
          <Segmented
            label={t("How much")}
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
      <FormSection title={t("What is said")}>
        <Field
          label={t("Message")}
          optional
          error={message_problem}
          hint={t("Told to people who hear the page, and shown instead where motion is unwanted.")}
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
      <legend className="mb-1.5 text-sm font-medium">{t("Colours")}</legend>
      {colors === undefined ? (
        <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t("Those of your page’s theme.")}
          <Button size="sm" onClick={() => onChange(FIRST_COLORS)}>
            {t("Choose colours")}
          </Button>
        </div>
      ) : (
        <ul className="flex flex-wrap items-center gap-2">
          {colors.map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a colour has no identity but its place
            <li key={index} className="flex items-center rounded-md border border-line-strong bg-surface ps-1">
              <input
                type="color"
                aria-label={t("Colour {n}", { n: index + 1 })}
                value={color}
                onChange={(event) => onChange(colors.with(index, event.target.value))}
                className="h-7 w-9 cursor-default bg-transparent"
              />
              <IconButton
                label={t("Remove colour {n}", { n: index + 1 })}
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
                label={t("Add a colour")}
                look="secondary"
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
