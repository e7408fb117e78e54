import { ELEMENT_SIDES } from "@fanfare/contract/content/announcement";
import type { SurveyBody, SurveyForm } from "@fanfare/contract/content/survey";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { BANNER_PLACE_LABELS } from "../../../model/comparison/value-labels.ts";
import { CopyButton } from "../../../ui/elements/copy-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useEditor } from "../state/editor-context.ts";
import { ElementPositionFields, newElementPosition } from "./banner-fields.tsx";

interface SurveySectionProps {
  readonly body: SurveyBody;
  readonly onChange: (body: SurveyBody) => void;
}

const FORMS: readonly { readonly value: SurveyForm; readonly label: string }[] = [
  { value: "corner", label: t("Corner") },
  { value: "modal", label: t("Modal") },
  { value: "inline", label: t("In the page") },
];

/** Where the survey is on the screen, or in the page. */
export function PositionSection({ body, onChange }: SurveySectionProps) {
  const { position, ...without } = body;
  const setForm = (form: SurveyForm): void =>
    onChange(form === "inline" ? { ...body, form, position: newElementPosition("after") } : { ...without, form });
  return (
    <FormSection title={t("Position")}>
      <Segmented label={t("Position")} value={body.form} options={FORMS} onChange={setForm} className="self-start" />
      {position !== undefined && (
        <>
          <Field
            label={t("Place")}
            hint={t("The survey moves the page by at most a third of the screen. Longer questions scroll.")}
          >
            <Select
              value={position.place}
              options={ELEMENT_SIDES.map((value) => ({ value, label: BANNER_PLACE_LABELS[value] }))}
              onChange={(place) => onChange({ ...body, position: { ...position, place } })}
            />
          </Field>
          <ElementPositionFields position={position} onChange={(next) => onChange({ ...body, position: next })} />
        </>
      )}
    </FormSection>
  );
}

/** The link of a survey, which works once the survey is published. */
export function ShareSection({ body, onChange }: SurveySectionProps) {
  const { state } = useEditor();
  const { host } = useAppContext();
  const app = useApp();
  const { share_by_link, anonymous, ...without } = body;
  const { anonymous: _, ...named } = body;
  const link = `${host}/s/${encodeURIComponent(state.draft.slug)}?app=${app.key}`;
  return (
    <FormSection title={t("Share by link")}>
      <SwitchField
        label={t("Share by link")}
        hint={t("Anyone with the link can answer, whatever the targeting.")}
        checked={share_by_link === true}
        onChange={(on) => onChange(on ? { ...body, share_by_link: true } : without)}
      />
      {share_by_link && (
        <SwitchField
          label={t("Anonymous responses")}
          hint={t(
            "Responses are stored without a person and without the time of day. Your pages don’t show the survey. You can’t filter by segment or follow up, and webhooks and destinations receive nothing. Repeated responses are prevented only in the same browser.",
          )}
          checked={anonymous === true}
          onChange={(on) => onChange(on ? { ...body, anonymous: true } : named)}
        />
      )}
      {share_by_link && (
        <Field
          label={t("Link in {app}", { app: app.name })}
          hint={t("Works while the survey is published in this app.")}
        >
          <div className="flex items-center gap-2">
            <Input className="font-mono" dir="ltr" readOnly value={link} />
            <CopyButton text={link} label={t("Copy link")} />
          </div>
        </Field>
      )}
    </FormSection>
  );
}
