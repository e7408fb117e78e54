import { Controller } from "react-hook-form";
import { t } from "../../lib/i18n/t.ts";
import type { MessageTime } from "../../model/message-draft.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";

const TIMES = [
  { value: "now", label: t("Now") },
  { value: "fixed", label: t("At a time") },
  { value: "person", label: t("At a local time") },
] as const satisfies readonly { value: MessageTime; label: string }[];

/** When people get the message. */
export function TimingFields({ form: { control, register, watch, formState } }: MessageFieldsProps) {
  const { errors } = formState;
  const [when, time_zone, is_quiet] = watch(["when", "time_zone", "is_quiet"]);
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Send##when")}
        </span>
        <Controller
          control={control}
          name="when"
          render={({ field }) => (
            <Segmented label={t("Send##when")} {...field} options={TIMES} className="self-start max-sm:w-full" />
          )}
        />
      </div>
      {when !== "now" && (
        <Field
          label={t("Date and time")}
          hint={
            when === "fixed"
              ? t("Time zone: {zone}", { zone: time_zone })
              : t("In each person’s time zone. If it’s unknown: {zone}.", { zone: time_zone })
          }
          error={errors.send_at?.message}
          className="w-64 max-w-full"
        >
          <Input type="datetime-local" dir="ltr" {...register("send_at")} />
        </Field>
      )}
      <Controller
        control={control}
        name="is_quiet"
        render={({ field: { value, onChange } }) => (
          <SwitchField
            label={t("Quiet hours")}
            hint={t("In each person’s time zone. The message waits until they end.")}
            checked={value}
            onChange={onChange}
          />
        )}
      />
      {is_quiet && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("From##time")} error={errors.quiet_from?.message}>
            <Input type="time" {...register("quiet_from")} />
          </Field>
          <Field label={t("Until")}>
            <Input type="time" {...register("quiet_to")} />
          </Field>
        </div>
      )}
    </>
  );
}
