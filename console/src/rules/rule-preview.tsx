import type { Rule } from "@fanfare/contract/rule";
import { ruleSchema } from "@fanfare/contract/schema/rule";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { number, percent } from "../language/format.ts";
import { Sentence } from "../language/sentence.tsx";
import { t, tCount } from "../language/t.ts";
import { peopleWords } from "../people/person-words.ts";
import { asProblem } from "../queries.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/cx.ts";
import { ServerWords } from "../ui/server-words.tsx";
import { Shape, Skeleton } from "../ui/skeleton.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { ruleQueries } from "./queries.ts";
import { asksThePage, peoplePart } from "./tree.ts";

const EVERYBODY: Rule = { kind: "percentage", percent: 100, salt: "everybody" };

/** Whom a rule means now: how many, of how many, and some of them. It follows what is built, once that rests. */
export function RulePreview({ rule }: { readonly rule: Rule | undefined }) {
  const { api } = useDoors();
  const app = useApp();
  const settled = useSettled(rule);
  const valid = settled === undefined || ruleSchema.safeParse(settled).success;
  const asked = peoplePart(settled) ?? EVERYBODY;
  const query = useQuery({ ...ruleQueries.preview(api, app.id, asked), enabled: valid });
  if (!valid) return <Card>{t("Complete the conditions, and this counts whom they mean.")}</Card>;
  if (query.isError)
    return (
      <Card>
        <ServerWords text={asProblem(query.error).detail} />
      </Card>
    );
  if (query.data === undefined)
    return (
      <Card>
        <Shape waiting>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-6 w-60 max-w-full" />
        </Shape>
      </Card>
    );
  const { count, exact, people, unknown, samples } = query.data;
  const share = people === 0 ? 0 : Math.round((count / people) * 100);
  return (
    <Card stale={query.isPlaceholderData}>
      <p role="status" className="text-sm text-ink-2">
        {asksThePage(settled) ? (
          <Sentence
            text="{who}, where the page fits"
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
            "Of {n} it cannot be told: something that is asked for is not known of them.",
            "Of {n} it cannot be told: something that is asked for is not known of them.",
          )}
        </p>
      )}
      {samples.length > 0 && (
        <ul aria-label={t("Some of them")} className="flex max-h-14 flex-wrap gap-x-4 gap-y-2 overflow-hidden">
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

/** How many of how many. */
function Counted({ count, exact, people, share }: CountedProps) {
  const parts = {
    count: (
      <strong className="text-md font-semibold text-ink tabular-nums">
        {exact ? number(count) : t("about {n}", { n: count })}
      </strong>
    ),
    people: peopleWords(people, true),
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
    <section aria-label={t("Who is meant")} className="flex gap-3 rounded-lg border border-line bg-sunken p-3.5">
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
