import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import { limits } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useProblemAt } from "../state/editor-context.ts";

interface GroupProgressSectionProps {
  readonly body: ChecklistBody;
  readonly onChange: (body: ChecklistBody) => void;
}

/** Whether the people of a group complete the checklist together, and which groups count. */
export function GroupProgressSection({ body, onChange }: GroupProgressSectionProps) {
  const { group_progress, ...own } = body;
  const only = group_progress?.only;
  const attribute_error = useProblemAt("body.group_progress.only.attribute");
  const value_error = useProblemAt("body.group_progress.only.value");
  const set = (attribute: string, value: string): void =>
    onChange({ ...own, group_progress: { only: { attribute, value } } });
  return (
    <FormSection
      title={t("Progress")}
      description={t(
        "People without a group, and people whose identity isn’t verified, always have their own progress.",
      )}
    >
      <SwitchField
        label={t("Share progress within the group")}
        hint={t("A task that one person completes is done for everyone in the same group, such as a company.")}
        checked={group_progress !== undefined}
        onChange={(on) => onChange(on ? { ...own, group_progress: {} } : own)}
      />
      {group_progress !== undefined && (
        <SwitchField
          label={t("Only groups with an attribute")}
          hint={t("When this is off, progress is shared with each group of the person.")}
          checked={only !== undefined}
          onChange={(on) => (on ? set("", "") : onChange({ ...own, group_progress: {} }))}
        />
      )}
      {only !== undefined && (
        <>
          <Field label={t("Group attribute")} error={attribute_error}>
            <Input
              value={only.attribute}
              maxLength={limits.attribute_key_chars_max}
              onChange={(event) => set(event.target.value, only.value)}
            />
          </Field>
          <Field label={t("Value")} error={value_error}>
            <Input
              value={only.value}
              maxLength={limits.attribute_text_chars_max}
              onChange={(event) => set(only.attribute, event.target.value)}
            />
          </Field>
        </>
      )}
    </FormSection>
  );
}
