import type { ContentType } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import { partName } from "@fanfare/contract/publish/publish-warning";
import type { ContentTextMatches, TextMatches } from "@fanfare/contract/schema/responses/content/translations";
import type { TextMatch } from "@fanfare/contract/translation/text-replacement";
import { PUBLISH_WARNING_TEXTS } from "@fanfare/contract/wording/publish-warnings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Replace, SearchX } from "lucide-react";
import { useState } from "react";
import { formatContentCount, TYPE_INFO } from "../../components/content/content-types.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { languageName } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { useSearchChange } from "../../lib/use-search-change.ts";
import { useTitle } from "../../lib/use-title.ts";
import { LETTERS } from "../../model/draft/variants.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import type { ReplaceSearch } from "./search.ts";
import { placeKey, TEXT_MATCHES_KEY, useReplace } from "./use-replace.ts";

const route = getRouteApi("/$app/content/replace");

export function FindReplacePage() {
  useTitle(t("Find and replace"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const [by, setBy] = useState("");
  const query = useQuery({
    ...apiQuery(api, [TEXT_MATCHES_KEY, search], "GET /api/text-matches", { query: search }),
    ...{ enabled: search.q !== "", placeholderData: keepPreviousData, staleTime: 0 },
  });
  const setSearch = (change: Partial<ReplaceSearch>): void =>
    void navigate({ params: { app: app.id }, search: changed(change), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader
        back={
          <Link to="/$app/content" params={{ app: app.id }} className={BACK_LINK}>
            {t("All content")}
          </Link>
        }
        title={t("Find and replace")}
        description={t("Change a text in all drafts, languages, and variants. Live content changes when you publish.")}
      />
      <div className="grid gap-x-5 gap-y-3 border-b border-line px-(--gutter) pb-4 sm:grid-cols-2">
        <Field label={t("Find")}>
          <SearchInput
            label={t("Find")}
            placeholder={t("Text to find")}
            value={search.q}
            onSearch={(q) => setSearch({ q })}
            className="w-full"
          />
        </Field>
        <Field label={t("Replace with")}>
          <Input
            dir="auto"
            className="h-8 text-sm"
            maxLength={limits.search_chars_max}
            value={by}
            onChange={(event) => setBy(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-x-6 sm:col-span-2">
          <Checkbox
            label={t("Match case")}
            checked={search.letters === "same_case"}
            onChange={(on) => setSearch({ letters: on ? "same_case" : "any_case" })}
          />
          <Checkbox
            label={t("Whole words only")}
            checked={search.match === "whole_words"}
            onChange={(on) => setSearch({ match: on ? "whole_words" : "anywhere" })}
          />
        </div>
      </div>
      {search.q !== "" && (
        <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-5 h-60" />}>
          {(found) =>
            found.items.length === 0 ? (
              <EmptyState art={<EmptyArt icon={SearchX} />} title={t("No results")}>
                {t("No draft contains this text.")}
              </EmptyState>
            ) : (
              <Matches key={JSON.stringify(search)} found={found} search={search} by={by} />
            )
          }
        </QueryView>
      )}
    </>
  );
}

interface MatchesProps {
  readonly found: TextMatches;
  readonly search: ReplaceSearch;
  readonly by: string;
}

function Matches({ found: { items, truncated }, search, by }: MatchesProps) {
  const may_edit = useCan("content.write");
  const { replace, under_way } = useReplace();
  /** Texts that the author excluded. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const idOf = (content_id: string, place: Parameters<typeof placeKey>[0]) => `${content_id} ${placeKey(place)}`;
  const chosen = items.filter(({ id, matches }) => matches.some((match) => !left.has(idOf(id, match))));
  const texts = chosen.flatMap(({ id, matches }) => matches.filter((match) => !left.has(idOf(id, match))));
  const toggle = (key: string): void => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  return (
    <div className="flex flex-col gap-5 px-(--gutter) py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-ink-2">
          {t("{texts} in {items}", {
            texts: tCount(texts.length, "{n} text selected", "{n} texts selected"),
            items: formatContentCount(chosen.length),
          })}
          {truncated && ` ${t("More texts match. Replace these first, or search for a longer text.")}`}
        </p>
        {may_edit && (
          <Button
            // Removing is rarely what is wanted, and all texts are selected at first.
            variant={by === "" ? "secondary" : "primary"}
            icon={<Replace />}
            busy={under_way !== undefined}
            disabled={texts.length === 0 || by === search.q}
            onClick={() =>
              replace(chosen, {
                search: {
                  text: search.q,
                  match_case: search.letters === "same_case",
                  whole_words: search.match === "whole_words",
                },
                by,
                selects: (id, place) => !left.has(idOf(id, place)),
              })
            }
          >
            {by === "" ? t("Remove text") : t("Replace text")}
          </Button>
        )}
      </div>
      {items.map((content) => (
        <ContentMatches
          key={content.id}
          content={content}
          by={by}
          isChosen={may_edit ? (match) => !left.has(idOf(content.id, match)) : undefined}
          onToggle={(match) => toggle(idOf(content.id, match))}
        />
      ))}
    </div>
  );
}

interface ContentMatchesProps {
  readonly content: ContentTextMatches;
  readonly by: string;
  /** Undefined for members with view-only access. */
  readonly isChosen: ((match: TextMatch) => boolean) | undefined;
  readonly onToggle: (match: TextMatch) => void;
}

function ContentMatches({ content: { id, name, type, matches }, by, isChosen, onToggle }: ContentMatchesProps) {
  const app = useApp();
  return (
    <section aria-label={name} className="flex flex-col gap-1 rounded-lg border border-line p-4">
      <h2 className="flex items-center gap-2 pb-1 text-base font-medium [&_svg]:size-4 [&_svg]:text-ink-3">
        {TYPE_INFO[type].icon}
        <Link to="/$app/content/$id" params={{ app: app.id, id }} dir="auto" className="wrap-anywhere hover:underline">
          {name}
        </Link>
      </h2>
      <ul className="flex flex-col divide-y divide-line">
        {matches.map((match) => {
          const label = <MatchText match={match} type={type} by={by} />;
          return (
            <li key={placeKey(match)} className="py-1">
              {isChosen === undefined ? (
                <div className="py-1.5 text-sm">{label}</div>
              ) : (
                <Checkbox label={label} checked={isChosen(match)} onChange={() => onToggle(match)} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The text with its changes marked, and where it's from. */
function MatchText({
  match: { variant, language, part, text, ranges },
  type,
  by,
}: {
  readonly match: TextMatch;
  readonly type: ContentType;
  readonly by: string;
}) {
  const ends = [0, ...ranges.map(({ end }) => end)];
  return (
    <span className="flex flex-col gap-1">
      {part !== null && (
        <bdi className="text-xs text-ink-3 wrap-anywhere">
          {tCause(PUBLISH_WARNING_TEXTS, partName(type, part.number, { title: part.title || t("Untitled") }))}
        </bdi>
      )}
      <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {ranges.map(({ start, end }, index) => (
          <span key={start}>
            {text.slice(ends[index], start)}
            <del className="rounded-xs bg-negative-soft px-0.5 text-negative-text">{text.slice(start, end)}</del>
            {by !== "" && (
              <ins className="rounded-xs bg-positive-soft px-0.5 text-positive-text no-underline">{by}</ins>
            )}
          </span>
        ))}
        {text.slice(ends.at(-1))}
      </span>
      {(language !== null || variant !== "a") && (
        <span className="flex gap-1.5">
          {language !== null && <Badge tone="neutral">{languageName(language)}</Badge>}
          {variant !== "a" && <Badge tone="neutral">{t("Variant {letter}", { letter: LETTERS[variant] })}</Badge>}
        </span>
      )}
    </span>
  );
}
