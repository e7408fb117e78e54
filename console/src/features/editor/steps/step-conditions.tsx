import type { Step } from "@fanfare/contract/content/tour";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { PAGE_CONDITIONS } from "../../../components/rules/conditions.ts";
import { RuleBuilder } from "../../../components/rules/rule-builder.tsx";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

interface StepConditionsProps {
  readonly step: Step;
  readonly path: string;
  readonly onChange: (step: Step) => void;
}

/** What happens before a step: a condition that skips it, and a page action that prepares it. */
export function StepConditions({ step, path, onChange }: StepConditionsProps) {
  const { read_only } = useEditor();
  const problem = useProblemAt(`${path}.skip_if`);
  const { skip_if: _, ...always } = step;
  const { prepare: __, ...unprepared } = step;
  return (
    <FormSection title={t("Before this step")}>
      <div className="flex min-w-0 flex-col gap-2">
        <span className="text-sm font-medium">{t("Skip this step if")}</span>
        <p className="-mt-1 text-xs text-ink-3 text-pretty">
          {t("Checked on the page before the step is shown. With no conditions, the step is always shown.")}
        </p>
        <RuleBuilder
          rule={step.skip_if}
          kinds={PAGE_CONDITIONS}
          disabled={read_only}
          onChange={(rule) => {
            if (rule === undefined) onChange(always);
            else if (isPageRule(rule)) onChange({ ...step, skip_if: rule });
          }}
        />
        {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      </div>
      <Field
        label={t("Run a page action first")}
        optional
        error={useProblemAt(`${path}.prepare`)}
        hint={t(
          "An action registered with fanfare.action(), for example to open a menu. The step waits up to 5 seconds.",
        )}
        className="max-w-96"
      >
        <Input
          value={step.prepare ?? ""}
          placeholder={asIs("open-menu")}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ target: { value } }) => onChange(value === "" ? unprepared : { ...step, prepare: value })}
        />
      </Field>
    </FormSection>
  );
}

/** Narrows the type. The menu offers only conditions that a page evaluates. */
function isPageRule(rule: Rule): rule is PageRule {
  switch (rule.kind) {
    case "url":
    case "element":
      return true;
    case "not":
      return isPageRule(rule.rule);
    case "and":
    case "or":
      return rule.rules.every(isPageRule);
    default:
      return false;
  }
}
