import type { ChecklistBody } from "@fanfare/contract/checklist";
import type { SurveyBody } from "@fanfare/contract/survey";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { FormFrame } from "./part-frame.tsx";
import { RichTextField } from "./rich-text-field.tsx";

interface WordsProps<Of> {
  readonly of: Of;
  readonly path: string;
  readonly onChange: (of: Of) => void;
}

/** A title and the text below it. */
function Words<Of extends Pick<ChecklistBody, "title" | "blocks">>({ of, path, onChange }: WordsProps<Of>) {
  return (
    <>
      <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
        <Input id="step-title" value={of.title} onChange={(event) => onChange({ ...of, title: event.target.value })} />
      </Field>
      <RichTextField blocks={of.blocks} path={`${path}.blocks`} onChange={(blocks) => onChange({ ...of, blocks })} />
    </>
  );
}

/** What a checklist says above its tasks, and how it begins. */
export function ChecklistHead({ body }: { readonly body: ChecklistBody }) {
  const { dispatch } = useBuilder();
  const set = (next: ChecklistBody): void => dispatch({ kind: "set_body", body: next });
  return (
    <FormFrame title={t("Checklist")}>
      <FormSection title={t("Above the tasks")}>
        <Words of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection title={t("Beginning")} description={t("It stays in the corner until all tasks are done.")}>
        <Segmented
          label={t("How it begins")}
          value={body.opens}
          options={[
            { value: "open", label: t("Open") },
            { value: "closed", label: t("As a button") },
          ]}
          onChange={(opens) => set({ ...body, opens })}
          className="self-start"
        />
      </FormSection>
    </FormFrame>
  );
}

/** What a survey says before it asks, and where it stands. */
export function SurveyHead({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useBuilder();
  const set = (next: SurveyBody): void => dispatch({ kind: "set_body", body: next });
  return (
    <FormFrame title={t("Survey")}>
      <FormSection title={t("Before the questions")}>
        <Words of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection title={t("Place")}>
        <Segmented
          label={t("Where it stands")}
          value={body.form}
          options={[
            { value: "corner", label: t("In the corner") },
            { value: "modal", label: t("Over the page") },
          ]}
          onChange={(form) => set({ ...body, form })}
          className="self-start"
        />
      </FormSection>
    </FormFrame>
  );
}

/** What a survey says when the last question is answered. */
export function ThanksForm({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useBuilder();
  const { thanks, ...without } = body;
  return (
    <FormFrame title={t("Thanks")}>
      <FormSection title={t("After the last question")}>
        <SwitchField
          label={t("Say thank you")}
          hint={t("Without it the survey just goes.")}
          checked={thanks !== undefined}
          onChange={(on) =>
            dispatch({
              kind: "set_body",
              body: on ? { ...body, thanks: { title: t("Thank you!"), blocks: [] } } : without,
            })
          }
        />
        {thanks !== undefined && (
          <Words
            of={thanks}
            path="body.thanks"
            onChange={(next) => dispatch({ kind: "set_body", body: { ...body, thanks: next } })}
          />
        )}
      </FormSection>
    </FormFrame>
  );
}
