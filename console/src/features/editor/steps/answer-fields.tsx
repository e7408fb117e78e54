import { type Question, type QuestionKind, RATING_LOOKS, type RatingLook } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { OptionsField } from "./options-field.tsx";

interface AnswerFieldsProps {
  readonly question: Question;
  readonly path: string;
  readonly onChange: (question: Question) => void;
}

const APPEARANCE_LABELS = { numbers: t("Numbers"), stars: t("Stars"), smileys: t("Smileys") } as const;

export function AnswerFields({ question, path, onChange }: AnswerFieldsProps) {
  switch (question.kind) {
    case "nps":
    case "ces":
      return <Ends ends={question} onChange={(ends) => onChange({ ...question, ...ends })} />;
    case "csat":
      return (
        <>
          <Appearance look={question.look} onChange={(look) => onChange({ ...question, look })} />
          <Ends ends={question} onChange={(ends) => onChange({ ...question, ...ends })} />
        </>
      );
    case "rating":
      return <RatingFields question={question} path={path} onChange={onChange} />;
    case "choice":
      return <ChoiceFields question={question} path={path} onChange={onChange} />;
    case "matrix":
      return (
        <>
          <OptionsField
            kind="rows"
            options={question.rows}
            path={`${path}.rows`}
            onChange={(rows) => onChange({ ...question, rows })}
          />
          <OptionsField
            kind="columns"
            options={question.columns}
            path={`${path}.columns`}
            onChange={(columns) => onChange({ ...question, columns })}
          />
        </>
      );
    case "ranking":
      return (
        <>
          <OptionsField
            kind="answers"
            options={question.options}
            path={`${path}.options`}
            onChange={(options) => onChange({ ...question, options })}
          />
          <RandomOrder shuffled={question.shuffled} onChange={(shuffled) => onChange({ ...question, shuffled })} />
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
          <PlaceholderField question={question} onChange={onChange} />
        </>
      );
    case "email":
      return <PlaceholderField question={question} onChange={onChange} />;
    case "date":
      return <p className="text-sm text-ink-2">{t("People type a date or choose it from a calendar.")}</p>;
  }
}

type QuestionOf<Kind extends QuestionKind> = Extract<Question, { kind: Kind }>;

interface FieldsProps<Kind extends QuestionKind> {
  readonly question: QuestionOf<Kind>;
  readonly onChange: (question: QuestionOf<Kind>) => void;
}

function RatingFields({ question, path, onChange }: FieldsProps<"rating"> & { readonly path: string }) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-5">
        <Field label={t("Highest value")} error={useProblemAt(`${path}.scale`)}>
          <NumberInput
            value={question.scale}
            unit=""
            min={2}
            max={limits.rating_scale_max}
            onChange={(scale) => onChange({ ...question, scale })}
          />
        </Field>
        <Appearance look={question.look} onChange={(look) => onChange({ ...question, look })} />
      </div>
      <Ends ends={question} onChange={(ends) => onChange({ ...question, ...ends })} />
    </>
  );
}

function ChoiceFields({ question, path, onChange }: FieldsProps<"choice"> & { readonly path: string }) {
  const { other_label, ...without } = question;
  const other_problem = useProblemAt(`${path}.other_label`);
  return (
    <>
      <OptionsField
        kind="answers"
        options={question.options}
        path={`${path}.options`}
        onChange={(options) => onChange({ ...question, options })}
      />
      <SwitchField
        label={t("Allow multiple answers")}
        checked={question.several}
        onChange={(several) => onChange({ ...question, several })}
      />
      <SwitchField
        label={t("Allow own answers")}
        hint={t("Adds a last answer with a text field.")}
        checked={other_label !== undefined}
        onChange={(own) => onChange(own ? { ...question, other_label: t("Other") } : without)}
      />
      {other_label !== undefined && (
        <Field label={t("Label for own answers")} error={other_problem}>
          <Input value={other_label} onChange={(event) => onChange({ ...question, other_label: event.target.value })} />
        </Field>
      )}
      <RandomOrder shuffled={question.shuffled} onChange={(shuffled) => onChange({ ...question, shuffled })} />
    </>
  );
}

function RandomOrder({
  shuffled,
  onChange,
}: {
  readonly shuffled: boolean | undefined;
  readonly onChange: (shuffled: true | undefined) => void;
}) {
  return (
    <SwitchField
      label={t("Random order")}
      hint={t("Each person sees the answers in a different order.")}
      checked={shuffled === true}
      onChange={(on) => onChange(on || undefined)}
    />
  );
}

function PlaceholderField({ question, onChange }: FieldsProps<"text" | "email">) {
  return (
    <Field label={t("Placeholder")} optional>
      <Input
        value={question.placeholder ?? ""}
        onChange={(event) => {
          const { placeholder: _, ...without } = question;
          onChange(event.target.value === "" ? without : { ...question, placeholder: event.target.value });
        }}
      />
    </Field>
  );
}

function Appearance({ look, onChange }: { readonly look: RatingLook; readonly onChange: (look: RatingLook) => void }) {
  return (
    <Segmented
      label={t("Style")}
      value={look}
      options={RATING_LOOKS.map((value) => ({ value, label: APPEARANCE_LABELS[value] }))}
      onChange={onChange}
    />
  );
}

interface EndLabels {
  readonly low_label: string;
  readonly high_label: string;
}

function Ends({
  ends: { low_label, high_label },
  onChange,
}: {
  readonly ends: EndLabels;
  readonly onChange: (ends: EndLabels) => void;
}) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
      <Field label={t("Label for lowest value")} optional>
        <Input
          value={low_label}
          placeholder={t("Not at all")}
          onChange={(event) => onChange({ low_label: event.target.value, high_label })}
        />
      </Field>
      <Field label={t("Label for highest value")} optional>
        <Input
          value={high_label}
          placeholder={t("Very much")}
          onChange={(event) => onChange({ low_label, high_label: event.target.value })}
        />
      </Field>
    </div>
  );
}
