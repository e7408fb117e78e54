import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import type { Named } from "../../model/message-draft.ts";

/** People whose name, email, or ID begins with `query`, and the typed ID. */
export function usePeopleChoices(query: string): { readonly items: readonly Named[]; readonly searching: boolean } {
  const { api } = useAppContext();
  const app = useApp();
  const found = useQuery(realtimeQueries.people(api, app.id, useDebouncedValue(query)));
  return { items: orAsTyped((found.data?.items ?? []).map(personChoice), query), searching: found.isFetching };
}

export function personChoice({ external_id, name, email, anonymous, verified }: PersonSummary): Named {
  return {
    ...{ id: external_id, label: name ?? email ?? external_id },
    ...(anonymous || verified
      ? name === null && email === null
        ? {}
        : { hint: external_id }
      : { hint: t("{id} · Not verified", { id: external_id }) }),
  };
}

/** Adds the typed ID, so that messages can go to people Fanfare hasn't seen yet. */
export function orAsTyped(found: readonly Named[], typed: string): readonly Named[] {
  const id = typed.trim();
  if (id === "" || found.some((each) => each.id === id)) return found;
  return [...found, { id, label: id, hint: t("Use this ID") }];
}
