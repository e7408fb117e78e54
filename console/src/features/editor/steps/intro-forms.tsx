import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { FormFrame } from "../forms/part-frame.tsx";
import { RichTextField } from "../forms/rich-text-field.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

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
  return (
    <FormFrame title={t("Checklist")}>
      <FormSection title={t("Introduction")}>
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
      </FormSection>
    </FormFrame>
  );
}

export function SurveyIntro({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useEditor();
  const set = (next: SurveyBody): void => dispatch({ kind: "set_body", body: next });
  return (
    <FormFrame title={t("Survey")}>
      <FormSection title={t("Introduction")}>
        <TextFields of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection title={t("Position")}>
        <Segmented
          label={t("Position")}
          value={body.form}
          options={[
            { value: "corner", label: t("Corner") },
            { value: "modal", label: t("Modal") },
          ]}
          onChange={(form) => set({ ...body, form })}
          className="self-start"
        />
      </FormSection>
    </FormFrame>
  );
}

export function ThanksForm({ body }: { readonly body: SurveyBody }) {
  const { dispatch } = useEditor();
  const { thanks, ...without } = body;
  return (
    <FormFrame title={t("Thank-you message")}>
      <FormSection title={t("After the last question")}>
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
    </FormFrame>
  );
}
