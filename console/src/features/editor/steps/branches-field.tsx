import type { Branch, Question } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useEditor } from "../state/editor-context.ts";
import { ConditionFields, newCondition } from "./condition-fields.tsx";

/** Stands for null, which a select can't have as value. */
const END = "-end-";

interface BranchesFieldProps {
  readonly question: Question;
  /** Questions after this one. */
  readonly later: readonly Question[];
  readonly path: string;
  readonly onChange: (question: Question) => void;
}

/** Edits which question follows which answer. */
export function BranchesField({ question, later, path, onChange }: BranchesFieldProps) {
  const { state } = useEditor();
  const { branches = [], ...rest } = question;
  // Cast: leaving out an optional field keeps the kind of question.
  const set = (next: readonly Branch[]): void =>
    onChange(next.length === 0 ? (rest as Question) : { ...question, branches: next });
  const targets = [
    ...later.map(({ id, title }) => ({ value: id, label: title })),
    { value: END, label: t("End of the survey") },
  ];
  return (
    <FormSection
      title={t("Branching")}
      description={t("The first condition that applies decides. Otherwise, the next question follows.")}
    >
      {branches.length > 0 && (
        <ol className="flex flex-col gap-3">
          {branches.map((branch, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: branches have no ID, and their order is their meaning
            <li key={index} className="relative flex flex-col gap-3 rounded-lg border border-line bg-sunken p-3 pe-12">
              <ConditionFields
                question={question}
                when={branch.when}
                path={`${path}.${index}.when`}
                onChange={(when) => set(branches.with(index, { ...branch, when }))}
              />
              <Field label={t("Then go to")} error={state.problems.get(`${path}.${index}.go_to`)}>
                <Select
                  value={branch.go_to ?? END}
                  placeholder={t("Select a question")}
                  options={targets}
                  onChange={(id) => set(branches.with(index, { ...branch, go_to: id === END ? null : id }))}
                />
              </Field>
              <IconButton
                label={t("Remove branch {n}", { n: index + 1 })}
                size="sm"
                className="absolute end-2 top-2"
                onClick={() => set(branches.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {branches.length < limits.branches_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => set([...branches, { when: newCondition(question), go_to: null }])}
        >
          {t("Add branch")}
        </AddButton>
      )}
    </FormSection>
  );
}
