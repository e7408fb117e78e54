import type { SurveyBody } from "@fanfare/contract/content/survey";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { CopyButton } from "../../../ui/elements/copy-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useEditor } from "../state/editor-context.ts";

interface SurveySectionProps {
  readonly body: SurveyBody;
  readonly onChange: (body: SurveyBody) => void;
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
