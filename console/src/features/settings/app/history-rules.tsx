import { limits } from "@fanfare/contract/limits";
import type { HistoryRule } from "@fanfare/contract/realtime/app-settings";
import { appSettingsChangeSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { Controller, useFieldArray } from "react-hook-form";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { requestFrom, useZodForm, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";
import { RuleList } from "./rule-list.tsx";

interface HistoryValues {
  history_rules: HistoryRule[];
}

const formSchema = requestFrom(
  appSettingsChangeSchema.pick({ history_rules: true }).required(),
  (values: HistoryValues) => values,
);

/** Channels whose last events are kept for clients that reconnect. */
export function HistoryRulesSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("History rules saved"));
  const fields = useZodForm({
    schema: formSchema,
    defaultValues: { history_rules: [...detail.settings.history_rules] },
    pointer: "/settings",
    send: async (settings, { reset }) => {
      await edit({ settings });
      reset(settings);
    },
  });
  const rules = useFieldArray({ control: fields.form.control, name: "history_rules" });
  return (
    <Section
      title={t("History")}
      description={t(
        "Clients that reconnect receive missed events on these channels, in order and only once. The first matching rule applies.",
      )}
    >
      <RuleList
        rules={rules}
        onAdd={() =>
          rules.append(
            { pattern: "*", events_max: limits.history_events_default, ttl_s: limits.history_ttl_s_default },
            { shouldFocus: false },
          )
        }
        max={limits.history_rules_max}
        dirty={fields.form.formState.isDirty}
        busy={fields.busy}
        onSubmit={fields.submit}
        empty={t("No rules. Events aren’t stored, and clients that reconnect receive only new events.")}
      >
        {(index) => <HistoryRuleFields fields={fields} index={index} />}
      </RuleList>
    </Section>
  );
}

interface HistoryRuleFieldsProps {
  readonly fields: ZodForm<HistoryValues>;
  readonly index: number;
}

function HistoryRuleFields({ fields: { form, errorOf }, index }: HistoryRuleFieldsProps) {
  const rule = `history_rules.${index}` as const;
  return (
    <>
      <Field label={t("Channels")} error={errorOf(`${rule}.pattern`)} className="min-w-44 flex-1">
        <Input
          dir="ltr"
          className="font-mono text-sm"
          placeholder={asIs("orders-*")}
          {...form.register(`${rule}.pattern`)}
        />
      </Field>
      <Field label={t("Events")} error={errorOf(`${rule}.events_max`)}>
        <Controller
          control={form.control}
          name={`${rule}.events_max`}
          render={({ field: { value, onChange } }) => (
            <NumberInput value={value} onChange={onChange} unit={t("events##unit")} max={limits.history_events_max} />
          )}
        />
      </Field>
      <Field label={t("Keep for")} error={errorOf(`${rule}.ttl_s`)}>
        <Controller
          control={form.control}
          name={`${rule}.ttl_s`}
          render={({ field: { value, onChange } }) => (
            <NumberInput value={value} onChange={onChange} unit={t("s##unit")} max={limits.history_ttl_s_max} />
          )}
        />
      </Field>
    </>
  );
}
