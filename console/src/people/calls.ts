import type {
  AttributesResponse,
  ErasureResponse,
  PeoplePage,
  PeopleQuery,
  PersonDetail,
  UpdatePersonRequest,
} from "@fanfare/contract/schema/person";
import type { SuppressionsResponse } from "@fanfare/contract/schema/v1";
import type { Call } from "../api.ts";
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
    undoSuppression: (app_id: string, id: string, suppression_id: string) =>
      call<SuppressionsResponse>("DELETE", pathOf(app_id, id, `/suppressions/${segment(suppression_id)}`)),
  };
}
