import type { GoalsResponse } from "@fanfare/contract/schema/goal";
import type { CelebrationsPage, ContentRunsPage } from "@fanfare/contract/schema/run";
import type { Call } from "../api.ts";
import type { PartAsked } from "../endless.ts";
import { searchOf, segment } from "../query-text.ts";

/** The calls of the celebrations screen. */
export function celebrationCalls(call: Call) {
  return {
    celebrations: (query: { readonly app_id: string } & PartAsked, signal?: AbortSignal) =>
      call<CelebrationsPage>("GET", `celebrations?${searchOf({ ...query })}`, { signal }),
    contentRuns: (id: string, query: { readonly app_id: string } & PartAsked, signal?: AbortSignal) =>
      call<ContentRunsPage>("GET", `contents/${segment(id)}/runs?${searchOf({ ...query })}`, { signal }),
    goals: (app_id: string, signal?: AbortSignal) =>
      call<GoalsResponse>("GET", `goals?${searchOf({ app_id })}`, { signal }),
  };
}
