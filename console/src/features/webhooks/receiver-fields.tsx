import type { UseFormRegisterReturn } from "react-hook-form";
import { t } from "../../lib/i18n/t.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";

type FilterList = "event_names" | "tags" | "person_attributes";

interface FilterFieldsProps {
  readonly form: {
    readonly register: (name: FilterList) => UseFormRegisterReturn;
    readonly formState: {
      readonly errors: { readonly [List in FilterList]?: { readonly message?: string | undefined } | undefined };
    };
  };
  readonly sends_tracked: boolean;
}

/** Which of the selected events are sent, and what they include about people. */
export function FilterFields({ form: { register, formState }, sends_tracked }: FilterFieldsProps) {
  const { errors } = formState;
  return (
    <>
      {sends_tracked && (
        <Field
          label={t("Tracked events")}
          error={errors.event_names?.message}
          hint={t("Names of tracked events to send, separated by commas. Others aren’t sent.")}
        >
          <Input dir="auto" {...register("event_names")} />
        </Field>
      )}
      <Field
        label={t("Content tags")}
        error={errors.tags?.message}
        hint={t("Send only events of content with one of these tags. Leave it empty to send all.")}
      >
        <Input dir="auto" {...register("tags")} />
      </Field>
      <Field
        label={t("Person attributes")}
        error={errors.person_attributes?.message}
        hint={t("Attributes to include, separated by commas. Without any, only the person’s IDs are sent.")}
      >
        <Input dir="ltr" {...register("person_attributes")} />
      </Field>
    </>
  );
}

interface EnabledFieldProps {
  readonly value: boolean;
  readonly onChange: (on: boolean) => void;
}

export function EnabledField({ value, onChange }: EnabledFieldProps) {
  return <SwitchField label={t("On")} hint={t("When off, nothing is sent.")} checked={value} onChange={onChange} />;
}
