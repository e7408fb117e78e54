import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { Ending, SurveyBody } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { newPartId } from "../../../model/draft/part-id.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { FormFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { RichTextField } from "../text/rich-text-field.tsx";
import { ConditionFields, newCondition } from "./condition-fields.tsx";
import { GroupProgressSection } from "./group-progress-section.tsx";
import { PositionSection, ShareSection } from "./survey-sections.tsx";

interface TextFieldsProps<Of> {
  readonly of: Of;
  readonly path: string;
  readonly onChange: (of: Of) => void;
}

function TextFields<Of extends Pick<ChecklistBody, "title" | "blocks">>({ of, path, onChange }: TextFieldsProps<Of>) {
  return (
    <>
      <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
        <Input id="step-title" value={of.title} onChange={(event) => onChange({ ...of, title: event.target.value })} />
      </Field>
      <RichTextField blocks={of.blocks} path={`${path}.blocks`} onChange={(blocks) => onChange({ ...of, blocks })} />
    </>
  );
}

export function ChecklistIntro({ body }: { readonly body: ChecklistBody }) {
  const { dispatch } = useEditor();
  const set = (next: ChecklistBody): void => dispatch({ kind: "set_body", body: next });
  const { sequential: _, ...unordered } = body;
  const { skippable: __, ...required } = body;
  return (
    <FormFrame title={t("Checklist")}>
      <FormSection lead title={t("Introduction")}>
        <TextFields of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection
        title={t("Initial state")}
        description={t("The checklist stays in the corner until all tasks are done.")}
      >
        <Segmented
          label={t("Initial state")}
          value={body.opens}
          options={[
            { value: "open", label: t("Open") },
            { value: "closed", label: t("Minimized") },
          ]}
          onChange={(opens) => set({ ...body, opens })}
          className="self-start"
        />
        <SwitchField
          label={t("Tasks in order")}
          hint={t("Each task is locked until the ones before it are done. Tasks done elsewhere count in any order.")}
          checked={body.sequential === true}
          onChange={(on) => set(on ? { ...body, sequential: true } : unordered)}
        />
        <SwitchField
          label={t("Tasks can be skipped")}
          hint={t("Each open task gets a button that skips it. Skipped tasks don’t count toward the progress.")}
          checked={body.skippable === true}
          onChange={(on) => set(on ? { ...body, skippable: true } : required)}
        />
      </FormSection>
      <GroupProgressSection body={body} onChange={set} />
    </FormFrame>
  );
}

export function SurveyIntro({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useEditor();
  const set = (next: SurveyBody): void => dispatch({ kind: "set_body", body: next });
  return (
    <FormFrame title={t("Survey")}>
      <FormSection lead title={t("Introduction")}>
        <TextFields of={body} path="body" onChange={set} />
      </FormSection>
      <PositionSection body={body} onChange={set} />
      <ShareSection body={body} onChange={set} />
    </FormFrame>
  );
}

export function ThanksForm({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useEditor();
  const { thanks, ...without } = body;
  return (
    <FormFrame title={t("Thank-you message")}>
      <FormSection lead title={t("After the last question")}>
        <SwitchField
          label={t("Show thank-you message")}
          hint={t("When this is off, the survey closes after the last question.")}
          checked={thanks !== undefined}
          onChange={(on) =>
            dispatch({
              kind: "set_body",
              body: on ? { ...body, thanks: { title: t("Thank you!"), blocks: [] } } : without,
            })
          }
        />
        {thanks !== undefined && (
          <TextFields
            of={thanks}
            path="body.thanks"
            onChange={(next) => dispatch({ kind: "set_body", body: { ...body, thanks: next } })}
          />
        )}
      </FormSection>
      <EndingsField body={body} />
    </FormFrame>
  );
}

/** Messages that replace the thank-you message for certain answers. */
function EndingsField({ body }: { readonly body: SurveyBody }) {
  const { state, dispatch } = useEditor();
  const { endings = [], ...without } = body;
  const { questions } = body;
  const set = (next: readonly Ending[]): void =>
    dispatch({ kind: "set_body", body: next.length === 0 ? without : { ...body, endings: next } });
  const [first] = questions;
  return (
    <FormSection
      title={t("Messages by answer")}
      description={t("The first message whose condition applies replaces the thank-you message.")}
    >
      {endings.map((ending, index) => {
        const path = `body.endings.${index}`;
        const question = questions.find(({ id }) => id === ending.question_id);
        const change = (next: Ending): void => set(endings.with(index, next));
        return (
          <section
            key={ending.id}
            aria-label={t("Message {n}", { n: index + 1 })}
            className="flex flex-col gap-4 rounded-lg border border-line p-4"
          >
            <Field label={t("Question")} error={state.problems.get(`${path}.question_id`)}>
              <Select
                value={question?.id ?? null}
                placeholder={t("Select a question")}
                options={questions.map(({ id, title }) => ({ value: id, label: title }))}
                onChange={(id) => {
                  const asked = questions.find((each) => each.id === id);
                  if (asked !== undefined) change({ ...ending, question_id: id, when: newCondition(asked) });
                }}
              />
            </Field>
            {question !== undefined && (
              <ConditionFields
                question={question}
                when={ending.when}
                path={`${path}.when`}
                onChange={(when) => change({ ...ending, when })}
              />
            )}
            <TextFields of={ending} path={path} onChange={change} />
            <Button variant="ghost" size="sm" className="self-start" onClick={() => set(endings.toSpliced(index, 1))}>
              {t("Remove message {n}", { n: index + 1 })}
            </Button>
          </section>
        );
      })}
      {first !== undefined && endings.length < limits.endings_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() =>
            set([
              ...endings,
              {
                ...{ id: newPartId("survey"), question_id: first.id, when: newCondition(first) },
                ...{ title: t("Thank you!"), blocks: [] },
              },
            ])
          }
        >
          {t("Add message")}
        </AddButton>
      )}
    </FormSection>
  );
}
