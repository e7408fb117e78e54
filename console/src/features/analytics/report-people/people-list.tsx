import type { FunnelPeople } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { UseQueryResult } from "@tanstack/react-query";
import { PersonLink } from "../../../components/person/person-link.tsx";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";

/** People behind a number of a report, in a panel. */
export function PeopleList({ query }: { readonly query: UseQueryResult<FunnelPeople> }) {
  return (
    <QueryView query={query} shape={<Skeleton className="h-24" />}>
      {({ total, items }) => (
        <>
          <p className="text-sm text-ink-2">
            {tCount(total, "1 person", "{n} people")}
            {total > items.length && ` · ${t("the latest {n} are listed", { n: items.length })}`}
          </p>
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <PersonRow key={item.person.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

function PersonRow({ item: { person, at } }: { readonly item: FunnelPeople["items"][number] }) {
  const name = person.name ?? person.external_id;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar name={name} />
      <PersonLink
        external_id={person.external_id}
        name={name}
        className="min-w-0 flex-1 truncate text-sm font-medium text-ink hover:underline"
      />
      <span className="text-xs text-ink-3">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}

interface PeopleButtonProps {
  readonly count: number;
  readonly label: string;
  /** Undefined if the number has no people to show. */
  readonly onClick: (() => void) | undefined;
}

/** A number of a report that opens its people. */
export function PeopleButton({ count, label, onClick }: PeopleButtonProps) {
  if (count === 0 || onClick === undefined) return number(count);
  return (
    <button
      type="button"
      aria-label={`${label}: ${number(count)}`}
      onClick={onClick}
      className="min-h-6 rounded-xs font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
    >
      {number(count)}
    </button>
  );
}
