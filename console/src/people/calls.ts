import type { DebugLink, DebugPlace } from "@fanfare/contract/schema/debug-link";
import type { ExplainAnswer, ExplainQuery } from "@fanfare/contract/schema/explain";
import type {
  AttributesResponse,
  ErasureResponse,
  GroupDetail,
  GroupPeoplePage,
  PeoplePage,
  PeopleQuery,
  PersonDetail,
  PutSuppressionRequest,
  UpdatePersonRequest,
} from "@fanfare/contract/schema/person";
import type { TimelinePage, TimelineQuery } from "@fanfare/contract/schema/timeline";
import type { SuppressionsResponse } from "@fanfare/contract/schema/v1";
import type { Call } from "../api.ts";
import type { PartAsked } from "../endless.ts";
import { searchOf, segment } from "../query-text.ts";

/** The calls about people. */
export function peopleCalls(call: Call) {
  const pathOf = (app_id: string, id: string, more = ""): string =>
    `people/${segment(id)}${more}?${searchOf({ app_id })}`;
  return {
    people: (query: PeopleQuery, signal?: AbortSignal) =>
      call<PeoplePage>("GET", `people?${searchOf({ ...query })}`, { signal }),
    attributes: (app_id: string, signal?: AbortSignal) =>
      call<AttributesResponse>("GET", `attributes?${searchOf({ app_id })}`, { signal }),
    person: (app_id: string, id: string, signal?: AbortSignal) =>
      call<PersonDetail>("GET", pathOf(app_id, id), { signal }),
    updatePerson: (app_id: string, id: string, body: UpdatePersonRequest) =>
      call<PersonDetail>("PATCH", pathOf(app_id, id), { body }),
    erasePerson: (app_id: string, id: string) => call<ErasureResponse>("DELETE", pathOf(app_id, id)),
    suppressions: (app_id: string, id: string, signal?: AbortSignal) =>
      call<SuppressionsResponse>("GET", pathOf(app_id, id, "/suppressions"), { signal }),
    putSuppression: (app_id: string, id: string, body: PutSuppressionRequest) =>
      call<SuppressionsResponse>("POST", pathOf(app_id, id, "/suppressions"), { body }),
    timeline: (id: string, query: TimelineQuery, signal?: AbortSignal) =>
      call<TimelinePage>("GET", `people/${segment(id)}/timeline?${searchOf({ ...query })}`, { signal }),
    explain: (query: ExplainQuery, signal?: AbortSignal) =>
      call<ExplainAnswer>("GET", `explain?${searchOf({ ...query })}`, { signal }),
    makeDebugLink: (app_id: string, url: string, place?: DebugPlace) =>
      call<DebugLink>("POST", "debug-links", { body: { app_id, url, place } }),
    group: (app_id: string, id: string, signal?: AbortSignal) =>
      call<GroupDetail>("GET", `groups/${segment(id)}?${searchOf({ app_id })}`, { signal }),
    groupPeople: (id: string, query: { readonly app_id: string } & PartAsked, signal?: AbortSignal) =>
      call<GroupPeoplePage>("GET", `groups/${segment(id)}/people?${searchOf({ ...query })}`, { signal }),
    undoSuppression: (app_id: string, id: string, suppression_id: string) =>
      call<SuppressionsResponse>("DELETE", pathOf(app_id, id, `/suppressions/${segment(suppression_id)}`)),
  };
}
