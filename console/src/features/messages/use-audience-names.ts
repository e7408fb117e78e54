import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { useQueries } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { personQueries } from "../../lib/queries/people.ts";
import { groupName, personName } from "../../model/person-labels.ts";

/** Sentences about an audience name at most two. */
const NAMED_MAX = 2;
const named = (ids: readonly string[]): readonly string[] => (ids.length > NAMED_MAX ? ids.slice(0, 1) : ids);

/** Names of the people and groups that a sentence about the audience names. An erased person keeps the ID. */
export function useAudienceNames(audience: LiveUpdateAudience): (id: string) => string {
  const { api } = useAppContext();
  const app = useApp();
  const people = named(audience.kind === "people" ? audience.external_ids : []);
  const groups = named(audience.kind === "groups" ? audience.groups : []);
  const profiles = useQueries({
    queries: people.map((id) => ({ ...personQueries.one(api, app.id, id), retry: false })),
  });
  const details = useQueries({
    queries: groups.map((id) => ({ ...groupQueries.one(api, app.id, id), retry: false })),
  });
  return (id) => {
    const person = profiles[people.indexOf(id)]?.data;
    const group = details[groups.indexOf(id)]?.data;
    if (person !== undefined) return personName(person);
    return group === undefined ? id : groupName(group);
  };
}
