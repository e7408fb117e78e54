import { limits } from "@fanfare/contract/limits";
import type { HistoryRule } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage, useAppEdit } from "../use-app-edit.ts";
import { RuleList } from "./rule-list.tsx";

/** Of which channels the last events are kept, for clients that were away. */
export function HistoryRulesSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("History rules saved"));
  return (
    <Section
      title={t("History")}
      description={t(
        "Clients that reconnect get missed events on these channels, in order and once. The first matching rule applies.",
      )}
    >
      <RuleList<HistoryRule>
        initial={detail.settings.history_rules}
        fresh={{ pattern: "*", events_max: limits.history_events_default, ttl_s: limits.history_ttl_s_default }}
        max={limits.history_rules_max}
        busy={busy}
        onSave={(rules) => save({ settings: { history_rules: [...rules] } })}
        empty={t("No rules. Events aren’t stored, and clients that reconnect get only new events.")}
      >
        {(rule, index, set) => {
          const words = (name: string) => fieldMessage(problem, `/settings/history_rules/${index}/${name}`);
          return (
            <>
              <Field label={t("Channels")} error={words("pattern")} className="min-w-44 flex-1">
                <Input
                  dir="ltr"
                  className="font-mono text-sm"
                  placeholder={asIs("orders-*")}
                  value={rule.pattern}
                  onValueChange={(pattern) => set({ ...rule, pattern })}
                />
              </Field>
              <Field label={t("Events")} error={words("events_max")}>
                <NumberInput
                  value={rule.events_max}
                  onChange={(events_max) => set({ ...rule, events_max })}
                  unit={t("events##unit")}
                  max={limits.history_events_max}
                />
              </Field>
              <Field label={t("Keep for")} error={words("ttl_s")}>
                <NumberInput
                  value={rule.ttl_s}
                  onChange={(ttl_s) => set({ ...rule, ttl_s })}
                  unit={t("s##unit")}
                  max={limits.history_ttl_s_max}
                />
              </Field>
            </>
          );
        }}
      </RuleList>
    </Section>
  );
}
