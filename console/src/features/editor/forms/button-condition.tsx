import type { ButtonCondition } from "@fanfare/contract/content/panel";
import { useState } from "react";
import type { ConditionKind } from "../../../components/rules/conditions.ts";
import { RuleBuilder } from "../../../components/rules/rule-builder.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useEditor } from "../state/editor-context.ts";

const CONDITIONS: readonly ConditionKind[] = ["attribute", "group", "device", "locale", "url", "element"];

const OTHERWISE_OPTIONS = [
  { value: "hide", label: t("Otherwise, hide the button") },
  { value: "disable", label: t("Otherwise, disable the button") },
] as const;

interface ButtonConditionFieldProps {
  readonly condition: ButtonCondition | undefined;
  readonly path: string;
  /** Whether the button can also be disabled. */
  readonly can_disable: boolean;
  readonly onChange: (condition: ButtonCondition | undefined) => void;
}

export function ButtonConditionField({ condition, path, can_disable, onChange }: ButtonConditionFieldProps) {
  const { read_only, state } = useEditor();
  /** Open without a condition, until the first one is added. */
  const [is_open, setOpen] = useState(condition !== undefined);
  const problem = problemUnder(state.problems, path);
  const otherwise = condition?.otherwise ?? "hide";
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SwitchField
        label={t("Only under conditions")}
        hint={t("Depends on the person or the page.")}
        checked={is_open}
        onChange={(on) => {
          setOpen(on);
          if (!on) onChange(undefined);
        }}
      />
      {is_open && (
        <>
          <RuleBuilder
            rule={condition?.rule}
            kinds={CONDITIONS}
            disabled={read_only}
            onChange={(rule) => onChange(rule && { rule, otherwise })}
          />
          {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
          {can_disable && condition !== undefined && (
            <Select
              label={t("If the conditions don’t match")}
              value={otherwise}
              options={OTHERWISE_OPTIONS}
              onChange={(next) => onChange({ ...condition, otherwise: next })}
              className="w-full"
            />
          )}
        </>
      )}
    </div>
  );
}
