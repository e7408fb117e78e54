import { type DestinationField, PRESETS, type PresetDescription } from "@fanfare/contract/destinations/presets";
import {
  ALERT_TOPICS,
  CONTENT_TOPICS,
  PEOPLE_TOPICS,
  SDK_TOPICS,
  WORKSPACE_TOPICS,
} from "@fanfare/contract/realtime/webhook-topics";
import { Controller, type UseFormReturn } from "react-hook-form";
import { asIs, t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, PasswordInput, Textarea } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import type { DestinationFormValues } from "./destination-form.ts";

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
      <FilterFields form={form} />
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

const GROUPS = [
  { title: t("People and goals"), names: PEOPLE_TOPICS },
  { title: t("Publishing"), names: CONTENT_TOPICS },
  { title: t("Content in pages"), names: SDK_TOPICS },
  { title: t("Workspace"), names: WORKSPACE_TOPICS },
  { title: t("Alerts"), names: ALERT_TOPICS },
] as const;

function TopicFields({ form }: { readonly form: Form }) {
  const { topics } = PRESETS[form.watch("preset")];
  const error = form.formState.errors.events?.message;
  return (
    <Controller
      control={form.control}
      name="events"
      render={({ field: { value, onChange } }) => (
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{t("Events")}</span>
          <div className="flex max-h-64 flex-col gap-4 overflow-y-auto rounded-md border border-line px-3 py-2">
            {GROUPS.map(({ title, names }) => {
              const known = names.filter((name) => topics.includes(name));
              if (known.length === 0) return null;
              return (
                <fieldset key={title} className="flex flex-col">
                  <legend className="text-xs font-medium text-ink-3">{title}</legend>
                  {known.map((name) => (
                    <Checkbox
                      key={name}
                      label={
                        <bdi dir="ltr" className="font-mono">
                          {name}
                        </bdi>
                      }
                      checked={value.includes(name)}
                      // Keeps the table's order, regardless of the order of selection.
                      onChange={(on) => onChange(topics.filter((each) => (each === name ? on : value.includes(each))))}
                    />
                  ))}
                </fieldset>
              );
            })}
          </div>
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

function FilterFields({ form }: { readonly form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      {form.watch("events").includes("event.tracked") && (
        <Field
          label={t("Tracked events")}
          error={errors.event_names?.message}
          hint={t("Names of tracked events to send, separated by commas. Others aren’t sent.")}
        >
          <Input dir="auto" {...form.register("event_names")} />
        </Field>
      )}
      <Field
        label={t("Content tags")}
        error={errors.tags?.message}
        hint={t("Send only events of content with one of these tags. Leave it empty to send all.")}
      >
        <Input dir="auto" {...form.register("tags")} />
      </Field>
      <Field
        label={t("Person attributes")}
        error={errors.person_attributes?.message}
        hint={t("Attributes to include, separated by commas. Without any, only the person’s IDs are sent.")}
      >
        <Input dir="ltr" {...form.register("person_attributes")} />
      </Field>
      <Field label={t("Event properties")}>
        <Controller
          control={form.control}
          name="which_props"
          render={({ field }) => <Segmented label={t("Event properties")} {...field} options={PROP_OPTIONS} />}
        />
      </Field>
      {form.watch("which_props") === "chosen" && (
        <Field label={t("Properties to send")} hint={t("Separated by commas. Others are left out.")}>
          <Input dir="ltr" {...form.register("props")} />
        </Field>
      )}
      <Field
        label={t("Consent attribute")}
        optional
        hint={t("Sends events about a person only if this attribute is true.")}
      >
        <Input dir="ltr" {...form.register("consent_attribute")} />
      </Field>
    </>
  );
}
