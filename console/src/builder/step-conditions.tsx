import type { PageRule } from "@fanfare/contract/page-rule";
import type { Rule } from "@fanfare/contract/rule";
import type { Step } from "@fanfare/contract/tour";
import { asIs, t } from "../language/t.ts";
import { LEAVES_OF_PAGES } from "../rules/leaves.ts";
import { RuleBuilder } from "../rules/rule-builder.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";

interface StepConditionsProps {
  readonly step: Step;
  readonly path: string;
  readonly onChange: (step: Step) => void;
}

/** What happens before a step is shown: whether the page needs it at all, and what the page does first. */
export function StepConditions({ step, path, onChange }: StepConditionsProps) {
  const { read_only } = useBuilder();
  const problem = useProblemAt(`${path}.skip_if`);
  const { skip_if: _, ...always } = step;
  const { prepare: __, ...unprepared } = step;
  return (
    <FormSection title={t("Before it is shown")}>
      <div className="flex min-w-0 flex-col gap-2">
        <span className="text-sm font-medium">{t("Pass the step over where")}</span>
        <p className="-mt-1 text-xs text-ink-3 text-pretty">
          {t("The page is like this when the step would be shown. Without a condition it is always shown.")}
        </p>
        <RuleBuilder
          rule={step.skip_if}
          kinds={LEAVES_OF_PAGES}
          disabled={read_only}
          onChange={(rule) => {
            if (rule === undefined) onChange(always);
            else if (isPageRule(rule)) onChange({ ...step, skip_if: rule });
          }}
        />
        {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      </div>
      <Field
        label={t("First do an action of the page")}
        optional
        error={useProblemAt(`${path}.prepare`)}
        hint={t(
          "A name that the page gave with fanfare.action: to open a menu, say. The step waits for it, at most five seconds.",
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

/** Only what a page can judge by itself was offered; this says so to the compiler. */
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
