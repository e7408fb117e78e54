import { limits } from "@fanfare/contract/limits";
import { type Translations, translationGaps } from "@fanfare/contract/translation";
import { getRouteApi } from "@tanstack/react-router";
import { Languages, X } from "lucide-react";
import { t, tCount } from "../language/t.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { LanguageField } from "./language-field.tsx";
import { languageOf } from "./languages.ts";
import { Row, Rows } from "./settings-row.tsx";
import { TranslationGroup } from "./translation-group.tsx";
import { textGroups, withoutLanguage, withoutUnused } from "./translation-texts.ts";

const route = getRouteApi("/$app/content/$id");

/** The texts in other languages. People get the one that their browser asks for, else the one it is written in. */
export function TranslationsTab() {
  const { state, dispatch } = useBuilder();
  const { locale, translations = {} } = state.draft.edition;
  const set = (change: { locale?: string; translations?: Translations | undefined }): void =>
    dispatch({ kind: "set_rules", change });
  return (
    <Rows>
      <Row title={t("Written in")} description={t("The language of the texts as they stand in the first tab.")}>
        <Field label={t("Language")} hide_label hint={t("People whose language is not here get this one.")}>
          <LanguageField
            label={t("Written in")}
            value={locale}
            placeholder={t("Choose a language")}
            without={Object.keys(translations)}
            onChange={(tag) => set({ locale: tag })}
          />
        </Field>
      </Row>
      <Row
        wide
        title={t("Translations")}
        description={t(
          "Who is shown which is decided by the languages of their browser: German for Austria where there is no Austrian German.",
        )}
      >
        <LanguageList translations={translations} onChange={(next) => set({ translations: next })} />
      </Row>
      <OpenLanguage translations={translations} onChange={(next) => set({ translations: next })} />
    </Rows>
  );
}

interface ListProps {
  readonly translations: Translations;
  readonly onChange: (translations: Translations | undefined) => void;
}

function useOpenLanguage(): readonly [string | undefined, (tag: string | undefined) => void] {
  const { lang } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (tag: string | undefined): void =>
    void navigate({ search: (search) => ({ ...search, lang: tag }), replace: true, resetScroll: false });
  return [lang, open];
}

function LanguageList({ translations, onChange }: ListProps) {
  const { state, read_only } = useBuilder();
  const [open_tag, open] = useOpenLanguage();
  const { body, locale } = state.draft.edition;
  const tags = Object.keys(translations);
  const remove = (tag: string): void => {
    const before = translations;
    onChange(withoutLanguage(translations, tag));
    if (open_tag === tag) open(undefined);
    toast.done({
      title: t("Removed {name}", { name: languageOf(tag).label }),
      action: { label: t("Undo"), onClick: () => onChange(before) },
    });
  };
  return (
    <>
      {tags.length === 0 && (
        <div className="rounded-lg border border-line bg-sunken">
          <EmptyState title={t("In one language so far")} art={<Languages className="size-8 text-ink-3" />}>
            {t("Add a language, and fill in what people read. What is missing is shown as it is written.")}
          </EmptyState>
        </div>
      )}
      {tags.length > 0 && (
        <ul aria-label={t("Languages")} className="divide-y divide-line rounded-lg border border-line">
          {tags.map((tag) => {
            const { label, hint } = languageOf(tag);
            const { missing } = translationGaps(body, translations[tag] ?? {});
            return (
              <li key={tag} className="flex items-center gap-3 ps-1 pe-3.5 py-2">
                <Button look="ghost" aria-pressed={open_tag === tag} onClick={() => open(tag)}>
                  {label}
                </Button>
                <span lang={tag} className="-ms-2 truncate text-sm text-ink-3 max-sm:hidden">
                  {hint}
                </span>
                <span className="ms-auto">
                  {missing.length === 0 ? (
                    <Badge tone="positive">{t("Complete")}</Badge>
                  ) : (
                    <Badge tone="caution">{tCount(missing.length, "{n} missing", "{n} missing")}</Badge>
                  )}
                </span>
                {!read_only && (
                  <IconButton label={t("Remove {name}", { name: label })} size="sm" onClick={() => remove(tag)}>
                    <X />
                  </IconButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {tags.length < limits.locales_max && !read_only && (
        <LanguageField
          label={t("Add a language")}
          value={undefined}
          placeholder={t("Add a language")}
          without={[...tags, ...(locale === undefined ? [] : [locale])]}
          onChange={(tag) => {
            onChange({ ...translations, [tag]: {} });
            open(tag);
          }}
        />
      )}
    </>
  );
}

function OpenLanguage({ translations, onChange }: ListProps) {
  const { state } = useBuilder();
  const [tag] = useOpenLanguage();
  const { body, locale = "" } = state.draft.edition;
  const texts = tag === undefined ? undefined : translations[tag];
  if (tag === undefined || texts === undefined) return null;
  const { unused } = translationGaps(body, texts);
  const { label } = languageOf(tag);
  return (
    <Row
      wide
      title={label}
      description={t(
        "Beside each text as it is written. Names in double braces are filled in for each person: keep them.",
      )}
    >
      {unused.length > 0 && (
        <Callout
          tone="caution"
          title={tCount(unused.length, "{n} text has no place any more", "{n} texts have no place any more")}
        >
          <p>{t("What they translated was deleted or moved into another block.")}</p>
          <Button
            size="sm"
            className="mt-2"
            onClick={() => onChange({ ...translations, [tag]: withoutUnused(texts, unused) })}
          >
            {t("Remove them")}
          </Button>
        </Callout>
      )}
      {textGroups(body).map((group) => (
        <TranslationGroup
          key={group.title}
          group={group}
          tag={tag}
          source={locale}
          translations={translations}
          onChange={onChange}
        />
      ))}
    </Row>
  );
}
