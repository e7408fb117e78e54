import { ruleSchema } from "@fanfare/contract/schema/content/rule";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { hasPageConditions, withoutPageConditions } from "@fanfare/contract/targeting/rule-without-page";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number, percent } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { formatPeople } from "../../model/person-labels.ts";
import { cx } from "../../ui/cx.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { Skeleton, SkeletonScreen } from "../../ui/feedback/skeleton.tsx";

const EVERYONE: Rule = { kind: "percentage", percent: 100, salt: "everybody" };

/** Number and sample of the people who match a rule. Updates when editing pauses. */
export function RulePreview({ rule }: { readonly rule: Rule | undefined }) {
  const { api } = useAppContext();
  const app = useApp();
  const settled = useDebouncedValue(rule);
  const valid = settled === undefined || ruleSchema.safeParse(settled).success;
  const asked = withoutPageConditions(settled) ?? EVERYONE;
  const query = useQuery({ ...ruleQueries.preview(api, app.id, asked), enabled: valid });
  if (!valid) return <Card>{t("Complete the conditions to see how many people match.")}</Card>;
  if (query.isError)
    return (
      <Card>
        <ServerText text={asProblem(query.error).detail} />
      </Card>
    );
  if (query.data === undefined)
    return (
      <Card>
        <SkeletonScreen waiting>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-6 w-60 max-w-full" />
        </SkeletonScreen>
      </Card>
    );
  const { count, exact, people, unknown, samples } = query.data;
  const share = people === 0 ? 0 : Math.round((count / people) * 100);
  return (
    <Card stale={query.isPlaceholderData}>
      <p role="status" className="text-sm text-ink-2">
        {hasPageConditions(settled) ? (
          <Sentence
            text="{who}, if the page matches"
            parts={{ who: <Counted count={count} exact={exact} people={people} share={share} /> }}
          />
        ) : (
          <Counted count={count} exact={exact} people={people} share={share} />
        )}
      </p>
      {people > 0 && (
        <div className="h-1.5 overflow-hidden rounded-full bg-fill-strong">
          <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
        </div>
      )}
      {unknown > 0 && (
        <p className="text-xs text-ink-3">
          {tCount(
            unknown,
            "{n} person can’t be evaluated because data is missing.",
            "{n} people can’t be evaluated because data is missing.",
          )}
        </p>
      )}
      {samples.length > 0 && (
        <ul aria-label={t("Sample people")} className="flex max-h-14 flex-wrap gap-x-4 gap-y-2 overflow-hidden">
          {samples.slice(0, 6).map(({ id, name, external_id }) => (
            <li key={id} className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
              <Avatar name={name ?? external_id ?? "?"} />
              <span dir="auto" className="max-w-36 truncate">
                {name ?? external_id}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface CountedProps {
  readonly count: number;
  readonly exact: boolean;
  readonly people: number;
  readonly share: number;
}

function Counted({ count, exact, people, share }: CountedProps) {
  const parts = {
    count: (
      <strong className="text-md font-semibold text-ink tabular-nums">
        {exact ? number(count) : t("about {n}", { n: count })}
      </strong>
    ),
    people: formatPeople(people, true),
    share: percent(share / 100),
  };
  return people > 0 ? (
    <Sentence text="{count} of {people} ({share})" parts={parts} />
  ) : (
    <Sentence text="{count} of {people}" parts={parts} />
  );
}

function Card({ children, stale = false }: { readonly children: React.ReactNode; readonly stale?: boolean }) {
  return (
    <section aria-label={t("Matching people")} className="flex gap-3 rounded-lg border border-line bg-sunken p-3.5">
      <Users className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div
        className={cx(
          "flex min-h-6 min-w-0 flex-1 flex-col justify-center gap-2.5 text-sm text-ink-2 transition-opacity",
          stale && "opacity-60",
        )}
      >
        {children}
      </div>
    </section>
  );
}
