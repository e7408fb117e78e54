import type { ChecklistBody } from "@fanfare/contract/checklist";
import type { SurveyBody } from "@fanfare/contract/survey";
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
      <Field label="Title" error={useProblemAt(`${path}.title`)}>
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
    <FormFrame title="Checklist">
      <FormSection title="Above the tasks">
        <Words of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection title="Beginning" description="It stays in the corner until all tasks are done.">
        <Segmented
          label="How it begins"
          value={body.opens}
          options={[
            { value: "open", label: "Open" },
            { value: "closed", label: "As a button" },
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
    <FormFrame title="Survey">
      <FormSection title="Before the questions">
        <Words of={body} path="body" onChange={set} />
      </FormSection>
      <FormSection title="Place">
        <Segmented
          label="Where it stands"
          value={body.form}
          options={[
            { value: "corner", label: "In the corner" },
            { value: "modal", label: "Over the page" },
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
    <FormFrame title="Thanks">
      <FormSection title="After the last question">
        <SwitchField
          label="Say thank you"
          hint="Without it the survey just goes."
          checked={thanks !== undefined}
          onChange={(on) =>
            dispatch({
              kind: "set_body",
              body: on ? { ...body, thanks: { title: "Thank you!", blocks: [] } } : without,
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
