import type { ContentFunnel, FunnelBy } from "@fanfare/contract/schema/analytics";
import type { AnswersPage, AnswersSummary } from "@fanfare/contract/schema/answer";
import type { ExperimentReport } from "@fanfare/contract/schema/experiment";
import type { CreateGoalRequest, Goal, UpdateGoalRequest } from "@fanfare/contract/schema/goal";
import type { Call } from "../api.ts";
import type { PartAsked } from "../endless.ts";
import { searchOf, segment } from "../query-text.ts";

/** Which content, over which days, and by what it is parted. */
export interface FunnelQuery {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: string;
  readonly to: string;
  readonly by: FunnelBy;
  /** Only people who are in this segment now. */
  readonly segment_id: string | undefined;
}

/** Which question of a survey. */
export interface GivenAnswersQuery extends PartAsked {
  readonly app_id: string;
  readonly content_id: string;
  readonly question_id: string;
}

/** Where the report of an experiment is as a file. */
export function experimentFilePath(app_id: string, content_id: string): string {
  return `contents/${segment(content_id)}/experiment?${searchOf({ app_id, format: "csv" })}`;
}

/** The calls about what became of contents, and goals. */
export function analyticsCalls(call: Call) {
  return {
    funnel: (query: FunnelQuery, signal?: AbortSignal) =>
      call<ContentFunnel>("GET", `analytics/funnel?${searchOf({ ...query })}`, { signal }),
    experiment: (app_id: string, content_id: string, signal?: AbortSignal) =>
      call<ExperimentReport>("GET", `contents/${segment(content_id)}/experiment?${searchOf({ app_id })}`, { signal }),
    answers: (app_id: string, content_id: string, signal?: AbortSignal) =>
      call<AnswersSummary>("GET", `contents/${segment(content_id)}/answers?${searchOf({ app_id })}`, { signal }),
    givenAnswers: ({ content_id, question_id, ...query }: GivenAnswersQuery, signal?: AbortSignal) =>
      call<AnswersPage>(
        "GET",
        `contents/${segment(content_id)}/answers/${segment(question_id)}?${searchOf({ ...query })}`,
        { signal },
      ),
    updateGoal: (app_id: string, { id, revision }: Pick<Goal, "id" | "revision">, body: UpdateGoalRequest) =>
      call<Goal>("PATCH", `goals/${segment(id)}?${searchOf({ app_id })}`, { body, revision }),
    createGoal: (body: CreateGoalRequest) => call<Goal>("POST", "goals", { body }),
    deleteGoal: (app_id: string, id: string) =>
      call<undefined>("DELETE", `goals/${segment(id)}?${searchOf({ app_id })}`),
    restoreGoal: (app_id: string, id: string) =>
      call<Goal>("POST", `goals/${segment(id)}/restore?${searchOf({ app_id })}`, { body: {} }),
  };
}
