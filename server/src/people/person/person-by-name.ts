import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type PersonRow, personByAnonymousId, personByExternalId } from "../../store/statements/people/people.ts";
import type { Store } from "../../store/store.ts";

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
  throw new ProblemError("person_not_found", "Person not found in this app. Search the list of people.");
}
