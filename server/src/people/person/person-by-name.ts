import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type PersonRow, personByAnonymousId, personByExternalId } from "../../store/statements/people/people.ts";
import { searchPeople } from "../../store/statements/people/people-list.ts";
import type { Store } from "../../store/store.ts";
import { searchText } from "./person-keys.ts";

export async function findPersonByName(
  { store }: { readonly store: Pick<Store, "db"> },
  app: Pick<AppRecord, "id">,
  name: string,
): Promise<PersonRow | undefined> {
  // No person has such a name, and PostgreSQL rejects the query.
  if (name.includes("\0") || !name.isWellFormed()) return undefined;
  return name.startsWith("anon-")
    ? personByAnonymousId(store.db, app.id, name)
    : personByExternalId(store.db, app.id, name);
}

/** @throws ProblemError `person_not_found`. */
export async function requirePerson(
  deps: { readonly store: Pick<Store, "db"> },
  app: Pick<AppRecord, "id">,
  name: string,
): Promise<PersonRow> {
  const person = await findPersonByName(deps, app, name);
  if (person !== undefined) return person;
  throw new ProblemError("person_not_found", "This app has no person with this ID. Search the list of people.");
}

/** People whose ID, name, or last name begins with a text. Email addresses aren't searched. */
export async function findPeopleByName(
  { store }: { readonly store: Pick<Store, "db"> },
  app: Pick<AppRecord, "id">,
  typed: string,
): Promise<readonly PersonRow[]> {
  const lower = searchText(typed);
  const rows = await searchPeople(store.db, app.id, { typed, lower }, limits.builder_people_max);
  const named = rows.filter(
    ({ external_id, anonymous_id, search_name, search_last_name }) =>
      [external_id, anonymous_id].some((id) => id?.startsWith(typed)) ||
      [search_name, search_last_name].some((name) => name?.startsWith(lower)),
  );
  return named.slice(0, limits.builder_people_max);
}
