import type { ResponseQuota } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { SettingsRow } from "../forms/settings-row.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const PERIODS = [
  { value: "total", label: t("In total") },
  { value: "day", label: t("Per day") },
  { value: "week", label: t("Per week") },
  { value: "month", label: t("Per month") },
] as const;

/** After how many responses a survey stops asking. */
export function QuotaFields() {
  const { state, dispatch } = useEditor();
  const { quota } = state.draft.edition;
  const problem = useProblemAt("quota.responses");
  const set = (next: ResponseQuota | undefined): void => dispatch({ kind: "set_rules", change: { quota: next } });
  return (
    <SettingsRow
      title={t("Response quota")}
      description={t("Limit how many responses you collect. After that, no one else is asked.")}
    >
      <SwitchField
        label={t("Stop after a number of responses")}
        hint={t("Counts people with at least one answer. Those who are answering can finish.")}
        checked={quota !== undefined}
        onChange={(on) => set(on ? { responses: 100 } : undefined)}
      />
      {quota !== undefined && (
        <div className="flex flex-wrap gap-3">
          <Field label={t("Responses")} error={problem}>
            <NumberInput
              value={quota.responses}
              unit=""
              max={limits.quota_responses_max}
              onChange={(responses) => set({ ...quota, responses })}
            />
          </Field>
          <Field label={t("Period")} hint={t("Days, weeks, and months are in UTC.")}>
            <Select
              value={quota.per ?? "total"}
              options={PERIODS}
              onChange={(per) => set({ responses: quota.responses, ...(per !== "total" && { per }) })}
            />
          </Field>
        </div>
      )}
    </SettingsRow>
  );
}
