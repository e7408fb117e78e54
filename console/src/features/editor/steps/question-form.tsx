import { type Question, RATING_LOOKS } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { Gauge, ListTodo, Star, TextCursorInput } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { newPartId } from "../../../model/draft/part-id.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PartFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";
import { OptionsField } from "./options-field.tsx";

const KIND_OPTIONS = [
  {
    value: "nps",
    label: t("Net Promoter Score"),
    hint: t("How likely people are to recommend you, from 0 to 10."),
    icon: <Gauge />,
  },
  { value: "rating", label: t("Rating"), hint: t("Stars, smileys, or numbers."), icon: <Star /> },
  { value: "choice", label: t("Choice"), hint: t("Choose one or more answers."), icon: <ListTodo /> },
  { value: "text", label: t("Text"), hint: t("Open-ended answer."), icon: <TextCursorInput /> },
] as const satisfies readonly { value: Question["kind"]; label: string; hint: string; icon: React.ReactNode }[];

/** Changes the kind of a question and keeps the fields that still apply. */
function questionAs(kind: Question["kind"], before: Question, newId: () => string): Question {
  if (before.kind === kind) return before;
  const { id, title, required } = before;
  const base = { id, title, required };
  const ends =
    "low_label" in before
      ? { low_label: before.low_label, high_label: before.high_label }
      : { low_label: "", high_label: "" };
  switch (kind) {
    case "nps":
      return { ...base, kind, ...ends };
    case "rating":
      return { ...base, kind, scale: 5, look: "stars", ...ends };
    case "choice":
      return { ...base, kind, several: false, options: [t("Yes"), t("No")].map((label) => ({ id: newId(), label })) };
    case "text":
      return { ...base, kind, long: true };
  }
}

interface QuestionFormProps {
  readonly question: Question;
  readonly index: number;
  readonly moves: PartActions;
}

export function QuestionForm({ question, index, moves }: QuestionFormProps) {
  const { dispatch } = useEditor();
  const path = `body.questions.${index}`;
  const change = (next: Question): void => dispatch({ kind: "change_part", part: next });
  return (
    <PartFrame part={question} moves={moves}>
      <FormSection title={t("Question")}>
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
          onChange={(kind) => change(questionAs(kind, question, () => newPartId("survey")))}
        />
        <AnswerFields question={question} path={path} onChange={change} />
      </FormSection>
    </PartFrame>
  );
}

interface AnswerFieldsProps {
  readonly question: Question;
  readonly path: string;
  readonly onChange: (question: Question) => void;
}

const APPEARANCE_LABELS = { numbers: t("Numbers"), stars: t("Stars"), smileys: t("Smileys") } as const;

function AnswerFields({ question, path, onChange }: AnswerFieldsProps) {
  const scale_problem = useProblemAt(`${path}.scale`);
  switch (question.kind) {
    case "nps":
      return <Ends question={question} onChange={onChange} />;
    case "rating":
      return (
        <>
          <div className="flex flex-wrap items-end gap-5">
            <Field label={t("Highest value")} error={scale_problem}>
              <NumberInput
                value={question.scale}
                unit=""
                min={2}
                max={limits.rating_scale_max}
                onChange={(scale) => onChange({ ...question, scale })}
              />
            </Field>
            <Segmented
              label={t("Style")}
              value={question.look}
              options={RATING_LOOKS.map((value) => ({ value, label: APPEARANCE_LABELS[value] }))}
              onChange={(look) => onChange({ ...question, look })}
            />
          </div>
          <Ends question={question} onChange={onChange} />
        </>
      );
    case "choice":
      return (
        <>
          <OptionsField
            options={question.options}
            path={`${path}.options`}
            onChange={(options) => onChange({ ...question, options })}
          />
          <SwitchField
            label={t("Allow multiple answers")}
            checked={question.several}
            onChange={(several) => onChange({ ...question, several })}
          />
        </>
      );
    case "text":
      return (
        <>
          <SwitchField
            label={t("Multiple lines")}
            checked={question.long}
            onChange={(long) => onChange({ ...question, long })}
          />
          <Field label={t("Placeholder")} optional>
            <Input
              value={question.placeholder ?? ""}
              onChange={(event) => {
                const { placeholder: _, ...without } = question;
                onChange(event.target.value === "" ? without : { ...question, placeholder: event.target.value });
              }}
            />
          </Field>
        </>
      );
  }
}

type Scaled = Extract<Question, { kind: "nps" | "rating" }>;

function Ends({ question, onChange }: { question: Scaled; onChange: (question: Scaled) => void }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
      <Field label={t("Label for lowest value")} optional>
        <Input
          value={question.low_label}
          placeholder={t("Not at all")}
          onChange={(event) => onChange({ ...question, low_label: event.target.value })}
        />
      </Field>
      <Field label={t("Label for highest value")} optional>
        <Input
          value={question.high_label}
          placeholder={t("Very much")}
          onChange={(event) => onChange({ ...question, high_label: event.target.value })}
        />
      </Field>
    </div>
  );
}
