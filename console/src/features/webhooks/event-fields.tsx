import { WEBHOOK_EVENTS } from "@fanfare/contract/realtime/webhook";
import { Controller, type UseFormReturn } from "react-hook-form";
import { t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { EventCheckboxes } from "./event-checkboxes.tsx";
import { TOPIC_GROUPS } from "./events.ts";
import { FilterFields } from "./receiver-fields.tsx";
import { ALL_EVENTS, type FormValues } from "./webhook-form.ts";

const EVENT_OPTIONS = [
  { value: "all", label: t("All events") },
  { value: "chosen", label: t("Selected events") },
] as const;

const GROUPS = { channels: [{ title: t("Events"), names: WEBHOOK_EVENTS }], engagement: TOPIC_GROUPS } as const;

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
        <Controller
          control={form.control}
          name="chosen"
          render={({ field: { value, onChange } }) => (
            <EventCheckboxes groups={GROUPS[kind]} order={ALL_EVENTS} value={value} onChange={onChange} />
          )}
        />
      )}
      {error !== undefined && is_chosen && <Callout tone="problem">{error}</Callout>}
      {kind === "engagement" && <FilterFields form={form} sends_tracked />}
    </div>
  );
}
