import type { ExplainAnswer, ExplainedContent } from "@fanfare/contract/schema/explain";
import type { PersonDetail } from "@fanfare/contract/schema/person";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Bug, CircleCheck, CircleHelp, CircleX, Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DebugLink } from "../../debug/debug-link.tsx";
import { useApp, useDoors, useMayEdit } from "../../doors.ts";
import { exactly } from "../../language/format.ts";
import { t, tCount, tKnown } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ProblemNotice } from "../../ui/problem-notice.tsx";
import { Skeleton, useSlow } from "../../ui/skeleton.tsx";
import { personQueries } from "../queries.ts";
import { GATE_WORDS } from "./gate-words.ts";
import { useWatch } from "./watch.ts";
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
        <p className="min-w-56 flex-1 text-sm text-ink-2">
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

function Answered({ answer, one }: { readonly answer: ExplainAnswer; readonly one: boolean }) {
  const [first] = answer.items;
  return (
    <section aria-label={t("Answer")} className="flex flex-col gap-5">
      {answer.source === "log" && (
        <p className="text-sm text-ink-2">
          {t("As it was decided on {when}. Of a decision that is past only the rules that did not pass are kept.", {
            when: exactly(Date.parse(answer.at)),
          })}
          {answer.shown.length > 0 &&
            ` ${tCount(answer.shown.length, "Within ten minutes after that, {n} was shown.", "Within ten minutes after that, {n} was shown.")}`}
        </p>
      )}
      {first === undefined && (
        <p className="text-sm text-ink-2">
          {one ? t("It took no part in that decision: it was not live then.") : t("Nothing is live in this app.")}
        </p>
      )}
      {one && first !== undefined ? <OneContent content={first} /> : <ManyContents contents={answer.items} />}
    </section>
  );
}

const OUTCOMES = {
  show: {
    tone: "positive",
    label: t("Is shown"),
    verdict: (name: string) => t("{name}: is shown", { name }),
    icon: <CircleCheck className="text-positive" />,
  },
  hide: {
    tone: "negative",
    label: t("Is not shown"),
    verdict: (name: string) => t("{name}: is not shown", { name }),
    icon: <CircleX className="text-negative-text" />,
  },
  unknown: {
    tone: "caution",
    label: t("Up to the page"),
    verdict: (name: string) => t("{name}: up to the page", { name }),
    icon: <CircleHelp className="text-caution-text" />,
  },
} as const;

function OneContent({ content }: { readonly content: ExplainedContent }) {
  const { icon, verdict } = OUTCOMES[content.outcome];
  const deciding = content.gates.find(({ gate }) => gate === content.gate);
  return (
    <>
      <div className="flex items-start gap-3 rounded-lg border border-line bg-sunken p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
        {icon}
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="text-base font-semibold wrap-anywhere">{verdict(content.name)}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">{verdictWords(content, deciding?.evidence)}</p>
        </div>
      </div>
      <ol aria-label={t("Rules in their order")} className="flex flex-col">
        {content.gates.map(({ gate, status, evidence }) => (
          <li
            key={gate}
            className={cx(
              "grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[1.25rem_minmax(0,13rem)_minmax(0,1fr)]",
              gate === content.gate && "-mx-3 rounded-md border-b-0 bg-negative-soft px-3",
            )}
          >
            <span className="pt-0.5 [&_svg]:size-4">{STATUS_ICONS[status]}</span>
            <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
              {GATE_WORDS[gate]}
              {gate === content.gate && <Badge tone="negative">{t("Decides")}</Badge>}
            </span>
            <span className="text-sm text-ink-2 wrap-anywhere max-sm:col-start-2">{tKnown(evidence)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const STATUS_ICONS: Readonly<Record<"pass" | "block" | "unknown", ReactNode>> = {
  pass: <CircleCheck role="img" aria-label={t("Passes")} className="text-positive" />,
  block: <CircleX role="img" aria-label={t("Blocks")} className="text-negative-text" />,
  unknown: <CircleHelp role="img" aria-label={t("Not known here")} className="text-ink-3" />,
};

function verdictWords({ outcome }: ExplainedContent, evidence: string | undefined): string {
  if (outcome === "show") return t("Every rule that can be judged here passes.");
  if (outcome === "hide") return evidence === undefined ? t("A rule blocks it.") : tKnown(evidence);
  return t(
    "All that the server knows passes. What is left only a page can tell: give its address, or ask {call} there.",
    { call: "fanfare.explain()" },
  );
}

/** Everything that is live, each with what decides. */
function ManyContents({ contents }: { readonly contents: readonly ExplainedContent[] }) {
  const navigate = route.useNavigate();
  return (
    <ul aria-label={t("Everything that is live")} className="flex flex-col">
      {contents.map((each) => {
        const { tone, label } = OUTCOMES[each.outcome];
        const evidence = each.gates.find(({ gate }) => gate === each.gate)?.evidence;
        return (
          <li
            key={each.content_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0"
          >
            <span className="flex min-w-48 flex-1 flex-col gap-0.5">
              <bdi className="w-fit text-sm font-medium wrap-anywhere">{each.name}</bdi>
              <span className="text-xs text-ink-3 wrap-anywhere">
                {evidence === undefined ? verdictWords(each, undefined) : tKnown(evidence)}
              </span>
            </span>
            <Badge tone={tone} dot>
              {label}
            </Badge>
            <Button
              size="sm"
              aria-label={t("All rules of {name}", { name: each.name })}
              onClick={() =>
                void navigate({ search: (search) => ({ ...search, content: each.content_id }), resetScroll: false })
              }
            >
              {t("All rules")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
