import type { AnswerOption } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { ArrowUp, X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { newPartId } from "../../../model/draft/part-id.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const TEXTS = {
  answers: {
    legend: t("Answers"),
    name: (n: number) => t("Answer {n}", { n }),
    moveUp: (n: number) => t("Move answer {n} up", { n }),
    remove: (n: number) => t("Remove answer {n}", { n }),
    add: t("Add answer"),
    max: limits.choice_options_max,
  },
  rows: {
    legend: t("Rows"),
    name: (n: number) => t("Row {n}", { n }),
    moveUp: (n: number) => t("Move row {n} up", { n }),
    remove: (n: number) => t("Remove row {n}", { n }),
    add: t("Add row"),
    max: limits.choice_options_max,
  },
  columns: {
    legend: t("Columns"),
    name: (n: number) => t("Column {n}", { n }),
    moveUp: (n: number) => t("Move column {n} up", { n }),
    remove: (n: number) => t("Remove column {n}", { n }),
    add: t("Add column"),
    max: limits.matrix_columns_max,
  },
} as const;

interface OptionsFieldProps {
  readonly kind: keyof typeof TEXTS;
  readonly options: readonly AnswerOption[];
  readonly path: string;
  readonly onChange: (options: readonly AnswerOption[]) => void;
}

export function OptionsField({ kind, options, path, onChange }: OptionsFieldProps) {
  const texts = TEXTS[kind];
  const { state } = useEditor();
  const problem = useProblemAt(path);
  const earlier = (index: number): void => {
    const [one, two] = [options[index - 1], options[index]];
    if (one !== undefined && two !== undefined) onChange(options.with(index - 1, two).with(index, one));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{texts.legend}</legend>
      <ol className="flex flex-col gap-2">
        {options.map((option, index) => (
          <li key={option.id} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <Field label={texts.name(index + 1)} hide_label error={state.problems.get(`${path}.${index}.label`)}>
                <Input
                  value={option.label}
                  onChange={(event) => onChange(options.with(index, { ...option, label: event.target.value }))}
                />
              </Field>
            </div>
            <IconButton
              label={texts.moveUp(index + 1)}
              size="sm"
              className="mt-1"
              disabled={index === 0}
              onClick={() => earlier(index)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={texts.remove(index + 1)}
              size="sm"
              className="mt-1"
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      {options.length < texts.max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => onChange([...options, { id: newPartId("survey"), label: texts.name(options.length + 1) }])}
        >
          {texts.add}
        </AddButton>
      )}
    </fieldset>
  );
}
