import { WEBHOOK_EVENTS } from "@fanfare/contract/realtime/webhook";
import {
  ALERT_TOPICS,
  CONTENT_TOPICS,
  PEOPLE_TOPICS,
  SDK_TOPICS,
  type WebhookKind,
  WORKSPACE_TOPICS,
} from "@fanfare/contract/realtime/webhook-topics";
import { useId } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { EVENT_LABELS } from "./events.ts";
import { ALL_EVENTS, type FormValues, type WebhookEventId } from "./webhook-form.ts";

const EVENT_OPTIONS = [
  { value: "all", label: t("All events") },
  { value: "chosen", label: t("Selected events") },
] as const;

interface EventGroup {
  readonly title: string;
  readonly names: readonly WebhookEventId[];
}

const GROUPS: Readonly<Record<WebhookKind, readonly EventGroup[]>> = {
  channels: [{ title: t("Events"), names: WEBHOOK_EVENTS }],
  engagement: [
    { title: t("People and goals"), names: PEOPLE_TOPICS },
    { title: t("Publishing"), names: CONTENT_TOPICS },
    { title: t("Content in pages"), names: SDK_TOPICS },
    { title: t("Workspace"), names: WORKSPACE_TOPICS },
    { title: t("Alerts"), names: ALERT_TOPICS },
  ],
};

/** What a webhook sends: all events of its kind, or selected ones, and the filter of an engagement webhook. */
export function EventFields({ form }: { readonly form: UseFormReturn<FormValues> }) {
  const kind = form.watch("kind");
  const error = form.formState.errors.chosen?.message;
  const is_chosen = form.watch("which") === "chosen";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Events")}
        </span>
        <Controller
          control={form.control}
          name="which"
          render={({ field }) => <Segmented label={t("Events")} {...field} options={EVENT_OPTIONS} />}
        />
      </div>
      {is_chosen && (
        <div className="flex max-h-72 flex-col gap-4 overflow-y-auto rounded-md border border-line px-3 py-2">
          {GROUPS[kind].map(({ title, names }) => (
            <EventGroupFields key={title} title={title} names={names} form={form} is_only={GROUPS[kind].length === 1} />
          ))}
        </div>
      )}
      {error !== undefined && is_chosen && <Callout tone="problem">{error}</Callout>}
      {kind === "engagement" && <FilterFields form={form} />}
    </div>
  );
}

interface EventGroupFieldsProps extends EventGroup {
  readonly form: UseFormReturn<FormValues>;
  /** Its title is the one above it. */
  readonly is_only: boolean;
}

function EventGroupFields({ title, names, form, is_only }: EventGroupFieldsProps) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="flex flex-col">
      <legend id={id} className={is_only ? "sr-only" : "text-xs font-medium text-ink-3"}>
        {title}
      </legend>
      <Controller
        control={form.control}
        name="chosen"
        render={({ field: { value, onChange } }) => (
          <>
            {names.map((name) => (
              <EventCheckbox
                key={name}
                name={name}
                checked={value.includes(name)}
                // Keeps the table's order, regardless of the order of selection.
                onChange={(on) => onChange(ALL_EVENTS.filter((each) => (each === name ? on : value.includes(each))))}
              />
            ))}
          </>
        )}
      />
    </fieldset>
  );
}

interface EventCheckboxProps {
  readonly name: WebhookEventId;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Events of channels have labels. Topics are known by their names. */
function EventCheckbox({ name, checked, onChange }: EventCheckboxProps) {
  const code = (
    <bdi dir="ltr" className="font-mono">
      {name}
    </bdi>
  );
  const channel_event = WEBHOOK_EVENTS.find((each) => each === name);
  return channel_event === undefined ? (
    <Checkbox label={code} checked={checked} onChange={onChange} />
  ) : (
    <Checkbox label={EVENT_LABELS[channel_event]} hint={code} checked={checked} onChange={onChange} />
  );
}

function FilterFields({ form }: { readonly form: UseFormReturn<FormValues> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={t("Tracked events")}
        error={errors.event_names?.message}
        hint={t("Names of tracked events to send, separated by commas. Others aren’t sent.")}
      >
        <Input dir="auto" {...form.register("event_names")} />
      </Field>
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
    </>
  );
}
