import { type DestinationField, PRESETS, type PresetDescription } from "@fanfare/contract/destinations/presets";
import { Controller, type UseFormReturn } from "react-hook-form";
import { asIs, t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, PasswordInput, Textarea } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import type { DestinationFormValues } from "./destination-form.ts";
import { EventCheckboxes } from "./event-checkboxes.tsx";
import { TOPIC_GROUPS } from "./events.ts";
import { FilterFields } from "./receiver-fields.tsx";

type Form = UseFormReturn<DestinationFormValues>;

const FIELD_LABELS: Readonly<Record<DestinationField, string>> = {
  url: t("URL"),
  method: t("Method"),
  header_name: t("Header name"),
  header_value: t("Header value"),
  body: t("Body"),
  webhook_url: t("Webhook URL"),
  endpoint: t("Host"),
  write_key: t("Write key"),
  api_key: t("API key"),
  username: t("User name"),
  password: t("Secret"),
  project_id: t("Project ID"),
  measurement_id: t("Measurement ID"),
  api_secret: t("API secret"),
  access_token: t("Access token"),
  event_prefix: t("Event prefix"),
};

const METHODS = ["POST", "PUT", "PATCH"].map((value) => ({ value, label: asIs(value) }));

interface DestinationFieldsProps {
  readonly form: Form;
  /** Secrets that have a value. */
  readonly stored: readonly DestinationField[];
}

/** The fields of the form's preset, its events, and what they include. */
export function DestinationFields({ form, stored }: DestinationFieldsProps) {
  const { fields } = PRESETS[form.watch("preset")];
  return (
    <>
      {fields.map((field) => (
        <PresetField key={field.name} form={form} field={field} is_stored={stored.includes(field.name)} />
      ))}
      <TopicFields form={form} />
      <FilterFields form={form} sends_tracked={form.watch("events").includes("event.tracked")} />
      <PropFields form={form} />
    </>
  );
}

interface PresetFieldProps {
  readonly form: Form;
  readonly field: PresetDescription["fields"][number];
  readonly is_stored: boolean;
}

function PresetField({ form, field: { name, kind, optional }, is_stored }: PresetFieldProps) {
  const { errors } = form.formState;
  const place = kind === "secret" ? "secrets" : "settings";
  const shared = { label: FIELD_LABELS[name], error: errors[place]?.[name]?.message, optional: optional === true };
  switch (kind) {
    case "secret":
      return (
        <Field {...shared} hint={is_stored ? t("A value is stored. Enter another one to replace it.") : undefined}>
          <PasswordInput dir="ltr" autoComplete="off" {...form.register(`secrets.${name}`)} />
        </Field>
      );
    case "method":
      return (
        <Field {...shared}>
          <Select
            value={form.watch(`settings.${name}`)}
            options={METHODS}
            onChange={(method) => form.setValue(`settings.${name}`, method)}
          />
        </Field>
      );
    case "template":
      return (
        <Field {...shared} hint={t("JSON with placeholders, such as {example}", { example: "{{person.key}}" })}>
          <Textarea dir="ltr" rows={7} className="font-mono text-xs" {...form.register(`settings.${name}`)} />
        </Field>
      );
    default:
      return (
        <Field {...shared}>
          <Input dir="ltr" className="font-mono" {...form.register(`settings.${name}`)} />
        </Field>
      );
  }
}

function TopicFields({ form }: { readonly form: Form }) {
  const { topics } = PRESETS[form.watch("preset")];
  const error = form.formState.errors.events?.message;
  const groups = TOPIC_GROUPS.map(({ title, names }) => ({
    title,
    names: names.filter((name) => topics.includes(name)),
  })).filter(({ names }) => names.length > 0);
  return (
    <Controller
      control={form.control}
      name="events"
      render={({ field: { value, onChange } }) => (
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{t("Events")}</span>
          <EventCheckboxes groups={groups} order={topics} value={value} onChange={onChange} />
          {error !== undefined && <Callout tone="problem">{error}</Callout>}
        </div>
      )}
    />
  );
}

const PROP_OPTIONS = [
  { value: "all", label: t("All properties") },
  { value: "chosen", label: t("Selected properties") },
] as const;

function PropFields({ form }: { readonly form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label={t("Event properties")}>
        <Controller
          control={form.control}
          name="which_props"
          render={({ field }) => <Segmented label={t("Event properties")} {...field} options={PROP_OPTIONS} />}
        />
      </Field>
      {form.watch("which_props") === "chosen" && (
        <Field
          label={t("Properties to send")}
          error={errors.props?.message}
          hint={t("Separated by commas. Others are left out.")}
        >
          <Input dir="ltr" {...form.register("props")} />
        </Field>
      )}
      <Field
        label={t("Consent attribute")}
        error={errors.consent_attribute?.message}
        optional
        hint={t("Sends events about a person only if this attribute is true.")}
      >
        <Input dir="ltr" {...form.register("consent_attribute")} />
      </Field>
    </>
  );
}
