import { directionOf } from "@fanfare/contract/direction";
import { chooseLocale } from "@fanfare/contract/translation";
import { Languages } from "lucide-react";
import { t } from "../language/t.ts";
import { Combobox } from "../ui/combobox.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useBuilder } from "./context.ts";
import { LANGUAGES, languageOf } from "./languages.ts";
import type { PreviewLook } from "./preview-look.ts";

/** Stands for the language in which it is written: no browser asks for it. */
const WRITTEN = "";

interface PreviewLanguageProps {
  readonly locale: string | undefined;
  readonly onChange: (change: Partial<PreviewLook>) => void;
}

/**
 * In which language the browser of somebody asks for it: those of the content first, then any, with what they would be
 * shown. The page around it reads as that language does.
 */
export function PreviewLanguage({ locale, onChange }: PreviewLanguageProps) {
  const { edition } = useBuilder().state.draft;
  const { locale: written, translations = {} } = edition;
  const tags = Object.keys(translations);
  const known = LANGUAGES.filter(({ id }) => !tags.includes(id) && id !== written);
  const items = [
    { id: WRITTEN, label: t("As it is written"), ...(written !== undefined && { hint: languageOf(written).label }) },
    ...[...tags.map(languageOf), ...known].map(({ id, label, hint: own }) => ({
      id,
      // What is typed is looked for in here.
      label: own === label ? label : `${label} · ${own}`,
      hint: shownIn(chooseLocale(edition, [id]), id, written),
    })),
  ];
  const now = items.find(({ id }) => id === (locale ?? WRITTEN)) ?? null;
  const name = locale === undefined ? t("As it is written") : languageOf(locale).label;
  return (
    <Combobox
      label={t("Language of the preview")}
      items={items}
      value={now}
      placeholder={t("Search languages")}
      empty={t("No such language here.")}
      onChange={({ id }) => {
        const next = id === WRITTEN ? undefined : id;
        onChange({ locale: next, direction: directionOf(next ?? written ?? "en") });
      }}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("Language: {name}", { name })}
          size="sm"
          look={locale === undefined ? "ghost" : "chosen"}
        >
          <Languages />
        </IconButton>
      )}
    />
  );
}

/** What somebody is shown who asks for this language. */
function shownIn(shown: string | undefined, wanted: string, written: string | undefined): string {
  if (shown === undefined || (shown === written && shown !== wanted)) return t("Shown as it is written");
  return shown === wanted ? wanted : t("Shown in {language}", { language: languageOf(shown).label });
}
