import type { SuppressionOptions, SuppressionReach } from "@fanfare/contract/content/dismissal";
import { limits } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const REACHES = [
  { value: "content", label: t("This content") },
  { value: "tag", label: t("Content with tag") },
  { value: "all", label: t("All content") },
] as const;

interface SuppressionSectionProps {
  readonly suppression: SuppressionOptions;
  readonly onChange: (suppression: SuppressionOptions) => void;
}

export function SuppressionFields() {
  const { state, dispatch } = useEditor();
  const { suppression } = state.draft.edition.body;
  const set = (next: SuppressionOptions): void => dispatch({ kind: "set_choices", change: { suppression: next } });
  return (
    <>
      <SwitchField
        label={t("Offer “Do not show again”")}
        hint={t("Applies on all devices. People can undo it.")}
        checked={suppression.offered}
        onChange={(offered) => set({ ...suppression, offered })}
      />
      {suppression.offered && <HidingFields suppression={suppression} onChange={set} />}
      <SnoozeFields suppression={suppression} onChange={set} />
    </>
  );
}

function HidingFields({ suppression, onChange }: SuppressionSectionProps) {
  const { tags, body } = useEditor().state.draft.edition;
  const days_problem = useProblemAt("body.suppression.days");
  const tag_problem = useProblemAt("body.suppression.reach.tag");
  const { reach, ...rest } = suppression;
  const { every_step, ...first_step_only } = suppression;
  const setReach = (next: SuppressionReach): void =>
    onChange(next.scope === "content" ? rest : { ...rest, reach: next });
  return (
    <>
      {body.type === "tour" && (
        <SwitchField
          label={t("Offer on every step")}
          hint={t("Otherwise, only the first step offers it.")}
          checked={every_step === true}
          onChange={(on) => onChange(on ? { ...suppression, every_step: true } : first_step_only)}
        />
      )}
      <Field label={t("Duration")} error={days_problem}>
        <NumberInput
          value={suppression.days}
          unit={t("days##unit")}
          max={limits.suppression_days_max}
          onChange={(days) => onChange({ ...suppression, days })}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Hides")}
        </span>
        <Segmented
          label={t("Hides")}
          value={reach?.scope ?? "content"}
          options={REACHES}
          onChange={(scope) => setReach(scope === "tag" ? { scope, tag: tags[0] ?? "" } : { scope })}
          className="self-start"
        />
      </div>
      {reach?.scope === "tag" && (
        <Field label={t("Tag")} error={tag_problem} hint={t("Hides all content with this tag.")}>
          <Input
            value={reach.tag}
            maxLength={limits.tag_chars_max}
            onChange={(event) => setReach({ scope: "tag", tag: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

function SnoozeFields({ suppression, onChange }: SuppressionSectionProps) {
  const problem = useProblemAt("body.suppression.snooze_hours");
  const { snooze_hours, ...without } = suppression;
  return (
    <>
      <SwitchField
        label={t("Offer “Remind me later”")}
        hint={t("Snoozes this content.")}
        checked={snooze_hours !== undefined}
        onChange={(on) => onChange(on ? { ...without, snooze_hours: 24 } : without)}
      />
      {snooze_hours !== undefined && (
        <Field label={t("Snooze for")} error={problem}>
          <NumberInput
            value={snooze_hours}
            unit={t("hours##unit")}
            max={limits.snooze_hours_max}
            onChange={(hours) => onChange({ ...suppression, snooze_hours: hours })}
          />
        </Field>
      )}
    </>
  );
}
