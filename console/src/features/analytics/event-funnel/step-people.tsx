import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { SidePanel } from "../../../ui/overlay/side-panel.tsx";
import { PeopleList } from "../report-people/people-list.tsx";

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
      {choice !== undefined && <StepPeopleList question={question} choice={choice} />}
    </SidePanel>
  );
}

function StepPeopleList({ question, choice }: { readonly question: FunnelQuestion; readonly choice: StepChoice }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(
    apiQuery(api, ["event-funnel", app.id, "people", question, choice], "POST /api/analytics/event-funnel/people", {
      query: { app_id: app.id },
      body: { ...question, steps: [...question.steps], ...choice },
      unkeyed: true,
    }),
  );
  return <PeopleList query={query} />;
}
