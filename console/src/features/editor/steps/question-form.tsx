import type { Question, QuestionKind } from "@fanfare/contract/content/survey";
import { t } from "../../../lib/i18n/t.ts";
import { newPartId } from "../../../model/draft/part-id.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PartFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";
import { AnswerFields } from "./answer-fields.tsx";
import { BranchesField } from "./branches-field.tsx";
import { QUESTION_KINDS, questionAs } from "./question-kinds.tsx";

// Cast: the table has exactly these keys.
const KIND_OPTIONS = (Object.keys(QUESTION_KINDS) as readonly QuestionKind[]).map((value) => {
  const { label, hint, icon: Icon } = QUESTION_KINDS[value];
  return { value, label, hint, icon: <Icon /> };
});

interface QuestionFormProps {
  readonly question: Question;
  readonly index: number;
  /** Questions after this one. */
  readonly later: readonly Question[];
  readonly moves: PartActions;
}

export function QuestionForm({ question, index, later, moves }: QuestionFormProps) {
  const { dispatch } = useEditor();
  const path = `body.questions.${index}`;
  const change = (next: Question): void => dispatch({ kind: "change_part", part: next });
  return (
    <PartFrame part={question} moves={moves}>
      <FormSection lead title={t("Question")}>
        <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
          <Input
            id="step-title"
            value={question.title}
            onChange={(event) => change({ ...question, title: event.target.value })}
          />
        </Field>
        <SwitchField
          label={t("Required")}
          hint={t("When this is off, people can skip the question.")}
          checked={question.required}
          onChange={(required) => change({ ...question, required })}
        />
      </FormSection>
      <FormSection title={t("Answer")}>
        <ChoiceCards
          label={t("Answer type")}
          value={question.kind}
          options={KIND_OPTIONS}
          compact
          onChange={(kind) => change(questionAs(kind, question, () => newPartId("survey")))}
        />
        <AnswerFields question={question} path={path} onChange={change} />
      </FormSection>
      <BranchesField question={question} later={later} path={`${path}.branches`} onChange={change} />
    </PartFrame>
  );
}
