import { languages } from "../../lib/i18n/language.ts";
import { t } from "../../lib/i18n/t.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";

type LanguageTag = (typeof languages)[number]["tag"];
const LANGUAGES = languages.map(({ tag, own_name }) => ({ value: tag, label: own_name }));

interface EmailLanguageFieldProps {
  readonly value: LanguageTag;
  readonly onChange: (tag: LanguageTag) => void;
}

export function EmailLanguageField({ value, onChange }: EmailLanguageFieldProps) {
  return (
    <Field label={t("Language of emails")}>
      <div>
        <Segmented label={t("Language of emails")} value={value} options={LANGUAGES} onChange={onChange} />
      </div>
    </Field>
  );
}
