import type { PersonSummary } from "@fanfare/contract/schema/person";
import type { Suppression } from "@fanfare/contract/schema/v1";
import type { Api } from "../../api.ts";
import type { Deed } from "../../bulk/use-bulk.ts";
import { tCount } from "../../language/t.ts";
import { membershipCalls } from "./calls.ts";

type PersonDeed = Deed<PersonSummary>;

/** What was done with one person, taken back; undefined where all was as wanted already. */
type Back = (() => Promise<unknown>) | undefined;

/** In which app, by which calls. */
export interface DeedDeps {
  readonly api: Pick<Api, "call" | "person" | "suppressions" | "putSuppression" | "undoSuppression" | "erasePerson">;
  readonly app_id: string;
}

/** A deed that remembers of each person how they were: taken back, they are so again, and with whom nothing was done nothing is. */
function revocable(
  name: string,
  said: PersonDeed["said"],
  act: (external_id: string) => Promise<Back>,
): PersonDeed & Required<Pick<PersonDeed, "undo">> {
  const ways_back = new Map<string, Back>();
  return {
    name,
    said,
    act: async ({ id, external_id }) => void ways_back.set(id, await act(external_id)),
    undo: async ({ id }) => ways_back.get(id)?.(),
  };
}

/** A group as members and the API name it. */
export interface NamedGroup {
  readonly id: string;
  readonly label: string;
}

export function joinDeed({ api, app_id }: DeedDeps, { id, label }: NamedGroup): PersonDeed {
  const calls = membershipCalls(api);
  const said = (n: number): string =>
    tCount(n, "{n} person is in {group}", "{n} people are in {group}", { group: label });
  return revocable("group", said, async (external_id) => {
    const before = await api.person(app_id, external_id);
    if (before.groups.some((group) => group.external_id === id)) return undefined;
    await calls.join(app_id, external_id, id);
    return () => calls.leave(app_id, external_id, id);
  });
}

export function leaveDeed({ api, app_id }: DeedDeps, { id, label }: NamedGroup): PersonDeed {
  const calls = membershipCalls(api);
  const said = (n: number): string =>
    tCount(n, "{n} person is not in {group}", "{n} people are not in {group}", { group: label });
  return revocable("group", said, async (external_id) => {
    const before = await api.person(app_id, external_id);
    const place = before.groups.find((group) => group.external_id === id);
    if (place === undefined) return undefined;
    await calls.leave(app_id, external_id, id);
    return () => calls.join(app_id, external_id, id, place.membership);
  });
}

interface HideWish {
  readonly content_id: string;
  /** What the content is called. */
  readonly name: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** What is hidden for longer already stays so. */
export function hideDeed({ api, app_id }: DeedDeps, { content_id, name, expires_at }: HideWish): PersonDeed {
  const isIt = ({ scope, target }: Suppression): boolean => scope === "content" && target === content_id;
  const said = (n: number): string =>
    tCount(n, "{name} is hidden from {n} person", "{name} is hidden from {n} people", { name });
  return revocable("hide", said, async (external_id) => {
    const known = (await api.suppressions(app_id, external_id)).suppressions.find(isIt);
    if (known !== undefined && Date.parse(known.expires_at) >= Date.parse(expires_at)) return undefined;
    const wish = { scope: "content", target: content_id, expires_at } as const;
    const own = (await api.putSuppression(app_id, external_id, wish)).suppressions.find(isIt);
    return async () => {
      if (own !== undefined) await api.undoSuppression(app_id, external_id, own.id);
      if (known !== undefined) await api.putSuppression(app_id, external_id, wishOf(known));
    };
  });
}

/** Shows a content again, or all that is hidden where none is named. */
export function showDeed(
  { api, app_id }: DeedDeps,
  content: { readonly id: string; readonly name: string } | undefined,
): PersonDeed {
  const isIt = ({ scope, target }: Suppression): boolean =>
    content === undefined || (scope === "content" && target === content.id);
  const said = (n: number): string =>
    content === undefined
      ? tCount(n, "Nothing is hidden from {n} person", "Nothing is hidden from {n} people")
      : tCount(n, "{n} person may see {name} again", "{n} people may see {name} again", { name: content.name });
  return revocable("hide", said, async (external_id) => {
    const hidden = (await api.suppressions(app_id, external_id)).suppressions.filter(isIt);
    if (hidden.length === 0) return undefined;
    for (const { id } of hidden) await api.undoSuppression(app_id, external_id, id);
    return async () => {
      for (const each of hidden) await api.putSuppression(app_id, external_id, wishOf(each));
    };
  });
}

const wishOf = ({ scope, target, reason, expires_at }: Suppression) => ({ scope, target, reason, expires_at });

/** Nothing brings them back. */
export function eraseDeed({ api, app_id }: DeedDeps): PersonDeed {
  return {
    name: "erase",
    act: ({ external_id }) => api.erasePerson(app_id, external_id),
    said: (n) => tCount(n, "{n} person was erased", "{n} people were erased"),
  };
}
