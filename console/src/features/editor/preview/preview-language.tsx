import { chooseLocale } from "@fanfare/contract/content/translation";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { Languages } from "lucide-react";
import type { PreviewOptions } from "../../../components/preview/preview-options.ts";
import { LOCALE_OPTIONS, localeOption } from "../../../lib/i18n/locale-options.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { useEditor } from "../state/editor-context.ts";

/** Stands for the language in which it is written: no browser asks for it. */
const WRITTEN = "";

interface PreviewLanguageProps {
  readonly locale: string | undefined;
  readonly onChange: (change: Partial<PreviewOptions>) => void;
}

/**
 * In which language the browser of somebody asks for it: those of the content first, then any, with what they would be
 * shown. The page around it reads as that language does.
 */
export function PreviewLanguage({ locale, onChange }: PreviewLanguageProps) {
  const { edition } = useEditor().state.draft;
  const { locale: written, translations = {} } = edition;
  const tags = Object.keys(translations);
  const known = LOCALE_OPTIONS.filter(({ id }) => !tags.includes(id) && id !== written);
  const items = [
    { id: WRITTEN, label: t("Source language"), ...(written !== undefined && { hint: localeOption(written).label }) },
    ...[...tags.map(localeOption), ...known].map(({ id, label, hint: own }) => ({
      id,
      // What is typed is looked for in here.
      label: own === label ? label : `${label} · ${own}`,
      hint: shownIn(chooseLocale(edition, [id]), id, written),
    })),
  ];
  const now = items.find(({ id }) => id === (locale ?? WRITTEN)) ?? null;
  const name = locale === undefined ? t("Source language") : localeOption(locale).label;
  return (
    <Combobox
      label={t("Preview language")}
      items={items}
      value={now}
      placeholder={t("Search languages")}
      empty={t("No results")}
      onChange={({ id }) => {
        const next = id === WRITTEN ? undefined : id;
        onChange({ locale: next, direction: textDirection(next ?? written ?? "en") });
      }}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("Language: {name}", { name })}
          size="sm"
          variant={locale === undefined ? "ghost" : "chosen"}
        >
          <Languages />
        </IconButton>
      )}
    />
  );
}

/** What somebody is shown who asks for this language. */
function shownIn(shown: string | undefined, locale: string, written: string | undefined): string {
  if (shown === undefined || (shown === written && shown !== locale)) return t("Shown in the source language");
  return shown === locale ? locale : t("Shown in {language}", { language: localeOption(shown).label });
}
