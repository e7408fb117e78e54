import { limits } from "@fanfare/contract/limits";
import { hasMarks } from "@fanfare/contract/translation/marked-text";
import { collectSources } from "@fanfare/contract/translation/texts";
import {
  type Translations,
  translationGaps,
  translationProblems,
  withoutLanguage,
} from "@fanfare/contract/translation/translation";
import { getRouteApi } from "@tanstack/react-router";
import { Languages, X } from "lucide-react";
import { localeOption } from "../../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { textGroups, withoutUnused } from "../../../model/draft/translation-texts.ts";
import { LanguageField } from "../../../ui/combobox/language-field.tsx";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { useEditor } from "../state/editor-context.ts";
import { TranslationGroup } from "./translation-group.tsx";

const route = getRouteApi("/$app/content/$id");

/** Translations. People see their browser's language, or else the source language. */
export function TranslationsTab() {
  const { state, dispatch } = useEditor();
  const { locale, translations = {} } = state.draft.edition;
  const set = (change: { locale?: string; translations?: Translations | undefined }): void =>
    dispatch({ kind: "set_rules", change });
  return (
    <SettingsRows>
      <SettingsRow
        title={t("Source language")}
        description={t("The language that you write this content in. Your app’s settings choose it for new content.")}
      >
        <Field
          label={t("Language")}
          hide_label
          hint={t("Shown to people whose language has no translation.")}
          className="max-w-80"
        >
          <LanguageField
            label={t("Source language")}
            value={locale}
            placeholder={t("Select a language")}
            without={Object.keys(translations)}
            onChange={(tag) => set({ locale: tag })}
          />
        </Field>
      </SettingsRow>
      <SettingsRow
        wide
        title={t("Translations")}
        description={t(
          "People see the best match for their browser’s languages. For example, German if Austrian German is missing.",
        )}
      >
        <LanguageList translations={translations} onChange={(next) => set({ translations: next })} />
      </SettingsRow>
      <OpenLanguage translations={translations} onChange={(next) => set({ translations: next })} />
    </SettingsRows>
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
  const { state, read_only } = useEditor();
  const [open_tag, open] = useOpenLanguage();
  const { body, locale } = state.draft.edition;
  const tags = Object.keys(translations);
  const remove = (tag: string): void => {
    const before = translations;
    onChange(withoutLanguage(translations, tag));
    if (open_tag === tag) open(undefined);
    toast.done({
      title: t("{name} removed", { name: localeOption(tag).label }),
      action: { label: t("Undo"), onClick: () => onChange(before) },
    });
  };
  return (
    <>
      {tags.length === 0 && (
        <div className="rounded-lg border border-line bg-sunken">
          <EmptyState title={t("No translations yet")} art={<Languages className="size-8 text-ink-3" />}>
            {t("Add a language, then translate the texts. Missing texts appear in the source language.")}
          </EmptyState>
        </div>
      )}
      {tags.length > 0 && (
        <ul aria-label={t("Languages")} className="divide-y divide-line rounded-lg border border-line">
          {tags.map((tag) => {
            const { label, hint } = localeOption(tag);
            const { missing } = translationGaps(body, translations[tag] ?? {});
            const wrong = translationProblems(body, translations[tag] ?? {}).size;
            return (
              <li key={tag} className="flex items-center gap-3 ps-1 pe-3.5 py-2">
                <Button variant="ghost" aria-pressed={open_tag === tag} onClick={() => open(tag)}>
                  {label}
                </Button>
                <span lang={tag} className="-ms-2 truncate text-sm text-ink-3 max-sm:hidden">
                  {hint}
                </span>
                <span className="ms-auto flex flex-wrap justify-end gap-1.5">
                  {wrong > 0 && (
                    <Badge tone="caution">
                      {tCount(wrong, "{n} with wrong formatting", "{n} with wrong formatting")}
                    </Badge>
                  )}
                  {missing.length === 0 && wrong > 0 ? null : missing.length === 0 ? (
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
        <div className="max-w-80">
          <LanguageField
            label={t("Add language")}
            value={undefined}
            placeholder={t("Add language")}
            without={[...tags, ...(locale === undefined ? [] : [locale])]}
            onChange={(tag) => {
              onChange({ ...translations, [tag]: {} });
              open(tag);
            }}
          />
        </div>
      )}
    </>
  );
}

function OpenLanguage({ translations, onChange }: ListProps) {
  const { state } = useEditor();
  const [tag] = useOpenLanguage();
  const { body, locale = "" } = state.draft.edition;
  const texts = tag === undefined ? undefined : translations[tag];
  if (tag === undefined || texts === undefined) return null;
  const { unused } = translationGaps(body, texts);
  const marked = [...collectSources(body).values()].some(({ spans = [] }) => hasMarks(spans));
  const { label } = localeOption(tag);
  return (
    <SettingsRow
      wide
      title={label}
      description={
        marked
          ? t(
              "Translate each text. Keep variables in double braces, and format the matching words as in the source text.",
            )
          : t("Translate each text. Keep variables in double braces. They’re filled in for each person.")
      }
    >
      {unused.length > 0 && (
        <Callout tone="caution" title={tCount(unused.length, "{n} unused text", "{n} unused texts")}>
          <p>{t("Their source text was deleted or moved to another block.")}</p>
          <Button
            size="sm"
            className="mt-2"
            onClick={() => onChange({ ...translations, [tag]: withoutUnused(texts, unused) })}
          >
            {t("Remove unused texts")}
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
    </SettingsRow>
  );
}
