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

interface Option {
  readonly id: string;
  readonly label: string;
}

interface OptionsFieldProps {
  readonly options: readonly Option[];
  readonly path: string;
  readonly onChange: (options: readonly Option[]) => void;
}

export function OptionsField({ options, path, onChange }: OptionsFieldProps) {
  const { state } = useEditor();
  const problem = useProblemAt(path);
  const earlier = (index: number): void => {
    const [one, two] = [options[index - 1], options[index]];
    if (one !== undefined && two !== undefined) onChange(options.with(index - 1, two).with(index, one));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Answers")}</legend>
      <ol className="flex flex-col gap-2">
        {options.map((option, index) => (
          <li key={option.id} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <Field
                label={t("Answer {n}", { n: index + 1 })}
                hide_label
                error={state.problems.get(`${path}.${index}.label`)}
              >
                <Input
                  value={option.label}
                  onChange={(event) => onChange(options.with(index, { ...option, label: event.target.value }))}
                />
              </Field>
            </div>
            <IconButton
              label={t("Move answer {n} up", { n: index + 1 })}
              size="sm"
              className="mt-1"
              disabled={index === 0}
              onClick={() => earlier(index)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={t("Remove answer {n}", { n: index + 1 })}
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
      {options.length < limits.choice_options_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() =>
            onChange([...options, { id: newPartId("survey"), label: t("Answer {n}", { n: options.length + 1 }) }])
          }
        >
          {t("Add answer")}
        </AddButton>
      )}
    </fieldset>
  );
}
