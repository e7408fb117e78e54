import type { PersonDetail } from "@fanfare/contract/schema/person";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Bug, Eye } from "lucide-react";
import { useState } from "react";
import { DebugLink } from "../../debug/debug-link.tsx";
import { useApp, useDoors, useMayEdit } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/problem-notice.tsx";
import { Skeleton, useSlow } from "../../ui/skeleton.tsx";
import { personQueries } from "../queries.ts";
import { useWatch } from "./watch.ts";
import { Answered } from "./why-answer.tsx";
import { WhyForm } from "./why-form.tsx";

const route = getRouteApi("/$app/people/$id");

/** Why this person sees something, or does not: now, or at a moment that was logged. The question is in the address. */
export function WhyNot({ person }: { readonly person: PersonDetail }) {
  const search = route.useSearch();
  const [debugging, setDebugging] = useState<boolean | undefined>();
  return (
    <div className="flex flex-col gap-6 px-(--gutter) py-5">
      <WhyForm key={`${search.content} ${search.url} ${search.at}`} />
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3">
        <p className="min-w-56 flex-1 text-sm text-ink-2 text-pretty">
          {t("Elements, lanes and what waits on the screen only the page can tell.")}
        </p>
        <Button icon={<Bug />} onClick={() => setDebugging(true)}>
          {t("Debug in the page")}
        </Button>
        <DebugLink key={search.url} open={debugging} onOpenChange={setDebugging} url={search.url} />
      </div>
      {search.content === undefined ? (
        <p className="text-sm text-ink-3">
          {t(
            "Choose what this is about, and every rule between a content and the screen is asked in turn, the one that decides first.",
          )}
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
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery(
    personQueries.explain(api, {
      ...{ app_id: app.id, person: person.external_id },
      ...(content === "" ? {} : { content }),
      ...(url === undefined ? {} : { url }),
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
    }),
  );
  const slow = useSlow(query.isPending);
  if (query.isError && query.data === undefined) {
    const problem = asProblem(query.error);
    if (problem.code === "decision_not_logged") return <NotLogged person={person} />;
    return <ProblemNotice problem={problem} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return slow ? <Skeleton className="h-24 w-full" /> : null;
  return <Answered answer={query.data} one={content !== ""} />;
}

function NotLogged({ person }: { readonly person: PersonDetail }) {
  const may_edit = useMayEdit();
  const watch = useWatch(person);
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-sunken p-4 text-sm">
      <strong>{t("Nothing was logged at that moment")}</strong>
      <p className="text-ink-2">
        {t("Of people who are watched every decision is kept for thirty days, of all others one in a hundred.")}
        {person.watched_until === null && ` ${t("Watch this person, and the next time there is an answer.")}`}
      </p>
      {may_edit && person.watched_until === null && (
        <Button icon={<Eye />} busy={watch.busy} onClick={() => watch.set(true)}>
          {t("Watch from now on")}
        </Button>
      )}
    </div>
  );
}
