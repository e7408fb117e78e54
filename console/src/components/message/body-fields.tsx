import { TONES } from "@fanfare/contract/content/tone";
import { limits } from "@fanfare/contract/limits";
import type { ComponentProps } from "react";
import { Controller } from "react-hook-form";
import { limitSize } from "../../lib/i18n/limit-size.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { PRESET_OPTIONS } from "../../model/preset-labels.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TONE_LABELS } from "./message-kinds.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";

const TONE_OPTIONS = TONES.map((value) => ({ value, label: TONE_LABELS[value] }));

export function BodyFields({ form }: MessageFieldsProps) {
  switch (form.watch("kind")) {
    case "toast":
    case "banner":
      return <NoticeFields form={form} />;
    case "celebration":
      return <CelebrationFields form={form} />;
    case "badge":
      return <BadgeFields form={form} />;
    case "data":
      return <DataFields form={form} />;
  }
}

function NoticeFields({ form: { control, register, formState } }: MessageFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={t("Title")} optional error={errors.title?.message}>
        <Input
          maxLength={limits.notice_title_chars_max}
          placeholder={t("Maintenance tonight")}
          {...register("title")}
        />
      </Field>
      <Field label={t("Text")} error={errors.text?.message}>
        <Textarea
          maxLength={limits.notice_text_chars_max}
          placeholder={t("Fanfare is unavailable from 22:00 to 22:15. Your data is safe.")}
          {...register("text")}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Tone")}
        </span>
        <Controller
          control={control}
          name="tone"
          render={({ field }) => <Segmented label={t("Tone")} {...field} options={TONE_OPTIONS} />}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Button")} optional error={errors.action_label?.message}>
          <Input
            maxLength={limits.notice_action_chars_max}
            placeholder={t("Read more")}
            // Without a button there is no link that could be wrong.
            {...register("action_label", { deps: "action_href" })}
          />
        </Field>
        <Field
          label={t("Link URL")}
          optional
          hint={t("If empty, clicks are sent to your page’s handler.")}
          error={errors.action_href?.message}
        >
          <Input dir="ltr" className="font-mono" placeholder={asIs("/news")} {...register("action_href")} />
        </Field>
      </div>
    </>
  );
}

function CelebrationFields({ form: { control, register, formState } }: MessageFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("Effect")}>
        <Controller
          control={control}
          name="preset"
          render={({ field }) => <Select {...field} options={PRESET_OPTIONS} />}
        />
      </Field>
      <Field
        label={t("Description")}
        optional
        hint={t("Read aloud by screen readers.")}
        error={formState.errors.title?.message}
      >
        <Input maxLength={limits.notice_title_chars_max} placeholder={t("Your first order!")} {...register("title")} />
      </Field>
    </div>
  );
}

function BadgeFields({ form: { control, register, formState } }: MessageFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("Badge")} hint={t("The name your page uses for this badge.")} error={errors.name?.message}>
        <HandlerNameInput placeholder={asIs("inbox")} {...register("name")} />
      </Field>
      <Field label={t("Number")} error={errors.count?.message}>
        <Controller
          control={control}
          name="count"
          render={({ field }) => <NumberInput {...field} unit={t("new")} min={0} />}
        />
      </Field>
      <Field label={t("Text label")} optional className="sm:col-span-2" error={errors.title?.message}>
        <Input maxLength={limits.notice_title_chars_max} placeholder={t("3 unread messages")} {...register("title")} />
      </Field>
    </div>
  );
}

function DataFields({ form: { register, formState } }: MessageFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={t("Name")} hint={t("The name your page’s handler listens for.")} error={errors.name?.message}>
        <HandlerNameInput placeholder={asIs("prices_changed")} {...register("name")} />
      </Field>
      <Field
        label={t("Data")}
        hint={t("Enter JSON, at most {size}.", { size: limitSize(limits.live_update_bytes_max) })}
        error={errors.data?.message}
      >
        <Textarea dir="ltr" className="font-mono text-sm" rows={5} spellCheck={false} {...register("data")} />
      </Field>
    </>
  );
}

function HandlerNameInput(props: ComponentProps<typeof Input>) {
  return <Input dir="ltr" className="font-mono" maxLength={limits.live_update_name_chars_max} {...props} />;
}
