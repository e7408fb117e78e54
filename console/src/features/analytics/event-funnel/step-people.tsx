import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { EventFunnelPeople } from "@fanfare/contract/schema/responses/analytics/event-funnel";
import { useQuery } from "@tanstack/react-query";
import { PersonLink } from "../../../components/person/person-link.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { SidePanel } from "../../../ui/overlay/side-panel.tsx";

export interface FunnelQuestion {
  readonly steps: readonly EventFunnelStep[];
  readonly within_days: number;
  readonly from: string;
  readonly to: string;
  readonly segment_id?: string | undefined;
}

/** A step from 1, and which of its people. */
export interface StepChoice {
  readonly step: number;
  readonly outcome: "reached" | "dropped";
}

interface StepPeopleProps {
  readonly question: FunnelQuestion;
  readonly choice: StepChoice | undefined;
  readonly name: string;
  readonly onClose: () => void;
}

/** People who reached a step, or dropped off before it, in a panel. */
export function StepPeople({ question, choice, name, onClose }: StepPeopleProps) {
  return (
    <SidePanel
      open={choice !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={
        choice?.outcome === "dropped"
          ? t("Dropped off before “{step}”", { step: name })
          : t("Reached “{step}”", { step: name })
      }
      description={t("Latest first.")}
    >
      {choice !== undefined && <PeopleList question={question} choice={choice} />}
    </SidePanel>
  );
}

function PeopleList({ question, choice }: { readonly question: FunnelQuestion; readonly choice: StepChoice }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(
    apiQuery(api, ["event-funnel", app.id, "people", question, choice], "POST /api/analytics/event-funnel/people", {
      query: { app_id: app.id },
      body: { ...question, steps: [...question.steps], ...choice },
      unkeyed: true,
    }),
  );
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

function PersonRow({ item: { person, at } }: { readonly item: EventFunnelPeople["items"][number] }) {
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
