import { textDirection } from "@fanfare/contract/lib/text-direction";
import { chooseLocale } from "@fanfare/contract/translation/translation";
import { Languages } from "lucide-react";
import type { PreviewOptions } from "../../../components/preview/preview-options.ts";
import { LOCALE_OPTIONS, localeOption } from "../../../lib/i18n/locale-options.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { useEditor } from "../state/editor-context.ts";

/** Source language. Not a valid locale. */
const WRITTEN = "";

interface PreviewLanguageProps {
  readonly locale: string | undefined;
  readonly onChange: (change: Partial<PreviewOptions>) => void;
}

/**
 * Selects the preview's browser language: the content's languages first, then all others. Each shows its fallback. The
 * page's text direction follows.
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
      // The combobox searches this text.
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

/** Describes the language that people with this browser language see. */
function shownIn(shown: string | undefined, locale: string, written: string | undefined): string {
  if (shown === undefined || (shown === written && shown !== locale)) return t("Shown in the source language");
  return shown === locale ? locale : t("Shown in {language}", { language: localeOption(shown).label });
}
