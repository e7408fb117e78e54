import type { Attributes } from "@fanfare/contract/attribute";
import type { PersonDetail } from "@fanfare/contract/schema/person";
import type { Call } from "../../api.ts";
import { searchOf, segment } from "../../query-text.ts";

/** A person's place in a group. Both are named by their external ids. */
export function membershipCalls({ call }: { readonly call: Call }) {
  const path = (app_id: string, person: string, group: string): string =>
    `people/${segment(person)}/groups/${segment(group)}?${searchOf({ app_id })}`;
  return {
    join: (app_id: string, person: string, group: string, attributes: Attributes = {}) =>
      call<PersonDetail>("PUT", path(app_id, person, group), { body: { attributes } }),
    leave: (app_id: string, person: string, group: string) => call<PersonDetail>("DELETE", path(app_id, person, group)),
  };
}
