import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Bug, Eye } from "lucide-react";
import { useState } from "react";
import { DebugLink } from "../../../components/debug-link/debug-link.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../../ui/feedback/skeleton.tsx";
import { ExplainForm } from "./explain-form.tsx";
import { Explanation } from "./explanation.tsx";
import { useWatch } from "./use-watch.ts";

const route = getRouteApi("/$app/people/$id");

/** Explains why this person does or doesn't see content, now or at a logged time. The URL holds the question. */
export function Explain({ person }: { readonly person: PersonDetail }) {
  const search = route.useSearch();
  const [debugging, setDebugging] = useState<boolean | undefined>();
  return (
    <div className="flex flex-col gap-6 px-(--gutter) py-5">
      <ExplainForm key={`${search.content} ${search.url} ${search.at}`} />
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3">
        <p className="min-w-56 flex-1 text-sm text-ink-2 text-pretty">
          {t("Page elements and other content on screen can be checked only on the page.")}
        </p>
        <Button icon={<Bug />} onClick={() => setDebugging(true)}>
          {t("Debug on page")}
        </Button>
        <DebugLink key={search.url} open={debugging} onOpenChange={setDebugging} url={search.url} />
      </div>
      {search.content === undefined ? (
        <p className="text-sm text-ink-3">
          {t("Select content to check each rule in order. The first rule that blocks the content decides the result.")}
        </p>
      ) : (
        <Answer person={person} content={search.content} url={search.url} at={search.at} />
      )}
    </div>
  );
}

interface AnswerProps {
  readonly person: PersonDetail;
  readonly content: string;
  readonly url: string | undefined;
  readonly at: string | undefined;
}

function Answer({ person, content, url, at }: AnswerProps) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(
    personQueries.explain(api, {
      ...{ app_id: app.id, person: person.external_id },
      ...(content === "" ? {} : { content_id: content }),
      ...(url === undefined ? {} : { url }),
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
    }),
  );
  const slow = useIsSlow(query.isPending);
  if (query.isError && query.data === undefined) {
    const problem = asProblem(query.error);
    if (problem.code === "decision_not_logged") return <NotLogged person={person} />;
    return <ProblemNotice problem={problem} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return slow ? <Skeleton className="h-24 w-full" /> : null;
  return <Explanation answer={query.data} one={content !== ""} />;
}

function NotLogged({ person }: { readonly person: PersonDetail }) {
  const may_edit = useCan("person.write");
  const watch = useWatch(person);
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-sunken p-4 text-sm">
      <strong>{t("No decision logged at that time")}</strong>
      <p className="text-ink-2">
        {t("Decisions are kept for 30 days: all for watched people, 1% for everyone else.")}
        {person.watched_until === null && ` ${t("Watch this person to log every future decision.")}`}
      </p>
      {may_edit && person.watched_until === null && (
        <Button icon={<Eye />} busy={watch.busy} onClick={() => watch.set(true)}>
          {t("Watch for 30 days")}
        </Button>
      )}
    </div>
  );
}
