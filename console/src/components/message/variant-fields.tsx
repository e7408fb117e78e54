import { VARIANTS } from "@fanfare/contract/content/experiment";
import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Controller, useFieldArray } from "react-hook-form";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { percent } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { armTitle } from "../../model/draft/arm-labels.ts";
import { firstWeight } from "../../model/message-draft.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";

/** Other texts that a share of people gets instead. */
export function VariantFields({ form }: MessageFieldsProps) {
  const { control, watch, formState } = form;
  const { api } = useAppContext();
  const app = useApp();
  const { fields, append, remove } = useFieldArray({ control, name: "variants" });
  const goals = useQuery(celebrationQueries.goals(api, app.id)).data?.items ?? [];
  const left = firstWeight(watch("variants"));
  const problem = formState.errors.goal?.message;
  return (
    <>
      <p className="text-sm text-ink-3">
        {fields.length === 0
          ? t("Send different texts to shares of the audience, and compare how many people see and act on each.")
          : t("Variant A is the message above. {share} of people get it.", { share: percent(left / 100, 0) })}
      </p>
      {fields.map(({ id }, index) => (
        <VariantRow key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length > 0 && (
        <Field label={t("Goal")} optional hint={t("Compares how many people complete it after they see the message.")}>
          <Controller
            control={control}
            name="goal"
            render={({ field }) => (
              <Select
                {...field}
                options={[
                  { value: "", label: t("No goal") },
                  ...goals.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          />
        </Field>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-sm text-negative-text">
          {problem}
        </p>
      )}
      {fields.length < VARIANTS.length - 1 && (
        <Button
          icon={<Plus />}
          className="self-start"
          onClick={() => append({ title: "", text: "", weight: Math.max(1, Math.floor(left / 2)) })}
        >
          {t("Add variant")}
        </Button>
      )}
    </>
  );
}

interface VariantRowProps extends MessageFieldsProps {
  readonly index: number;
  readonly onRemove: () => void;
}

function VariantRow({ form: { control, register }, index, onRemove }: VariantRowProps) {
  const name = armTitle(VARIANTS[index + 1] ?? "b", null);
  return (
    <fieldset className="flex flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-medium">{name}</legend>
      <Field label={t("Title")} optional>
        <Input maxLength={limits.notice_title_chars_max} {...register(`variants.${index}.title`)} />
      </Field>
      <Field label={t("Text")}>
        <Textarea maxLength={limits.notice_text_chars_max} {...register(`variants.${index}.text`)} />
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label={t("Share")}>
          <Controller
            control={control}
            name={`variants.${index}.weight`}
            render={({ field: { value, onChange } }) => (
              <NumberInput value={value} onChange={onChange} unit="%" min={1} max={99} />
            )}
          />
        </Field>
        <Button variant="ghost" icon={<Trash2 />} onClick={onRemove}>
          {t("Remove variant")}
        </Button>
      </div>
    </fieldset>
  );
}
