import { limits } from "@fanfare/contract/limits";
import { hasMarks } from "@fanfare/contract/translation/marked-text";
import { collectSources } from "@fanfare/contract/translation/texts";
import {
  type Texts,
  type Translations,
  translationGaps,
  translationProblems,
  withoutLanguage,
} from "@fanfare/contract/translation/translation";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Languages, X } from "lucide-react";
import { useState } from "react";
import { localeOption } from "../../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { textGroups, withoutUnused } from "../../../model/draft/translation-texts.ts";
import { LanguageField } from "../../../ui/combobox/language-field.tsx";
import { cx } from "../../../ui/cx.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
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
    <>
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
      </SettingsRows>
      <OpenLanguage translations={translations} onChange={(next) => set({ translations: next })} />
    </>
  );
}

interface ListProps {
  readonly translations: Translations;
  readonly onChange: (translations: Translations | undefined) => void;
}

/** The open language: that of the URL, or the first one. */
function useOpenLanguage(translations: Translations): string | undefined {
  const { lang } = route.useSearch();
  return lang !== undefined && Object.hasOwn(translations, lang) ? lang : Object.keys(translations)[0];
}

function LanguageList({ translations, onChange }: ListProps) {
  const { state, read_only } = useEditor();
  const open_tag = useOpenLanguage(translations);
  const navigate = route.useNavigate();
  const { locale } = state.draft.edition;
  const tags = Object.keys(translations);
  const remove = (tag: string): void => {
    const before = translations;
    onChange(withoutLanguage(translations, tag));
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
          {tags.map((tag) => (
            <LanguageRow
              key={tag}
              tag={tag}
              texts={translations[tag] ?? {}}
              open={tag === open_tag}
              onRemove={read_only ? undefined : () => remove(tag)}
            />
          ))}
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
              void navigate({ search: (search) => ({ ...search, lang: tag }), replace: true, resetScroll: false });
            }}
          />
        </div>
      )}
    </>
  );
}

interface LanguageRowProps {
  readonly tag: string;
  readonly texts: Texts;
  readonly open: boolean;
  /** Undefined for members with view-only access. */
  readonly onRemove: (() => void) | undefined;
}

/** A language with its progress. Opens the language. */
function LanguageRow({ tag, texts, open, onRemove }: LanguageRowProps) {
  const { state } = useEditor();
  const { body } = state.draft.edition;
  const { label, hint } = localeOption(tag);
  const { missing } = translationGaps(body, texts);
  const wrong = translationProblems(body, texts).size;
  const all = collectSources(body).size;
  return (
    <li
      className={cx(
        "relative flex items-center gap-3 py-2 ps-4 pe-2.5 transition-colors first:rounded-t-lg last:rounded-b-lg",
        open ? "bg-accent-soft" : "hover:bg-fill",
      )}
    >
      <Link
        to="."
        search={(search) => ({ ...search, lang: tag })}
        replace
        resetScroll={false}
        aria-current={open ? "true" : undefined}
        className="row-link flex min-w-0 items-baseline gap-3 text-sm font-medium text-ink"
      >
        {label}
      </Link>
      <span lang={tag} className="min-w-0 flex-1 truncate text-sm text-ink-3 max-sm:invisible">
        {hint}
      </span>
      <span
        aria-hidden="true"
        className="h-1.5 w-28 shrink-0 overflow-hidden rounded-full bg-fill-strong max-md:hidden"
      >
        <span
          className={cx("block h-full rounded-full", missing.length === 0 ? "bg-positive" : "bg-accent")}
          style={{ width: `${all === 0 ? 100 : (100 * (all - missing.length)) / all}%` }}
        />
      </span>
      <span className="flex min-w-24 flex-wrap justify-end gap-1.5">
        {wrong > 0 && (
          <Badge tone="caution">{tCount(wrong, "{n} with wrong formatting", "{n} with wrong formatting")}</Badge>
        )}
        {missing.length > 0 ? (
          <Badge tone="caution">{tCount(missing.length, "{n} missing", "{n} missing")}</Badge>
        ) : (
          wrong === 0 && <Badge tone="positive">{t("Complete")}</Badge>
        )}
      </span>
      {onRemove !== undefined && (
        <IconButton label={t("Remove {name}", { name: label })} size="sm" className="z-1" onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </li>
  );
}

function OpenLanguage({ translations, onChange }: ListProps) {
  const tag = useOpenLanguage(translations);
  // The filter belongs to one language.
  return tag === undefined ? null : (
    <LanguageTexts key={tag} tag={tag} translations={translations} onChange={onChange} />
  );
}

interface LanguageTextsProps extends ListProps {
  readonly tag: string;
}

function LanguageTexts({ tag, translations, onChange }: LanguageTextsProps) {
  const { state, read_only } = useEditor();
  const { body, locale = "" } = state.draft.edition;
  const texts = translations[tag] ?? {};
  const { missing, unused } = translationGaps(body, texts);
  /** Texts that were missing when the filter was set: a text that is being translated stays. */
  const [only, setOnly] = useState<ReadonlySet<string>>();
  const groups = textGroups(body).flatMap((group) => {
    const shown = group.texts.filter(({ key }) => only?.has(key) !== false);
    return shown.length === 0 ? [] : [{ ...group, texts: shown }];
  });
  const marked = [...collectSources(body).values()].some(({ spans = [] }) => hasMarks(spans));
  const { label } = localeOption(tag);
  return (
    <section aria-label={label} className="-mt-6 px-(--gutter) pb-8">
      <div className="flex max-w-280 flex-col gap-5 border-t border-line pt-8">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="text-base font-semibold">{label}</h2>
            <p className="text-sm text-ink-2 text-pretty">
              {marked
                ? t(
                    "Translate each text. Keep variables in double braces, and format the matching words as in the source text.",
                  )
                : t("Translate each text. Keep variables in double braces. They’re filled in for each person.")}
            </p>
          </div>
          <Segmented
            label={t("Texts")}
            value={only === undefined ? "all" : "missing"}
            options={[
              { value: "all", label: t("All") },
              { value: "missing", label: t("Missing"), count: String(missing.length) },
            ]}
            onChange={(filter) => setOnly(filter === "all" ? undefined : new Set(missing))}
          />
        </div>
        {unused.length > 0 && (
          <Callout tone="caution" title={tCount(unused.length, "{n} unused text", "{n} unused texts")}>
            <p>{t("Their source text was deleted or moved to another block.")}</p>
            {!read_only && (
              <Button
                size="sm"
                className="mt-2"
                onClick={() => onChange({ ...translations, [tag]: withoutUnused(texts, unused) })}
              >
                {t("Remove unused texts")}
              </Button>
            )}
          </Callout>
        )}
        {groups.length === 0 && (
          <p className="rounded-lg border border-line bg-sunken px-4 py-8 text-center text-sm text-ink-2">
            {t("All texts are translated.")}
          </p>
        )}
        {groups.map((group) => (
          <TranslationGroup
            key={group.title}
            group={group}
            tag={tag}
            source={locale}
            translations={translations}
            onChange={onChange}
          />
        ))}
      </div>
    </section>
  );
}
