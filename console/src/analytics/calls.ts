import type { ContentFunnel, FunnelBy } from "@fanfare/contract/schema/analytics";
import type { CreateGoalRequest, Goal } from "@fanfare/contract/schema/goal";
import type { Call } from "../api.ts";
import { searchOf, segment } from "../query-text.ts";

/** Which content, over which days, and by what it is parted. */
export interface FunnelQuery {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: string;
  readonly to: string;
  readonly by: FunnelBy;
}

/** The calls about what became of contents, and goals. */
export function analyticsCalls(call: Call) {
  return {
    funnel: (query: FunnelQuery, signal?: AbortSignal) =>
      call<ContentFunnel>("GET", `analytics/funnel?${searchOf({ ...query })}`, { signal }),
    createGoal: (body: CreateGoalRequest) => call<Goal>("POST", "goals", { body }),
    deleteGoal: (app_id: string, id: string) =>
      call<undefined>("DELETE", `goals/${segment(id)}?${searchOf({ app_id })}`),
  };
}
