import type { ArticleSource, ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import { helpFeedUrlSchema } from "@fanfare/contract/schema/content/resource-center";
import { HELP_FEED_TEXTS } from "@fanfare/contract/wording/help-feed";
import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { tCause } from "../../../lib/i18n/cause.ts";
import { asIs, t, tCount } from "../../../lib/i18n/t.ts";
import { helpFeedQueries } from "../../../lib/queries/help-feeds.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const SOURCES = [
  { value: "none", label: t("None") },
  { value: "feed", label: t("Feed") },
  { value: "search", label: t("Search API") },
] as const;

const HINTS: Readonly<Record<ArticleSource["kind"], string>> = {
  feed: t("A public feed as JSON, RSS, or Atom. The server reads it every hour."),
  search: t("Browsers request this URL without cookies. It responds with JSON like a JSON Feed, and allows CORS."),
};
const EXAMPLES: Readonly<Record<ArticleSource["kind"], string>> = {
  feed: asIs("https://help.example.com/feed.xml"),
  search: asIs("https://help.example.com/api/search?q={query}"),
};

interface ArticleFieldsProps {
  readonly body: ResourceCenterBody;
  readonly onChange: (body: ResourceCenterBody) => void;
}

/** Help center whose articles the search includes. */
export function ArticleFields({ body, onChange }: ArticleFieldsProps) {
  const problem = useProblemAt("body.articles.url");
  const { articles, ...without_articles } = body;
  return (
    <>
      <Field label={t("Articles")} hint={t("The search also lists articles of your help center.")}>
        <Segmented
          label={t("Articles")}
          value={articles?.kind ?? "none"}
          options={SOURCES}
          onChange={(kind) =>
            onChange(kind === "none" ? without_articles : { ...body, articles: { kind, url: articles?.url ?? "" } })
          }
          className="self-start"
        />
      </Field>
      {articles !== undefined && (
        <>
          <Field
            label={articles.kind === "feed" ? t("Feed URL") : t("Search API URL")}
            error={problem}
            hint={HINTS[articles.kind]}
          >
            <Input
              value={articles.url}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="none"
              placeholder={EXAMPLES[articles.kind]}
              onChange={({ target: { value } }) => onChange({ ...body, articles: { ...articles, url: value } })}
            />
          </Field>
          {articles.kind === "feed" && <FeedState url={articles.url} />}
        </>
      )}
    </>
  );
}

/** When the server read the feed, and what came of it. */
function FeedState({ url: typed }: { readonly url: string }) {
  const { api, client } = useAppContext();
  const { read_only } = useEditor();
  const url = useDebouncedValue(typed);
  const query = helpFeedQueries.state(api, url);
  const valid = helpFeedUrlSchema.safeParse(url).success;
  const { data } = useQuery({ ...query, enabled: valid });
  const reading = useMutation({
    mutationFn: () => api.call("POST /api/help-feeds/read", { body: { url } }),
    onSuccess: (state) => client.setQueryData(query.queryKey, state),
  });
  if (!valid || data === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2" role="status">
        {data.read_at === null ? (
          t("Not read yet.")
        ) : (
          <span>
            {tCount(data.articles, "{n} article", "{n} articles")}
            {asIs(" · ")}
            {t("Last read:")} <RelativeTime at={data.read_at} />
          </span>
        )}
        {!read_only && (
          <Button size="sm" icon={<RotateCw />} busy={reading.isPending} onClick={() => reading.mutate()}>
            {t("Read feed")}
          </Button>
        )}
      </div>
      {data.failure !== null && <Callout tone="caution">{tCause(HELP_FEED_TEXTS, data.failure)}</Callout>}
      {reading.error !== null && (
        <Callout tone="problem" title={t("Couldn’t read feed")}>
          {asProblem(reading.error).message}
        </Callout>
      )}
    </div>
  );
}
