import { type AnswerCondition, type Question, scaleOf } from "@fanfare/contract/content/survey";
import { OTHER_OPTION } from "@fanfare/contract/content/survey-flow";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { ToggleChips } from "../../../ui/forms/toggle-chips.tsx";
import { useProblemAt } from "../state/editor-context.ts";

const KIND_LABELS: Readonly<Record<AnswerCondition["kind"], string>> = {
  numbers: t("Score is between"),
  options: t("Answer is one of"),
  unanswered: t("Question is skipped"),
  any: t("In every case"),
};

/** Creates the condition that suits the answers to a question. */
export function newCondition(question: Question, kind = kindsFor(question)[0] ?? "any"): AnswerCondition {
  switch (kind) {
    case "any":
    case "unanswered":
      return { kind };
    case "numbers": {
      const { low = 0, high = 0 } = scaleOf(question) ?? {};
      return { kind, from: low, to: Math.floor((low + high) / 2) };
    }
    case "options":
      return {
        kind,
        options: optionsOf(question)
          .slice(0, 1)
          .map(({ value }) => value),
      };
  }
}

function kindsFor(question: Question): readonly AnswerCondition["kind"][] {
  if (scaleOf(question) !== undefined) return ["numbers", "unanswered", "any"];
  return "options" in question ? ["options", "unanswered", "any"] : ["unanswered", "any"];
}

function optionsOf(question: Question): readonly { readonly value: string; readonly label: string }[] {
  const options = "options" in question ? question.options.map(({ id, label }) => ({ value: id, label })) : [];
  const own = question.kind === "choice" ? question.other_label : undefined;
  return own === undefined ? options : [...options, { value: OTHER_OPTION, label: own }];
}

interface ConditionFieldsProps {
  readonly question: Question;
  readonly when: AnswerCondition;
  readonly path: string;
  readonly onChange: (when: AnswerCondition) => void;
}

/** Edits a condition on the answer to a question. */
export function ConditionFields({ question, when, path, onChange }: ConditionFieldsProps) {
  const problem = useProblemAt(path);
  return (
    <>
      <Field label={t("Condition")} error={problem}>
        <Select
          value={when.kind}
          options={kindsFor(question).map((value) => ({ value, label: KIND_LABELS[value] }))}
          onChange={(kind) => onChange(kind === when.kind ? when : newCondition(question, kind))}
        />
      </Field>
      {when.kind === "numbers" && (
        <div className="flex flex-wrap gap-3">
          <Field label={t("Lowest score")}>
            <NumberInput narrow value={when.from} unit="" min={0} onChange={(from) => onChange({ ...when, from })} />
          </Field>
          <Field label={t("Highest score")}>
            <NumberInput narrow value={when.to} unit="" min={0} onChange={(to) => onChange({ ...when, to })} />
          </Field>
        </div>
      )}
      {when.kind === "options" && (
        <ToggleChips
          label={KIND_LABELS.options}
          options={optionsOf(question)}
          chosen={when.options}
          onChange={(options) => onChange({ ...when, options })}
        />
      )}
    </>
  );
}
