import type { FunnelDimension } from "@fanfare/contract/events/funnel";
import type { FunnelGroup, FunnelStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { SidePanel } from "../../../ui/overlay/side-panel.tsx";
import type { DateRange } from "../period.ts";
import { PeopleList } from "./people-list.tsx";

export interface FunnelScope extends DateRange {
  readonly content_id: string;
  readonly by: FunnelDimension;
  readonly segment_id?: string;
}

/** A number of a content funnel. */
export interface FunnelNumber {
  /** Part of the funnel, which can be divided further than the report. */
  readonly by: FunnelDimension;
  readonly value: string;
  readonly group: FunnelGroup | FunnelStepGroup;
  readonly step_id?: string;
  /** Names the people. */
  readonly label: string;
}

/** Opens the people behind a number. */
export type OnFunnelNumber = (number: FunnelNumber) => void;

export const GROUP_LABELS: Readonly<Record<FunnelGroup, string>> = {
  started: t("People who viewed this content"),
  completed: t("People who completed this content"),
  dismissed: t("People who dismissed this content"),
  failed: t("People whose view failed"),
  in_progress: t("People with a view in progress"),
  suppressed: t("People who chose “Do not show again”"),
  unseen: t("People who didn’t view this content"),
};

interface FunnelPeopleProps {
  readonly scope: FunnelScope;
  readonly chosen: FunnelNumber | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** People behind a number of a content funnel, in a panel. It keeps its content while it closes. */
export function FunnelPeople({ scope, chosen, open, onClose }: FunnelPeopleProps) {
  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={chosen?.label ?? ""}
      description={t("Latest first.")}
    >
      {chosen !== undefined && <NumberPeople scope={scope} chosen={chosen} />}
    </SidePanel>
  );
}

function NumberPeople({ scope, chosen }: { readonly scope: FunnelScope; readonly chosen: FunnelNumber }) {
  const { api } = useAppContext();
  const app = useApp();
  const { label: _, ...number } = chosen;
  const query = useQuery(
    apiQuery(api, ["funnel", app.id, "people", scope, number], "GET /api/analytics/funnel/people", {
      query: { app_id: app.id, ...scope, ...number },
    }),
  );
  return <PeopleList query={query} />;
}
