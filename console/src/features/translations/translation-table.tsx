import type { TranslatedContent } from "@fanfare/contract/schema/responses/content/translations";
import { Link } from "@tanstack/react-router";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { useApp } from "../../lib/app-context.ts";
import { localeOption } from "../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { LongList, LongListItem } from "../../ui/table/long-list.tsx";

interface TranslationTableProps {
  readonly items: readonly TranslatedContent[];
  readonly total: number;
  /** Selected language. "" for all. */
  readonly chosen: string;
}

export function TranslationTable({ items, total, chosen }: TranslationTableProps) {
  return (
    <LongList label={t("Content")} rows={items} total={total} keyOf={({ id }) => id} row_px={68}>
      {(content) => (
        <LongListItem className="relative flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-(--gutter) py-3 last:border-b-0 hover:bg-fill has-[a:focus-visible]:bg-fill">
          <Name content={content} chosen={chosen} />
          <div className="min-w-0 max-sm:ms-11">
            <Languages content={content} chosen={chosen} />
          </div>
        </LongListItem>
      )}
    </LongList>
  );
}

function Name({ content, chosen }: { readonly content: TranslatedContent; readonly chosen: string }) {
  const app = useApp();
  const { id, name, type, locale, texts } = content;
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2 [&_svg]:size-4">
        {TYPE_INFO[type].icon}
      </span>
      <span className="flex min-w-0 flex-col">
        <Link
          to="/$app/content/$id"
          params={{ app: app.id, id }}
          search={{ tab: "translations", ...(chosen === "" ? {} : { lang: chosen }) }}
          className="row-link truncate text-base font-medium text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="truncate text-xs text-ink-3">
          {locale === null
            ? tCount(texts, "{n} text, no source language", "{n} texts, no source language")
            : tCount(texts, "{n} text in {language}", "{n} texts in {language}", {
                language: localeOption(locale).label,
              })}
        </span>
      </span>
    </div>
  );
}

function Languages({ content, chosen }: { readonly content: TranslatedContent; readonly chosen: string }) {
  const { languages, locale, texts } = content;
  if (chosen !== "" && locale?.toLowerCase() === chosen.toLowerCase()) {
    return <Badge>{t("Source language")}</Badge>;
  }
  const begun = languages.filter(({ language }) => chosen === "" || language.toLowerCase() === chosen.toLowerCase());
  const shown = chosen !== "" && begun.length === 0 ? [{ language: chosen, missing: texts, wrong_format: 0 }] : begun;
  if (shown.length === 0) return <Badge>{t("No translations yet")}</Badge>;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5">
      {shown.map((work) => (
        <li key={work.language}>
          <Badge tone={work.missing + work.wrong_format === 0 ? "positive" : "caution"}>{workLabel(work)}</Badge>
        </li>
      ))}
    </ul>
  );
}

function workLabel({ language, missing, wrong_format }: TranslatedContent["languages"][number]): string {
  const name = { language: localeOption(language).label };
  if (missing > 0) return tCount(missing, "{language}: {n} missing", "{language}: {n} missing", name);
  if (wrong_format === 0) return t("{language}: complete", name);
  return tCount(wrong_format, "{language}: {n} with wrong formatting", "{language}: {n} with wrong formatting", name);
}
