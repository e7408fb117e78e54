import type { MemberId } from "@fanfare/contract/lib/ids";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { REVIEW_ROUTES } from "@fanfare/contract/schema/routes/contents";
import type { Actor } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { getContent } from "../../../engage/content/content.ts";
import { approveContent, listReviewers, requestReview, withdrawReview } from "../../../engage/publish/reviews.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentContent } from "./presenters.ts";

interface ReviewCall {
  readonly params: { readonly id: string };
  readonly query: { readonly app_id: string; readonly reviewers?: readonly string[] };
  readonly revision: number;
  readonly actor: Actor;
  readonly app: AppRecord;
}

export function reviewHandlers(deps: ApiDeps): Handlers<typeof REVIEW_ROUTES> {
  const answer =
    (change: (deps: ApiDeps, at: ReviewAt, member_id: MemberId | null) => Promise<void>) =>
    async ({
      params: { id },
      query: { reviewers = [] },
      revision,
      actor,
      app,
    }: ReviewCall): Promise<Tagged<ContentDetail>> => {
      await change(deps, { id, revision, app, reviewers }, actor.member_id);
      const row = await getContent(deps, id, app.id);
      return new Tagged(presentContent(row, deps.clock.now()), row.revision);
    };
  return {
    "GET /api/contents/:id/reviewers": async ({ params: { id }, actor, app }) => ({
      items: await listReviewers(deps, { id, app }, actor.member_id),
    }),
    "POST /api/contents/:id/review": answer(requestReview),
    "DELETE /api/contents/:id/review": answer(withdrawReview),
    "POST /api/contents/:id/approve": answer(approveContent),
  };
}

type ReviewAt = Parameters<typeof requestReview>[1];
